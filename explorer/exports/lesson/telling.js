// What it means: the step, both flips or the wrong turn in words, the code, and the number under the pointer.

import { copy, list, make, sentence } from "./dom.js";

const POINT = "Point at a number, or Tab to a grid and use the arrow keys.";
const PIN = "Enter or a click pins it, and traces it through every step.";
const LET_GO = "Press it again, or Escape, to let go.";

export function tellStory(root, trip, state, lesson) {
  const [story, more, points] = [".as-story", ".as-more", ".as-points"].map((name) => root.querySelector(name));
  const told = trip.story[state.words][state.place === "two_flips" ? "two_flips" : state.step];
  more.replaceChildren();
  if (state.place === "wrong_turns") tellTurn(story, more, trip, state, lesson);
  else story.replaceChildren(...(state.place === "two_flips" ? flips(told) : step(told)));
  points.replaceChildren(...told.points.map((point) => sentence("li", point)));
}

function step({ title, telling, facts }) {
  return [make("h2", {}, title), sentence("p", telling, { class: "as-telling" }), list(facts, "as-facts")];
}

function flips({ title, parts }) {
  return [make("h2", {}, title), ...parts.flatMap((part) => [make("h3", {}, part.title), list(part.facts, "as-facts")])];
}

function tellTurn(story, more, trip, state, lesson) {
  const turn = trip.turnOf(state.turn);
  const told = turn.told[state.words];
  const title = turn.title[state.words];
  story.replaceChildren(
    make("h2", {}, title[0].toUpperCase() + title.slice(1)),
    ...(trip.isStillRight(state) ? [make("p", { class: "as-still-right" }, lesson.notes.stillRight)] : []),
    // The picture tells of the names that meet at its own step.
    ...told.clashes.filter(([at]) => at !== state.step).map(([, clash]) => sentence("p", clash, { class: "as-clash" })),
    sentence("p", told.lead, { class: "as-telling" }),
    list(told.facts, "as-facts"),
  );
  more.replaceChildren(
    ...told.reasons.flatMap(([heading, said]) => [make("h3", {}, heading), ...(said ? [sentence("p", said)] : [])]),
    ...(told.repairs.length ? [make("h3", {}, lesson.notes.repairs), make("ul", { class: "as-repairs" }, ...told.repairs.map(repair))] : []),
    ...(told.seen.length ? [make("h3", {}, lesson.notes.seen), make("p", { class: "as-hint" }, told.seen.join(", "))] : []),
  );
}

function repair([sign, mark, says, code]) {
  const name = make("b", { class: `as-mark-${mark.replaceAll(" ", "-")}` }, make("span", { "aria-hidden": "true" }, sign), ` ${mark}`);
  return make("li", {}, name, " ", sentence("span", says), make("pre", { tabindex: "0", "aria-label": "Its code" }, code));
}

export function tellCode(host, trip, state, lesson) {
  const name = lesson.dialects[state.code];
  if (state.place === "wrong_turns") return host.replaceChildren(...wrongCode(trip.turnOf(state.turn), state.code, lesson));
  const text = trip.code[state.place === "two_flips" ? "two_flips" : state.step][state.code];
  const button = make("button", { type: "button", class: "as-copy" }, "Copy");
  button.addEventListener("click", async () => {
    button.textContent = await copy(text).then(() => "Copied", () => "Could not copy");
    setTimeout(() => (button.textContent = "Copy"), 2000);
  });
  host.replaceChildren(make("pre", { tabindex: "0", "aria-label": `${name} code` }, text), button);
}

function wrongCode(turn, dialect, { notes }) {
  const codes = turn.code[dialect] ?? turn.code.numpy;
  const said = dialect in turn.code ? [] : [notes.einops];
  if (!codes.length && turn.code.numpy.length) said.push(notes.sameInTorch);
  return [
    ...said.map((note) => make("p", { class: "as-hint" }, note)),
    ...codes.flatMap(({ title, lines }) => [
      make("p", { class: "as-hint" }, title),
      make("pre", { tabindex: "0", "aria-label": `${title}, right and wrong` }, ...lines.map(marked)),
    ]),
  ];
}

function marked([kind, line]) {
  const mark = kind ? [make("b", {}, kind), " "] : [];
  return make("span", { class: kind ? `as-line as-line-${kind}` : "as-line" }, ...mark, make("code", {}, line));
}

export function tellTouched(host, trip, state) {
  const parts = [make("h3", {}, "Touched")];
  const tell = (className, text) => parts.push(make("p", { class: className }, text));
  if (state.touched !== null) {
    const { where, value, lines } = trip.told(state.touched, state.words);
    tell("as-where", `${where}: ${value}`);
    lines.forEach((line) => tell("as-arithmetic", line));
  } else if (state.pointed) tell("as-where", state.pointed);
  else tell("as-hint", POINT);
  if (state.place === "wrong_turns" && !trip.isStillRight(state)) return host.replaceChildren(...parts);
  if (state.pinned === null) tell("as-hint", PIN);
  else {
    tell("as-where", `Pinned: ${trip.told(state.pinned, state.words).where}.`);
    trip.verdicts(state.pinned).forEach((verdict) => tell("as-traced-text", verdict));
    tell("as-hint", LET_GO);
  }
  host.replaceChildren(...parts);
}

export function sayAloud(trip, state) {
  if (state.place !== "wrong_turns") return trip.story[state.words][state.place === "two_flips" ? "two_flips" : state.step].said;
  const { said } = trip.turnOf(state.turn).told[state.words];
  return `${said} ${trip.story[state.words][state.step].title}: right and wrong.`;
}
