// What the lesson shows: one record, and the part of it that the address keeps, so that a course page can link to a step.

const KEPT = ["size", "place", "turn", "step", "words", "theme", "code", "book", "colour", "decimals", "follow"];
const COUNTED = ["size", "book", "decimals"];

export function startState({ words, theme, steps, turns, usual }) {
  return {
    size: 0, place: "walk", turn: turns[0], step: steps[0].name, words, theme, code: "numpy", book: 0,
    ...usual, tables: false, keys: false, playing: false, touched: null, pinned: null, pointed: "",
  }; // prettier-ignore
}

// What an address asks for, whoever wrote it: what is not among the choices is let be.
export function readAddress(hash, lesson) {
  const choices = {
    size: lesson.sizes.map((_, i) => i),
    place: lesson.turns.length ? ["walk", "two_flips", "wrong_turns"] : ["walk", "two_flips"],
    turn: lesson.turns,
    step: lesson.steps.map(({ name }) => name),
    words: lesson.vocabularies,
    theme: lesson.themes,
    code: Object.keys(lesson.dialects),
    book: lesson.books.map((_, i) => i),
    colour: lesson.colours,
    decimals: lesson.decimals,
    follow: Object.keys(lesson.followed),
  };
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const asked = {};
  for (const [name, legal] of Object.entries(choices)) {
    const text = said.get(name);
    const value = COUNTED.includes(name) && /^\d+$/.test(text) ? Number(text) : text;
    if (legal.includes(value)) asked[name] = value;
  }
  // A wrong turn is looked at where it first shows, which only the trip knows.
  if (asked.place === "wrong_turns" && !asked.step) asked.step = "";
  return asked;
}

export function addressOf(state, start) {
  const isTold = (name) => state[name] !== start[name] || (name === "step" && state.place === "wrong_turns");
  const told = KEPT.filter(isTold).map((name) => [name, state[name]]);
  return `#${new URLSearchParams(told)}`;
}

export function moved(state, by, steps) {
  const at = steps.findIndex(({ name }) => name === state.step);
  const step = steps[Math.min(Math.max(at + by, 0), steps.length - 1)].name;
  return { step, place: state.place === "wrong_turns" ? "wrong_turns" : "walk" };
}
