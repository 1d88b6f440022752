// What a person chooses by: words, theme, sizes, steps, places. Each makes one change; each is then shown as it stands.

import { choice, fill, make } from "./dom.js";
import { makeSliders } from "./sliders.js";
import { moved } from "./state.js";

const WALKS = [
  ["first", "|◀", "First step (Home)", -99],
  ["back", "◀", "Back one step (left arrow)", -1],
  ["next", "▶", "On to the next step (right arrow)", 1],
  ["last", "▶|", "Last step (End)", 99],
];
const PLACES = [["walk", "Walk"], ["two_flips", "Two flips"], ["wrong_turns", "Wrong turns"]];
const FOLLOWABLE = ["dividers", "reshelve"]; // elsewhere all three are drawn, or only one takes part
const AFRESH = { touched: null, pointed: "", playing: false };

export function makeControls(root, lesson, now, change) {
  const find = (name) => root.querySelector(name);
  const walk = (by) => change({ ...moved(now().state, by, lesson.steps), ...AFRESH });
  const { steps, walks } = makeRibbon(find, lesson, now, change, walk);
  const showWords = choice(find(".as-words"), lesson.vocabularies.map((name) => [name, name]), (words) => change({ words }));
  const showCode = choice(find(".as-dialect"), Object.entries(lesson.dialects), (code) => change({ code }));
  const showColour = choice(find(".as-colour"), lesson.colours.map((name) => [name, name]), (colour) => change({ colour }));
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
    selects(state, trip);
    showWords(state.words);
    showCode(state.code);
    showPlace(state.place);
    showColour(state.colour);
    find(".as-play").textContent = state.playing ? "Pause" : "Play";
    find(".as-play").setAttribute("aria-pressed", String(state.playing));
    const isApart = state.place === "wrong_turns" && !trip.isStillRight(state);
    find(".as-decimals select").disabled = isApart; // such a picture is kept with the usual ones alone
    if (isApart) find(".as-decimals select").value = lesson.usual.decimals;
    find(".as-follow select").disabled = state.place === "two_flips" || !FOLLOWABLE.includes(state.step);
    find(".as-trip").textContent = lesson.sizes[state.size];
    find(".as-turn-bar").hidden = state.place !== "wrong_turns";
    find(".as-as-tables").setAttribute("aria-pressed", String(state.tables));
    find(".as-ask").setAttribute("aria-expanded", String(state.keys));
    find(".as-key-list").hidden = !state.keys;
    find(".as-keys").hidden = state.keys;
  };
  // One step on by itself; at the end it stops.
  const tick = () => {
    const onward = moved(now().state, 1, lesson.steps);
    change({ ...onward, ...AFRESH, playing: onward.step !== lesson.steps.at(-1).name });
  };
  find(".as-play").addEventListener("click", () => change(played(now().state, lesson)));
  return { refresh, walk, tick };
}

// From the last step it begins again at the first.
function played(state, { steps }) {
  if (state.playing) return { playing: false };
  const from = state.step === steps.at(-1).name ? steps[0].name : state.step;
  return { ...moved({ ...state, step: from }, 0, steps), ...AFRESH, playing: true };
}

function placed(place, { state, trip }) {
  const step = place === "wrong_turns" ? trip.turnOf(state.turn).first : state.step;
  return { place, step, ...AFRESH };
}

function makeRibbon(find, lesson, now, change, walk) {
  const steps = new Map();
  lesson.steps.forEach(({ name, label }, i) => {
    const button = make("button", { type: "button", class: `as-step as-step-${name}` }, `${i + 1} ${label}`);
    button.addEventListener("click", () => change({ ...moved({ ...now().state, step: name }, 0, lesson.steps), ...AFRESH }));
    steps.set(name, button);
    find(".as-steps").append(button);
  });
  const walks = WALKS.map(([name, sign, tip, by]) => {
    const button = make("button", { type: "button", class: `as-walk as-walk-${name}`, "aria-label": tip, title: tip }, sign);
    button.addEventListener("click", () => walk(by));
    find(".as-play").before(button);
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
  fill(box(".as-decimals"), lesson.decimals.map((count) => [count, count]));
  heard(".as-decimals", (decimals) => change({ decimals: Number(decimals) }));
  heard(".as-follow", (follow) => change({ follow }));
  heard(".as-theme", (theme) => change({ theme }));
  const resize = (size) => change({ size: Number(size), pinned: null, ...AFRESH });
  const showSizes = makeSliders(find(".as-sliders"), lesson.numbers, () => now().state.size, resize);
  heard(".as-size-choice", resize);
  heard(".as-book-choice", (book) => change({ book: Number(book), ...AFRESH }));
  heard(".as-turn-choice", (turn) => {
    change({ turn, step: now().trip.turnOf(turn).first, ...AFRESH });
  });
  find(".as-size-choice").hidden = lesson.sizes.length < 2;
  find(".as-trip").classList.toggle("as-on-paper", lesson.sizes.length > 1); // on screen the list says it

  return (state, trip) => {
    showSizes(state.size);
    fill(box(".as-book-choice"), numbered([...Array(trip.books).keys()].map(String)));
    fill(box(".as-follow"), Object.entries(lesson.followed).map(([name, said]) => [name, said[state.words]]));
    fill(box(".as-turn-choice"), trip.turns.map(({ key, title }) => [key, title[state.words]]));
    find(".as-book-choice").hidden = trip.books < 2;
    const shown = {
      ".as-size-choice": state.size, ".as-theme": state.theme, ".as-book-choice": state.book, ".as-turn-choice": state.turn,
      ".as-decimals": state.decimals, ".as-follow": state.follow,
    }; // prettier-ignore
    for (const [name, value] of Object.entries(shown)) box(name).value = value;
  };
}
