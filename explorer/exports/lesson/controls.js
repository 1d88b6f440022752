// What a person chooses by: words, theme, sizes, steps, places. Each makes one change; each is then shown as it stands.

import { choice, fill, make } from "./dom.js";
import { moved } from "./state.js";

const WALKS = [
  ["first", "|◀", "First step (Home)", -99],
  ["back", "◀", "Back one step (left arrow)", -1],
  ["next", "▶", "On to the next step (right arrow)", 1],
  ["last", "▶|", "Last step (End)", 99],
];
const PLACES = [["walk", "Walk"], ["two_flips", "Two flips"], ["wrong_turns", "Wrong turns"]];
const NOTHING_TOUCHED = { touched: null, pointed: "" };

export function makeControls(root, lesson, now, change) {
  const find = (name) => root.querySelector(name);
  const walk = (by) => change({ ...moved(now().state, by, lesson.steps), ...NOTHING_TOUCHED });
  const { steps, walks } = makeRibbon(find, lesson, now, change, walk);
  const showWords = choice(find(".as-words"), lesson.vocabularies.map((name) => [name, name]), (words) => change({ words }));
  const showCode = choice(find(".as-dialect"), Object.entries(lesson.dialects), (code) => change({ code }));
  const places = PLACES.filter(([place]) => place !== "wrong_turns" || lesson.turns.length);
  const showPlace = choice(find(".as-places"), places, (place) => change(placed(place, now())));
  const selects = makeSelects(find, lesson, now, change);
  find(".as-as-tables").addEventListener("click", () => change({ tables: !now().state.tables }));
  find(".as-ask").addEventListener("click", () => change({ keys: !now().state.keys }));

  const refresh = ({ state, trip }) => {
    const at = lesson.steps.findIndex(({ name }) => name === state.step);
    for (const [name, button] of steps) {
      const here = state.place === "two_flips" ? lesson.flips.includes(name) : name === state.step;
      if (here) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      button.title = lesson.steps.find((step) => step.name === name).say[state.words];
    }
    for (const [button, by] of walks) button.disabled = by < 0 ? at === 0 : at === lesson.steps.length - 1;
    showWords(state.words);
    showCode(state.code);
    showPlace(state.place);
    selects(state, trip);
    find(".as-trip").textContent = lesson.sizes[state.size];
    find(".as-turn-bar").hidden = state.place !== "wrong_turns";
    find(".as-as-tables").setAttribute("aria-pressed", String(state.tables));
    find(".as-ask").setAttribute("aria-expanded", String(state.keys));
    find(".as-key-list").hidden = !state.keys;
    find(".as-keys").hidden = state.keys;
  };
  return { refresh, walk };
}

function placed(place, { state, trip }) {
  const step = place === "wrong_turns" ? trip.turnOf(state.turn).first : state.step;
  return { place, step, ...NOTHING_TOUCHED };
}

function makeRibbon(find, lesson, now, change, walk) {
  const steps = new Map();
  lesson.steps.forEach(({ name, label }, i) => {
    const button = make("button", { type: "button", class: `as-step as-step-${name}` }, `${i + 1} ${label}`);
    button.addEventListener("click", () => change({ ...moved({ ...now().state, step: name }, 0, lesson.steps), ...NOTHING_TOUCHED }));
    steps.set(name, button);
    find(".as-steps").append(button);
  });
  const walks = WALKS.map(([name, sign, tip, by]) => {
    const button = make("button", { type: "button", class: `as-walk as-walk-${name}`, "aria-label": tip, title: tip }, sign);
    button.addEventListener("click", () => walk(by));
    find(".as-walks").append(button);
    return [button, by];
  });
  return { steps, walks };
}

function makeSelects(find, lesson, now, change) {
  const numbered = (names) => names.map((name, i) => [i, name]);
  const box = (name) => find(`${name} select`);
  const heard = (name, chosen) => box(name).addEventListener("change", (event) => chosen(event.target.value));
  fill(box(".as-size-choice"), numbered(lesson.sizes));
  fill(box(".as-theme"), lesson.themes.map((theme) => [theme, theme]));
  heard(".as-theme", (theme) => change({ theme }));
  heard(".as-size-choice", (size) => change({ size: Number(size), pinned: null, ...NOTHING_TOUCHED }));
  heard(".as-book-choice", (book) => change({ book: Number(book), ...NOTHING_TOUCHED }));
  heard(".as-turn-choice", (turn) => {
    change({ turn, step: now().trip.turnOf(turn).first, ...NOTHING_TOUCHED });
  });
  find(".as-size-choice").hidden = lesson.sizes.length < 2;
  find(".as-trip").classList.toggle("as-on-paper", lesson.sizes.length > 1); // on screen the list says it

  return (state, trip) => {
    fill(box(".as-book-choice"), numbered([...Array(trip.books).keys()].map(String)));
    fill(box(".as-turn-choice"), trip.turns.map(({ key, title }) => [key, title[state.words]]));
    find(".as-book-choice").hidden = trip.books < 2;
    const shown = { ".as-size-choice": state.size, ".as-theme": state.theme, ".as-book-choice": state.book, ".as-turn-choice": state.turn };
    for (const [name, value] of Object.entries(shown)) box(name).value = value;
  };
}
