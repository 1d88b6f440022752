// The stage brings a drawing with identified cells to life: it morphs from one to the next, takes new values without a new
// drawing, and tells which cell a person points at. It knows nothing of attention.

import { findCells, patchCells, placesOf, rowsOf } from "./cells.js";
import { canMorph, finishMorph, morph } from "./morph.js";
import { watchCells } from "./touch.js";

function render({ model, el }) {
  const host = document.createElement("div");
  host.className = "as-paper";
  el.append(host);
  let drawing = null; // { svg, cells, rows, frame }

  const show = () => {
    const frame = model.get("frame");
    if (!frame.svg) return;
    const old = drawing && frame.in_motion && frame.moves ? placesOf(drawing.cells) : null;
    const focused = drawing?.svg.contains(document.activeElement) ? document.activeElement.id : null;
    host.innerHTML = frame.svg;
    host.style.minWidth = frame.room[0] + "px";
    host.style.minHeight = frame.room[1] + "px";
    const svg = host.firstElementChild;
    svg.setAttribute("preserveAspectRatio", "xMidYMin meet"); // a taller picture does not push its top about
    const cells = findCells(svg, frame.prefix);
    drawing = { svg, cells, rows: rowsOf(cells), frame };
    touch.adopt(drawing, focused);
    if (frame.in_motion && canMorph(cells, frame.moves)) morph(svg, cells, old, placesOf(cells), frame.moves);
    light();
  };

  const patch = () => {
    const { frame, cells } = model.get("patch");
    if (!drawing || frame !== drawing.frame.id) return;
    patchCells(drawing.cells, cells);
  };

  const light = () => {
    if (!drawing) return;
    const lit = model.get("lit");
    for (const cell of drawing.cells.values()) {
      cell.group.classList.remove("as-operand", "as-traced", "as-pinned");
    }
    for (const [name, ids] of Object.entries(lit)) {
      for (const id of ids) drawing.cells.get(id)?.group.classList.add(`as-${name}`);
    }
  };

  const again = () => {
    if (!drawing) return;
    hurry();
    morph(drawing.svg, drawing.cells, null, placesOf(drawing.cells), drawing.frame.moves);
  };

  const touch = watchCells(host, () => drawing, (message) => model.send(message));
  const hurry = () => finishMorph(drawing?.svg);
  window.addEventListener("keydown", hurry, true);
  const changes = { "change:frame": show, "change:patch": patch, "change:lit": light, "change:again": again };
  for (const [name, react] of Object.entries(changes)) model.on(name, react);
  show();
  patch();
  return () => {
    window.removeEventListener("keydown", hurry, true);
    touch.stop();
    for (const [name, react] of Object.entries(changes)) model.off(name, react);
  };
}

export default { render };
