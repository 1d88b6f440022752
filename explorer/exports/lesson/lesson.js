// The lesson: one state, and what shows it. The picture is the page's own stage; a shim stands for its kernel.

import stage from "../../stage/stage.js";
import { makeClock } from "./clock.js";
import { makeControls } from "./controls.js";
import { watchKeys } from "./keys.js";
import { makeModel } from "./model.js";
import { addressOf, readAddress, startState } from "./state.js";
import { showTables } from "./tables.js";
import { sayAloud, tellCode, tellStory, tellTouched } from "./telling.js";
import { canUnpack, unpack } from "./trip.js";

const TOO_OLD = "This browser can't unpack the lesson. Any of these can: Chrome or Edge 92, Firefox 113, Safari 16.4, or later.";
const DAMAGED = "This file is damaged or was not saved whole: the lesson can't be unpacked. Save it once more.";

const WALKED = ["place", "turn", "step"]; // what a person walks through
const PAINTED = ["words", "book", "dark", "colour", "decimals", "follow"]; // how a picture is drawn

const lesson = JSON.parse(document.getElementById("as-lesson").textContent);
const root = document.querySelector(".attention-shapes");
const page = root.querySelector(".as-page");
const find = (name) => root.querySelector(name);
const wish = matchMedia("(prefers-color-scheme: dark)");
const trips = new Map(); // by size, once each is unpacked

const start = startState(lesson);
const state = { ...start, ...readAddress(location.hash, lesson) };
let trip = null;
let frame = null; // what the stage shows, and which number each of its cells is
let drawn = 0;
let printing = false; // paper is light, and nothing on it can be opened
let wasOpen = false;
let before = {}; // the state that was shown last
let refreshing = false;
let wanted = false;

const model = makeModel({ frame: { svg: "" }, patch: { frame: -1, cells: [] }, lit: {}, lens: {}, again: 0, editable: [] }, hear);
const now = () => ({ state, trip });
const controls = makeControls(root, lesson, now, change);
const play = makeClock(controls.tick);

function change(changes) {
  Object.assign(state, changes);
  if (trip && state.size === before.size) refresh();
  else open(state.size);
}

async function open(size) {
  if (!trips.has(size)) trips.set(size, unpack(document.getElementById(`as-trip-${size}`).textContent));
  try {
    const opened = await trips.get(size);
    if (size !== state.size) return; // another one was chosen meanwhile
    trip = opened;
  } catch {
    return refuse(DAMAGED);
  }
  state.book = Math.min(state.book, trip.books - 1);
  page.hidden = false;
  refresh();
}

function refuse(notice) {
  const said = find(".as-notice[role=alert]");
  said.textContent = notice;
  said.hidden = false;
}

// A refresh may move the focus, which touches a cell, which asks for a refresh: that one comes after it.
function refresh() {
  wanted = true;
  if (refreshing) return;
  refreshing = true;
  while (wanted) {
    wanted = false;
    showAll();
  }
  refreshing = false;
}

// Until a person chooses, what a step teaches says what its cells are painted by.
function paintedBy() {
  if (state.colour !== "auto") return state.colour;
  return state.place === "two_flips" ? "origin" : lesson.steps.find(({ name }) => name === state.step).painted;
}

const isDark = () => !printing && (state.theme === "dark" || (state.theme === "auto" && wish.matches));

function showAll() {
  state.step ||= trip.turnOf(state.turn).first;
  const shown = { ...state, dark: isDark(), trip };
  const left = before;
  const differs = (...names) => names.some((name) => shown[name] !== left[name]);
  before = shown;
  root.classList.toggle("as-dark", shown.dark);
  document.documentElement.classList.toggle("as-dark-page", shown.dark);
  page.dataset.place = state.place;
  page.toggleAttribute("data-tables", state.tables);
  if (differs("trip", ...WALKED, ...PAINTED)) draw(shown, left);
  light();
  play(state.playing);
  controls.refresh(now());
  if (differs("trip", "place", "turn", "step", "words")) {
    tellStory(root, trip, state, lesson);
    find(".as-said").textContent = sayAloud(trip, state);
  }
  if (differs("trip", "place", "turn", "step", "code")) tellCode(find(".as-code"), trip, state, lesson);
  tellTouched(find(".as-touched-text"), trip, state);
  showTables(find(".as-tables"), frame.picture, state.tables);
  keepAddress();
}

// What a person walks to is seen to move; another size, other words or another theme are shown at once.
function draw(shown, left) {
  const same = ["trip", ...PAINTED].every((name) => shown[name] === left[name]);
  const walked = same && WALKED.some((name) => shown[name] !== left[name]);
  frame = trip.frame(state, { dark: shown.dark, painted: paintedBy() });
  const from = walked && left.place === "walk" ? left.step : "";
  const how = { walk: lesson.moves[state.follow][from]?.[state.step], two_flips: lesson.twoFlips }[state.place] ?? null;
  const { svg, prefix, picture } = frame;
  find(".as-shape-line").textContent = picture.shape;
  find(".as-again").disabled = !how?.own;
  model.set("frame", { id: ++drawn, svg, prefix, room: picture.room, moves: how, in_motion: walked });
}

function light() {
  const drawnAs = (slots) => slots.flatMap((slot) => frame.ids.get(slot) ?? []);
  const lit = {};
  if (state.touched !== null) lit.operand = drawnAs(trip.operands(state.touched));
  if (state.pinned !== null) {
    lit.traced = drawnAs([...new Set(trip.traced(state.pinned))]);
    lit.pinned = drawnAs([state.pinned]);
  }
  model.set("lit", lit);
}

function hear({ kind, cell }) {
  const slot = frame.slots.get(cell) ?? null;
  const isApart = !frame.picture.cells; // a wrong turn's picture tells itself what each of its numbers is
  if (isApart) return change({ touched: null, pointed: cell ? titleOf(cell) : "" });
  if (cell?.includes("/@")) model.set("lens", { at: cell, frame: -1 }); // it is told: the next may be asked for
  if (kind === "touch") return change({ touched: slot, pointed: "" });
  if (slot === null) return change({ pinned: null, keys: false }); // Escape in a grid is the stage's
  change({ touched: slot, pinned: state.pinned === slot ? null : slot, pointed: "" });
}

function titleOf(cell) {
  return document.getElementById(frame.prefix + cell)?.querySelector("title").textContent ?? "";
}

// A page within another one may not have an address of its own.
function keepAddress() {
  try {
    history.replaceState(null, "", addressOf(state, start));
  } catch {
    /* then it has none */
  }
}

function print(begins) {
  printing = begins;
  const points = find(".as-say-it-back");
  if (begins) [wasOpen, state.playing] = [points.open, false];
  points.open = begins || wasOpen;
  if (trip) refresh();
}

if (!canUnpack()) refuse(TOO_OLD);
else {
  stage.render({ model, el: find(".as-picture") });
  find(".as-again").addEventListener("click", () => model.set("again", model.get("again") + 1));
  watchKeys({
    step: controls.walk,
    tables: () => change({ tables: !state.tables }),
    keys: () => change({ keys: !state.keys }),
    stop: () => state.playing && change({ playing: false }),
    escape: () => change({ keys: false, pinned: null, touched: null, pointed: "" }),
  });
  wish.addEventListener("change", () => trip && refresh());
  window.addEventListener("beforeprint", () => print(true));
  window.addEventListener("afterprint", () => print(false));
  window.addEventListener("hashchange", () => change({ ...startOf(), ...readAddress(location.hash, lesson) }));
  open(state.size);
}

function startOf() {
  return { ...start, tables: state.tables, keys: state.keys };
}
