// What stands where a kernel's model stands on the page: the stage asks it, listens to it and tells it the same.

export function makeModel(values, hear) {
  const listeners = new Map();
  const of = (event) => listeners.get(event) ?? listeners.set(event, new Set()).get(event);
  return {
    get: (name) => values[name],
    set(name, value) {
      values[name] = value;
      for (const react of of(`change:${name}`)) react();
    },
    on: (event, react) => of(event).add(react),
    off: (event, react) => of(event).delete(react),
    send: hear,
  };
}
