// Questions asked before anything is shown. What is on screen comes as one plain record; while a question is open there
// is no answer in it. Texts are shown as text, never as HTML. The browser keeps nothing and sends nothing elsewhere.

const ROOT = ".attention-shapes";
const WRITES = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], .cm-editor";
const FRAMES = 120; // two seconds: after that nobody waits for the focus any more

function make(tag, className, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  if (className) element.className = className;
  element.append(...children.filter(Boolean));
  return element;
}

// What stands between backticks is code.
function sentence(tag, className, text) {
  const parts = text.split("`").map((part, i) => (i % 2 ? make("code", "", { textContent: part }) : part));
  return make(tag, className, {}, ...parts);
}

const some = (tag, className, text) => (text ? sentence(tag, className, text) : null);
const heading = (text) => make("h2", "as-predict-title", { textContent: text, tabIndex: -1 });
const press = (className, text, react) => {
  const button = make("button", `as-predict-press ${className}`, { type: "button", textContent: text });
  // The second click of a double click falls on whatever has come under the pointer meanwhile.
  button.addEventListener("click", (event) => event.detail < 2 && react());
  return button;
};

function code(text) {
  if (!text) return null;
  const lines = make("pre", "as-predict-code", { textContent: text, tabIndex: 0 });
  lines.setAttribute("aria-label", "Its code");
  return lines;
}

function field(label, input) {
  return make("label", "as-predict-field", {}, make("span", "", { textContent: label }), input);
}

function setting(shown, send, form) {
  const counts = shown.counts.map((count) => {
    const input = make("input", "", { type: "radio", name: form.name, checked: count === form.count });
    input.addEventListener("change", () => (form.count = count));
    return make("label", "", {}, input, ` ${count}`);
  });
  const seed = make("input", "as-predict-seed", { type: "number", min: 0, max: shown.most_seed, required: true, value: form.seed });
  seed.addEventListener("input", () => (form.seed = seed.value));
  const flips = make("input", "as-predict-flips", { type: "checkbox", checked: form.flips_only });
  flips.addEventListener("change", () => (form.flips_only = flips.checked));
  const many = make("fieldset", "as-predict-counts", {}, make("legend", "", { textContent: "How many questions" }), ...counts);
  const all = make("form", "as-predict-form", {}, many, field("Number of the set", seed), some("p", "as-hint", shown.hints[0]),
    make("label", "", {}, flips, ` ${shown.flips}`), make("button", "as-predict-press as-predict-start", { type: "submit", textContent: "Start" }));
  all.addEventListener("submit", (event) => {
    event.preventDefault();
    send({ kind: "start", seed: Number(form.seed), count: form.count, flips_only: form.flips_only });
  });
  return [heading(shown.title), some("p", "as-telling", shown.about), all, offer(shown, send), some("p", "as-hint", shown.hints[1])];
}

function offer(shown, send) {
  if (!shown.distinct) return null;
  const change = press("as-predict-distinct", shown.distinct, () => send({ kind: "distinct" }));
  return make("div", "as-predict-offer", {}, sentence("p", "as-hint", shown.hides), change);
}

function question(shown) {
  return [heading(shown.title), some("p", "as-predict-note", shown.note), make("p", "as-hint", { textContent: shown.about }),
    sentence("p", "as-predict-asked", shown.asked), code(shown.code)];
}

function asking(shown, send) {
  const choices = shown.choices.map((text, i) => {
    const number = make("span", "as-predict-number", { textContent: i + 1 });
    number.setAttribute("aria-hidden", "true");
    const button = press("as-predict-choice", "", () => send({ kind: "answer", at: shown.at, choice: i }));
    button.append(number, sentence("span", "", text));
    button.setAttribute("aria-keyshortcuts", String(i + 1));
    return button;
  });
  const group = make("div", "as-predict-choices", {}, ...choices);
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "Answers");
  const ends = make("div", "as-predict-ends", {},
    press("as-predict-skip", "I don't know", () => send({ kind: "answer", at: shown.at, choice: null })),
    press("as-predict-stop", "Stop", () => send({ kind: "stop", at: shown.at })));
  return [...question(shown), group, ends, make("p", "as-hint", { textContent: `Keys: 1 to ${choices.length}.` })];
}

function told(shown, send) {
  const choices = shown.choices.map((text, i) => {
    const marks = [i === shown.right && "right", i === shown.chosen && "your answer"].filter(Boolean);
    const item = make("li", marks.map((mark) => `as-predict-is-${mark.split(" ").at(-1)}`).join(" "), {}, sentence("span", "", text));
    if (marks.length) item.append(make("b", "", { textContent: ` (${marks.join(", ")})` }));
    return item;
  });
  const ends = make("div", "as-predict-ends", {}, press("as-predict-next", shown.next, () => send({ kind: "next", at: shown.at })));
  return [...question(shown), make("ol", "as-predict-told", {}, ...choices),
    make("div", shown.right === shown.chosen ? "as-predict-outcome as-predict-well" : "as-predict-outcome", {},
      sentence("b", "as-predict-verdict", shown.outcome), sentence("p", "as-telling", shown.told)),
    some("p", "as-hint", shown.marks), ends];
}

function save(name, type, text) {
  const link = make("a", "", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// The clipboard belongs to secure origins; elsewhere the old way still works: select it, and copy the selection.
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const [before, box] = [document.activeElement, make("textarea", "", { value: text })];
  document.body.append(box);
  box.select();
  const done = document.execCommand("copy");
  box.remove();
  before?.focus({ preventScroll: true });
  if (!done) throw new Error("the browser does not let the page copy");
}

function over(shown, send) {
  const status = make("span", "as-predict-status");
  status.setAttribute("role", "status");
  const say = (text) => (status.textContent = text);
  const keep = make("div", "as-predict-ends", {},
    press("as-predict-text", "Save as text", () => save(`${shown.name}.txt`, "text/plain", shown.text)),
    press("as-predict-json", "Save as JSON", () => save(`${shown.name}.json`, "application/json", shown.json)),
    press("as-predict-copy", "Copy", () => copy(shown.text).then(() => say("Copied"), () => say("Could not copy"))), status);
  const again = make("div", "as-predict-ends", {},
    shown.resume ? press("as-predict-next", shown.resume, () => send({ kind: "resume", at: shown.at })) : null,
    press("as-predict-again", "The same questions again", () => send({ kind: "again" })),
    press("as-predict-another", "New questions", () => send({ kind: "another" })),
    press("as-predict-settings", "Another set", () => send({ kind: "settings" })));
  const wrong = shown.wrong.map((one) => {
    const walk = press("as-predict-walk", one.walk, () => send({ kind: "walk", at: one.at }));
    return make("li", "", {}, sentence("p", "as-predict-asked", one.asked), code(one.code), sentence("p", "", one.chosen),
      sentence("p", "as-predict-right", one.right), sentence("p", "as-hint", one.told), walk);
  });
  const lines = make("div", "as-predict-lines");
  for (const line of shown.lines) {
    if (!line.startsWith("- ")) lines.append(sentence("p", "", line));
    else if (lines.lastChild?.localName === "ul") lines.lastChild.append(sentence("li", "", line.slice(2)));
    else lines.append(make("ul", "", {}, sentence("li", "", line.slice(2))));
  }
  return [heading(shown.title), lines, keep, make("p", "as-hint", { textContent: shown.private }), again, offer(shown, send),
    wrong.length ? make("h3", "", { textContent: "To look at once more" }) : null, make("ul", "as-predict-wrong", {}, ...wrong)];
}

function nothing(shown, send) {
  return [heading(shown.title), some("p", "as-telling", shown.note), press("as-predict-settings", "Another set", () => send({ kind: "settings" }))];
}

const PHASES = { setting, asking, told, over, nothing };

let serial = 0;

function render({ model, el }) {
  const form = { name: `as-predict-${Date.now()}-${serial++}` };
  const host = make("div", "as-predict-host");
  host.setAttribute("role", "region");
  host.setAttribute("aria-label", "Predict");
  el.append(host);
  let [phase, acted, frame] = ["", false, 0];

  const isSeen = () => host.getClientRects().length > 0;
  const send = (message) => {
    acted = true;
    model.send(message);
    if (message.kind === "walk") leave();
  };
  // Who walks to a step reads on there: the focus does not stay behind on what is hidden.
  const leave = (left = FRAMES) => {
    const picture = host.closest(ROOT)?.querySelector(".as-picture");
    if (!isSeen()) picture?.focus();
    else if (left) frame = requestAnimationFrame(() => leave(left - 1));
  };
  const show = () => {
    const shown = model.get("shown");
    if (!(shown.phase in PHASES)) return;
    if (shown.phase === "setting" && phase !== "setting") {
      Object.assign(form, { seed: shown.seed, count: shown.count, flips_only: shown.flips_only });
    }
    const follows = acted || host.contains(document.activeElement);
    phase = shown.phase;
    acted = false;
    host.replaceChildren(...PHASES[phase](shown, send, form).filter(Boolean));
    host.dataset.phase = phase;
    if (!follows || !isSeen()) return;
    const target = host.querySelector(phase === "told" ? ".as-predict-next" : ".as-predict-title");
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: "nearest" });
    host.querySelector(".as-predict-verdict")?.scrollIntoView({ block: "nearest" }); // where there is no room for both
  };
  // On a phone the place is chosen at the foot of a long page, and what it asks stands at the head.
  let seen = false;
  const sizes = new ResizeObserver(() => {
    const before = seen;
    seen = isSeen();
    const title = host.querySelector(".as-predict-title");
    if (before || !seen || !title || !document.activeElement?.closest?.(".as-places")) return;
    if (!host.closest(ROOT).contains(document.activeElement) || title.getBoundingClientRect().top >= 0) return;
    title.focus({ preventScroll: true });
    title.scrollIntoView({ block: "start" });
  });
  sizes.observe(host);
  const onKey = (event) => {
    if (phase !== "asking" || !isSeen() || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const root = host.closest(ROOT);
    const target = event.target;
    const isServed = document.body.dataset.voila === "voila";
    const isMine = root.contains(target) || (isServed && !target.closest?.(ROOT) && document.querySelector(ROOT) === root);
    const choice = /^[1-9]$/.test(event.key) && host.querySelectorAll(".as-predict-choice")[Number(event.key) - 1];
    if (!isMine || !choice || target.closest?.(WRITES)) return;
    event.preventDefault();
    event.stopPropagation();
    choice.click();
  };
  window.addEventListener("keydown", onKey, true);
  model.on("change:shown", show);
  show();
  return () => {
    cancelAnimationFrame(frame);
    sizes.disconnect();
    window.removeEventListener("keydown", onKey, true);
    model.off("change:shown", show);
    host.remove();
  };
}

export default { render };
