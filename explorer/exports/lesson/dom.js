// Elements from plain text: nothing that a person wrote is ever read as markup.

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// A text in which what stands between backticks is code.
export function sentence(tag, text, attributes = {}) {
  const parts = text.split("`").map((part, i) => (i % 2 ? make("code", {}, part) : part));
  return make(tag, attributes, ...parts);
}

export function list(lines, className) {
  return make("ul", { class: className }, ...lines.map((line) => sentence("li", line)));
}

// Buttons of which one is pressed; tells which one a person chose.
export function choice(host, options, chosen) {
  const buttons = new Map();
  for (const [value, label] of options) {
    const button = make("button", { type: "button", class: `as-choose-${value}` }, label);
    button.addEventListener("click", () => chosen(value));
    buttons.set(value, button);
    host.append(button);
  }
  return (value) => {
    for (const [each, button] of buttons) button.setAttribute("aria-pressed", String(each === value));
  };
}

export function fill(select, options) {
  select.replaceChildren(...options.map(([value, label]) => make("option", { value }, label)));
}

// The clipboard belongs to secure origins; elsewhere the old way still works: select it, and copy the selection.
export async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const box = make("textarea");
  box.value = text;
  document.body.append(box);
  box.select();
  const done = document.execCommand("copy");
  box.remove();
  if (!done) throw new Error("the browser does not let the page copy");
}
