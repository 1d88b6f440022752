// A notebook on a projector. It knows JupyterLab's cells by their classes and touches nothing of theirs but
// attributes of its own; all the looks are in presenter.css. An idea is what stands from one heading to the next.

const PANEL = ".jp-NotebookPanel";
const KEYS = { PageDown: 1, PageUp: -1 }; // what a clicker sends, and what JupyterLab has no command for
const BUSY = "input, textarea, select, [contenteditable=true], .cm-editor, .attention-shapes, .jp-Dialog, .lm-Menu";
const PICTURE = ".as-figure, .jp-RenderedSVG, .jp-RenderedImage";
const STOP = "as-present-stop"; // the event by which a second presenter ends the first
const ELSEWHERE = "Presenter mode is for a notebook in JupyterLab. Here the browser's own zoom makes letters larger.";

const titleOf = (cell) => headingOf(cell)?.textContent.replace("\u00b6", "").trim() ?? "";
const cellsOf = (notebook) => [...notebook.querySelectorAll(".jp-Cell")];
const headingOf = (cell) => cell.querySelector(".jp-RenderedMarkdown :is(h1, h2, h3)");

// What a cell has to show: a code cell that printed nothing and whose code is folded has no step of its own.
const isEmpty = (cell) =>
  cell.matches(".jp-CodeCell") && !cell.querySelector(".jp-OutputArea-child :is(pre, svg, img, table, .widget-box)");

function sideOf(cell) {
  if (cell.querySelector(".attention-shapes")) return "page";
  return cell.querySelector(PICTURE) ? "picture" : "text";
}

const beginnings = (cells) => cells.filter((cell, place) => place === 0 || headingOf(cell));

// Beside a picture that is far wider than high the text makes do with less.
function shapeOf(idea) {
  const drawn = idea.map((cell) => cell.querySelector(PICTURE)?.querySelector("svg, img")).find(Boolean);
  if (!drawn) return "text";
  const [wide, high] = drawn.viewBox
    ? [drawn.viewBox.baseVal.width, drawn.viewBox.baseVal.height]
    : [drawn.naturalWidth, drawn.naturalHeight];
  return wide > 1.5 * high ? "wide" : "picture";
}

// The cells of the idea that a cell belongs to, up to the next heading.
function ideaOf(cells, at) {
  let first = at;
  while (first > 0 && !headingOf(cells[first])) first -= 1;
  const after = cells.findIndex((cell, place) => place > first && headingOf(cell));
  return cells.slice(first, after < 0 ? cells.length : after);
}

function button(text, title, press) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.title = title;
  made.addEventListener("click", press);
  return made;
}

function makeBar(doings) {
  const bar = document.createElement("div");
  bar.className = "as-present-bar";
  bar.setAttribute("role", "toolbar");
  bar.setAttribute("aria-label", "Presenter mode");
  const where = document.createElement("span");
  where.setAttribute("role", "status");
  const ideas = document.createElement("select");
  ideas.setAttribute("aria-label", "Go to");
  ideas.addEventListener("change", () => doings.goTo(ideas.selectedIndex));
  const parts = {
    back: button("\u2039", "Back (Page Up)", () => doings.move(-1)),
    on: button("\u203a", "On (Page Down)", () => doings.move(1)),
    stepping: button("One idea at a time", "Show one idea, and go on by Page Down", () => doings.toggle("stepping")),
    code: button("Code", "Show the code, or fold it away", () => doings.toggle("code")),
    leave: button("Leave", "Back to the usual notebook", () => doings.leave()),
  };
  bar.append(where, ideas, parts.back, parts.on, parts.stepping, parts.code, parts.leave);
  return { bar, where, ideas, ...parts };
}

function start(panel, model) {
  panel.dispatchEvent(new Event(STOP));
  const notebook = panel.querySelector(".jp-Notebook");
  let last = null; // the last cell on screen while stepping

  // A cell that was hidden has its height only a frame or two after it is shown: see to it once more then.
  let settling = 0;
  const settle = (frames = 2) => {
    last.scrollIntoView({ block: "nearest" });
    cancelAnimationFrame(settling);
    if (frames) settling = requestAnimationFrame(() => settle(frames - 1));
  };
  const move = (by) => {
    const cells = cellsOf(notebook).filter((cell) => !isEmpty(cell));
    const at = cells.indexOf(last);
    last = cells[Math.min(Math.max(at + by, 0), cells.length - 1)];
    paint();
    settle();
  };
  // All before the idea is hidden now, so wherever the notebook stood scrolled to, its title may be above the view.
  const show = () => {
    const cells = cellsOf(notebook);
    ideaOf(cells, cells.indexOf(last))[0].scrollIntoView({ block: "start" });
    settle();
  };
  const goTo = (idea) => {
    last = beginnings(cellsOf(notebook))[idea];
    paint();
    show();
  };
  // Stepping begins where the teacher is; after Run All that is the last cell, and nobody begins there.
  const toggle = (name) => {
    const active = notebook.querySelector(".jp-Cell.jp-mod-active");
    if (name === "stepping" && !model.get(name) && active !== cellsOf(notebook).at(-1)) last = active;
    model.set(name, !model.get(name)); // which paints
    model.save_changes();
    if (name === "stepping" && model.get(name)) show();
  };
  const leave = () => panel.dispatchEvent(new Event(STOP));
  const parts = makeBar({ move, goTo, toggle, leave });

  function paint() {
    const stepping = model.get("stepping");
    const cells = cellsOf(notebook);
    if (!cells.includes(last)) last = cells[0];
    const at = cells.indexOf(last);
    const idea = stepping ? ideaOf(cells, at) : cells;
    const upTo = stepping ? idea.indexOf(last) : cells.length;
    notebook.dataset.asPresent = stepping ? "stepping" : "whole";
    notebook.dataset.asCode = model.get("code") ? "shown" : "folded";
    notebook.dataset.asIdea = stepping ? shapeOf(idea) : "text";
    cells.forEach((cell) => {
      cell.dataset.asSide = sideOf(cell);
      cell.dataset.asOn = idea.indexOf(cell) >= 0 && idea.indexOf(cell) <= upTo ? "yes" : "no";
    });
    const ideas = beginnings(cells);
    const titles = ideas.map(titleOf);
    if (parts.ideas.dataset.titles !== titles.join("\n")) {
      parts.ideas.dataset.titles = titles.join("\n");
      parts.ideas.replaceChildren(...titles.map((title) => new Option(title)));
    }
    parts.ideas.selectedIndex = ideas.indexOf(idea[0]);
    parts.where.textContent = stepping ? `${ideas.indexOf(idea[0]) + 1} of ${ideas.length}` : "";
    for (const part of [parts.back, parts.on, parts.where, parts.ideas]) part.hidden = !stepping;
    for (const name of ["stepping", "code"]) parts[name].setAttribute("aria-pressed", String(model.get(name)));
  }

  const onKey = (event) => {
    const by = KEYS[event.key];
    if (!by || !model.get("stepping") || !panel.offsetParent) return; // another tab is in front
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target.closest?.(BUSY)) return;
    event.preventDefault();
    event.stopPropagation();
    move(by);
  };

  // How much room a picture has is known only here; cells come and go as a teacher likes.
  const room = new ResizeObserver(() => {
    notebook.style.setProperty("--as-room", `${notebook.clientHeight}px`);
    notebook.style.setProperty("--as-wide", `${notebook.clientWidth}px`);
  });
  let planned = 0;
  const changes = new MutationObserver(() => {
    planned ||= requestAnimationFrame(() => {
      planned = 0;
      paint();
    });
  });

  const stop = () => {
    room.disconnect();
    changes.disconnect();
    cancelAnimationFrame(planned);
    cancelAnimationFrame(settling);
    window.removeEventListener("keydown", onKey, true);
    panel.removeEventListener(STOP, stop);
    model.off("change:stepping change:code", paint);
    parts.bar.remove();
    for (const name of ["asPresent", "asCode", "asIdea"]) delete notebook.dataset[name];
    for (const name of ["--as-room", "--as-wide"]) notebook.style.removeProperty(name);
    for (const cell of cellsOf(notebook)) {
      delete cell.dataset.asSide;
      delete cell.dataset.asOn;
    }
  };

  panel.append(parts.bar);
  room.observe(notebook);
  changes.observe(notebook, { childList: true, subtree: true });
  window.addEventListener("keydown", onKey, true);
  panel.addEventListener(STOP, stop);
  model.on("change:stepping change:code", paint);
  paint();
  return stop;
}

function render({ model, el }) {
  let stop = null;
  let frame = requestAnimationFrame(function look() {
    if (!el.isConnected) {
      frame = requestAnimationFrame(look);
      return;
    }
    const panel = el.closest(PANEL);
    if (panel) stop = start(panel, model);
    else el.textContent = ELSEWHERE;
  });
  return () => {
    cancelAnimationFrame(frame);
    stop?.();
  };
}

export default { render };
