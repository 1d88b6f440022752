// One thing to take home: how far it is, a Stop, what came of it, and the file, saved as the browser saves files.
// Everything that Python says is shown as text.

const CARD = ".as-take";
const KEPT = 600_000; // milliseconds that a file can be saved once more

// A file is saved once, however often its message is shown; the bytes stay in this browser alone.
const files = new WeakMap(); // of a model: { id, url, name }

function keep(model, { id, name, type }, [bytes]) {
  const before = files.get(model);
  if (before?.id === id) return before;
  if (before) URL.revokeObjectURL(before.url);
  const file = { id, name, url: URL.createObjectURL(new Blob([bytes], { type })) };
  files.set(model, file);
  setTimeout(() => {
    URL.revokeObjectURL(file.url);
    if (files.get(model) === file) files.delete(model);
  }, KEPT);
  const link = Object.assign(document.createElement("a"), { href: file.url, download: name });
  link.click();
  return file;
}

function make(tag, className, properties = {}) {
  const element = Object.assign(document.createElement(tag), properties);
  element.className = className;
  return element;
}

// The button that was pressed can't be pressed meanwhile, and would lose the focus for good.
function followFocus(el) {
  let last = null;
  const card = () => el.closest(CARD) ?? el;
  const note = ({ target }) => {
    if (target.matches?.("button") && !el.contains(target) && card().contains(target)) last = target;
  };
  document.addEventListener("focusin", note);
  const isLost = () => !document.activeElement || document.activeElement === document.body;
  return {
    lend: (to) => last && (isLost() || document.activeElement === last) && to.focus({ preventScroll: true }),
    // A disabled button takes no focus: what says that it can be pressed again is on its way.
    giveBack: (from) => {
      const button = last;
      if (!button || !(isLost() || from.contains(document.activeElement) || document.activeElement === button)) return;
      const whenEnabled = (tries) => {
        if (!button.disabled) button.focus({ preventScroll: true });
        else if (tries) setTimeout(() => whenEnabled(tries - 1), 20);
      };
      whenEnabled(50);
    },
    stop: () => document.removeEventListener("focusin", note),
  };
}

function render({ model, el }) {
  const root = make("div", "as-delivery");
  const work = make("div", "as-delivery-work", { hidden: true });
  const progress = make("progress", "as-delivery-progress");
  const left = make("span", "as-delivery-left");
  const stop = make("button", "as-delivery-stop", { type: "button", textContent: "Stop" });
  const said = make("p", "as-delivery-said");
  const refused = make("p", "as-delivery-refused");
  const again = make("a", "as-delivery-again", { textContent: "Save it again", hidden: true });
  said.setAttribute("role", "status");
  refused.setAttribute("role", "alert");
  work.append(progress, left, stop);
  root.append(work, said, again, refused);
  el.append(root);
  const focus = followFocus(el);

  const offer = (file) => {
    again.hidden = !file;
    if (file) Object.assign(again, { href: file.url, download: file.name });
  };
  const put = (element, text) => element.textContent !== text && (element.textContent = text);

  const paint = () => {
    const { working, done, of, about, left: rest, said: text, refused: why } = model.get("shown");
    const began = working && work.hidden;
    const ended = !working && !work.hidden;
    const grew = about && !said.textContent.endsWith(about) && root.contains(document.activeElement);
    const card = el.closest(CARD);
    card?.setAttribute("role", "group");
    card?.setAttribute("aria-label", model.get("name"));
    progress.setAttribute("aria-label", working);
    progress.max = of;
    progress.value = done;
    if (began) offer(null);
    work.hidden = !working;
    // What is left changes by the second, and is for the eye; how large and how long is said once it is known.
    put(left, rest);
    put(said, working ? [working, about].filter(Boolean).join(": ") : text);
    put(refused, why);
    if (began) focus.lend(stop);
    if (ended) focus.giveBack(root);
    if (began || ended || grew) root.scrollIntoView({ block: "nearest" }); // what was pressed for is not missed
  };
  const onMessage = (content, buffers) => {
    if (content.kind === "file") offer(keep(model, content, buffers));
  };
  const onStop = () => model.send({ kind: "stop" });

  stop.addEventListener("click", onStop);
  model.on("change:shown", paint);
  model.on("msg:custom", onMessage);
  const frame = requestAnimationFrame(paint); // by then it stands in its card
  offer(files.get(model));
  return () => {
    cancelAnimationFrame(frame);
    focus.stop();
    model.off("change:shown", paint);
    model.off("msg:custom", onMessage);
    root.remove();
  };
}

export default { render };
