// What ipywidgets leave out: names for nameless controls, keys for the whole page, the browser's theme, a live
// region, copying, and a clock for Play. It knows classes and attributes, nothing of attention.

const ROOT = ".attention-shapes";
const KEYS = ["t", "?", "Escape"]; // what they do is Python's affair
const SOON = 60; // milliseconds: three or four frames
const NARROW = 640; // pixels, as page.css has it
const PACE = 2500; // milliseconds to a step, while it plays
const WRITES = "input:not([type=checkbox]), textarea, [contenteditable=true]";
const OWN_ARROWS = "input, textarea, select, [contenteditable=true], .cm-editor, [role=slider], .as-stage g[tabindex]";

// A page that Voila serves is the explorer's own; anywhere else it is a guest in somebody's notebook.
const isGuest = () => document.body.dataset.voila !== "voila";

function giveAttributes(root, marks) {
  for (const [selector, attributes] of Object.entries(marks)) {
    for (const element of root.querySelectorAll(selector)) {
      for (const [name, value] of Object.entries(attributes)) {
        if (value === null) element.removeAttribute(name);
        else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
      }
    }
  }
}

// Controls are drawn whenever their views arrive, so names are given again after each change of the page.
function nameControls(root, marks) {
  giveAttributes(root, marks);
  // A button that shows only a sign is named by its tip.
  for (const button of root.querySelectorAll(".as-walk[title]")) button.setAttribute("aria-label", button.title);
  for (const button of root.querySelectorAll(".widget-toggle-button, .widget-toggle-buttons button")) {
    button.setAttribute("aria-pressed", String(button.classList.contains("mod-active")));
  }
}

function watchTheme(root, model) {
  const wish = matchMedia("(prefers-color-scheme: dark)");
  const dark = () =>
    isGuest() ? document.body.dataset.jpThemeLight === "false" : wish.matches;
  const tell = () => model.send({ kind: "dark", dark: dark() });
  const themes = new MutationObserver(tell);
  themes.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  wish.addEventListener("change", tell);
  tell();
  return () => {
    themes.disconnect();
    wish.removeEventListener("change", tell);
  };
}

// Where there is no more room than on a phone, what else stands side by side is drawn one below the other.
function watchWidth(root, model) {
  let narrow = false;
  const sizes = new ResizeObserver(() => {
    const now = root.clientWidth <= NARROW;
    if (!root.clientWidth || now === narrow) return; // out of sight it has no width
    narrow = now;
    model.send({ kind: "narrow", narrow });
  });
  sizes.observe(root);
  return () => sizes.disconnect();
}

function paintTheme(root, model) {
  root.classList.toggle("as-dark", model.get("dark"));
  if (!isGuest()) document.documentElement.classList.toggle("as-dark-page", model.get("dark"));
}

// Ctrl+Z takes back, Ctrl+Shift+Z and Ctrl+Y do again; in a box that is being written in they are the box's own.
function takesBack(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (key === "z") return event.shiftKey ? "redo" : "undo";
  return key === "y" && !event.shiftKey ? "redo" : null;
}

function watchKeys(root, model) {
  const moves = { ArrowRight: 1, ArrowLeft: -1, End: 99, Home: -99 };
  // A served page is the explorer's own, so its keys work everywhere; in a notebook only inside the explorer,
  // and of several explorers on a page only the first answers when the focus is in none of them.
  const isMine = (target) =>
    root.contains(target) ||
    (!isGuest() && !target.closest?.(ROOT) && document.querySelector(ROOT) === root);
  const onKey = (event) => {
    const target = event.target;
    if (!isMine(target)) return;
    // JupyterLab's shortcuts leave an element alone that says so; window capture comes before them.
    if (root.contains(target)) target.setAttribute("data-lm-suppress-shortcuts", "true");
    const back = takesBack(event);
    if (back && !target.closest?.(WRITES)) {
      event.preventDefault();
      event.stopPropagation();
      model.send({ kind: "key", key: back });
      return;
    }
    const by = moves[event.key];
    if (!by && !KEYS.includes(event.key)) return;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest?.(OWN_ARROWS)) return;
    event.preventDefault();
    event.stopPropagation();
    model.send(by ? { kind: "step", by } : { kind: "key", key: event.key });
  };
  window.addEventListener("keydown", onKey, true);
  return () => window.removeEventListener("keydown", onKey, true);
}

// The clipboard belongs to secure origins; elsewhere the old way still works: select it, and copy the selection.
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const box = document.createElement("textarea");
  box.value = text;
  document.body.append(box);
  box.select();
  const done = document.execCommand("copy");
  box.remove();
  if (!done) throw new Error("the browser does not let the page copy");
}

function watchCopying(root, region) {
  const onClick = async (event) => {
    const button = event.target.closest?.("[data-copy]");
    if (!button || !root.contains(button)) return;
    const label = button.dataset.label ?? (button.dataset.label = button.textContent);
    // A link is the page's own address with the state's query: what the address bar says may lag behind.
    const link = `${location.origin}${location.pathname}${button.dataset.copy && "?"}${button.dataset.copy}`;
    const said = await copy(button.dataset.copyAs === "link" ? link : button.dataset.copy).then(() => "Copied", () => "Could not copy");
    region.textContent = button.textContent = said;
    setTimeout(() => (button.textContent = label), 2000);
  };
  root.addEventListener("click", onClick);
  return () => root.removeEventListener("click", onClick);
}

// Buttons that Python wrote as HTML: they say what they are for, and get the focus back when they are written anew.
function watchButtons(root, model) {
  let last = null;
  const find = () => last && root.querySelector(`[data-send="${last.send}"][data-with="${last.with}"]`);
  const onClick = (event) => {
    const button = event.target.closest?.("[data-send]");
    if (!button || !root.contains(button)) return;
    last = { send: button.dataset.send, with: button.dataset.with ?? "" };
    model.send({ kind: last.send, with: last.with });
  };
  const onChange = new MutationObserver(() => {
    if (document.activeElement === document.body) find()?.focus({ preventScroll: true });
  });
  const forget = (event) => event.target.closest?.("[data-send]") || (last = null);
  root.addEventListener("click", onClick);
  root.addEventListener("focusin", forget);
  onChange.observe(root, { childList: true, subtree: true });
  return () => {
    root.removeEventListener("click", onClick);
    root.removeEventListener("focusin", forget);
    onChange.disconnect();
  };
}

// A message stands over the picture; on a long page, where that is out of sight, it is shown once more at the foot.
function watchProblems(root) {
  const toast = document.createElement("div");
  toast.className = "as-toast";
  toast.popover = "manual"; // in the browser's top layer no ancestor can catch it
  toast.setAttribute("aria-hidden", "true"); // read out once is enough
  root.append(toast);
  const hide = () => toast.matches(":popover-open") && toast.hidePopover();
  const show = () => {
    const said = root.querySelector(".as-problem [role=alert]");
    const box = said?.getBoundingClientRect();
    const seen = box && box.top >= 0 && box.bottom <= innerHeight;
    hide();
    toast.textContent = said && !seen ? said.textContent : "";
    if (toast.textContent) toast.showPopover();
  };
  const region = root.querySelector(".as-problem");
  const messages = new MutationObserver(show);
  if (region && toast.showPopover) messages.observe(region, { childList: true, subtree: true, characterData: true });
  toast.addEventListener("click", hide);
  return () => {
    messages.disconnect();
    toast.remove();
  };
}

function clock(model) {
  let timer = null;
  const set = () => {
    clearInterval(timer);
    timer = null;
    if (model.get("playing")) timer = setInterval(() => document.hidden || model.send({ kind: "tick" }), PACE);
  };
  model.on("change:playing", set);
  set();
  return () => {
    clearInterval(timer);
    model.off("change:playing", set);
  };
}

function attached(el, then) {
  const root = el.closest(ROOT);
  if (root) return then(root);
  let frame = requestAnimationFrame(function look() {
    const found = el.closest(ROOT);
    if (found) then(found);
    else frame = requestAnimationFrame(look);
  });
  return () => cancelAnimationFrame(frame);
}

// What is told of another wrong turn is read from its beginning, wherever the last one was left.
function readFromTheTop(root) {
  const told = root.querySelector(".as-verdict h2")?.textContent ?? "";
  if (root.dataset.told === told) return;
  root.dataset.told = told;
  const column = root.querySelector(".as-meaning");
  if (column?.scrollTop) column.scrollTop = 0;
}

function render({ model, el }) {
  const undo = [];
  const region = document.createElement("p");
  region.setAttribute("role", "status");
  region.className = "as-said";
  el.append(region);
  undo.push(
    attached(el, (root) => {
      // Names can wait until the picture is on screen; what the page shows, and where, can't.
      let planned = 0;
      const name = () => {
        planned = 0;
        nameControls(root, model.get("marks"));
        readFromTheTop(root);
      };
      const nameSoon = () => {
        planned ||= setTimeout(name, SOON);
      };
      const mark = () => {
        const page = ".as-page";
        giveAttributes(root, { [page]: model.get("marks")[page] ?? {} });
        nameSoon();
      };
      const paint = () => paintTheme(root, model);
      const say = () => (region.textContent = model.get("say"));
      const pages = new MutationObserver(nameSoon);
      pages.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
      model.on("change:marks", mark);
      model.on("change:dark", paint);
      model.on("change:say", say);
      name();
      paint();
      undo.push(() => {
        pages.disconnect();
        clearTimeout(planned);
        model.off("change:marks", mark);
        model.off("change:dark", paint);
        model.off("change:say", say);
      });
      undo.push(
        watchTheme(root, model), watchKeys(root, model), watchCopying(root, region), watchButtons(root, model),
        watchProblems(root), watchWidth(root, model), clock(model),
      );
    }),
  );
  return () => undo.forEach((stop) => stop?.());
}

export default { render };
