// The stage brings a drawing with identified cells to life: it morphs from one to the next, takes new values without a new
// drawing, and tells which cell a person points at. It knows nothing of attention.

import { findCells, patchCells, placesOf, rowsOf } from "./cells.js";
import { findImages, lightImages, watchImages } from "./images.js";
import { makeLens } from "./lens.js";
import { finishMorph, morph } from "./morph.js";
import { watchCells } from "./touch.js";
import { watchTyping } from "./typing.js";

const LIGHTS = ["operand", "traced", "pinned", "asked", "right", "chosen"];

function render({ model, el }) {
  const host = document.createElement("div");
  host.className = "as-paper";
  el.append(host);
  let drawing = null; // { svg, cells, images, rows, bright, frame }

  const show = () => {
    const frame = model.get("frame");
    if (!frame.svg) return;
    typing.close();
    const old = drawing && frame.in_motion && frame.moves ? placesOf(drawing.cells) : null;
    const focused = drawing?.svg.contains(document.activeElement) ? document.activeElement.id : null;
    host.innerHTML = frame.svg;
    host.style.minWidth = frame.room[0] + "px";
    host.style.minHeight = frame.room[1] + "px";
    const svg = host.firstElementChild;
    svg.setAttribute("preserveAspectRatio", "xMidYMin meet"); // a taller picture does not push its top about
    const cells = findCells(svg, frame.prefix);
    drawing = { svg, cells, images: findImages(svg, frame.prefix), rows: rowsOf(cells), bright: new Set(), frame };
    touch.adopt(drawing, focused);
    images.adopt(drawing, focused);
    if (frame.in_motion) morph(svg, cells, old, frame.moves);
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
    for (const cell of drawing.bright) cell.group.classList.remove(...LIGHTS.map((name) => `as-${name}`));
    drawing.bright.clear();
    for (const [name, ids] of Object.entries(lit)) {
      for (const cell of ids.map((id) => drawing.cells.get(id)).filter(Boolean)) {
        cell.group.classList.add(`as-${name}`);
        drawing.bright.add(cell);
      }
    }
    lightImages(drawing.images, lit);
  };

  const again = () => {
    if (!drawing) return;
    hurry();
    morph(drawing.svg, drawing.cells, null, drawing.frame.moves);
  };

  const near = () => images.answer(model.get("lens"));

  const touch = watchCells(host, () => drawing, (message) => model.send(message));
  const images = watchImages(host, () => drawing, (message) => model.send(message), makeLens(el));
  const typing = watchTyping(host, () => drawing, () => model.get("editable"), images.under, (message) => model.send(message));
  const hurry = () => finishMorph(drawing?.svg);
  window.addEventListener("keydown", hurry, true);
  const changes = { "change:frame": show, "change:patch": patch, "change:lit": light, "change:again": again, "change:lens": near };
  for (const [name, react] of Object.entries(changes)) model.on(name, react);
  show();
  patch();
  return () => {
    window.removeEventListener("keydown", hurry, true);
    touch.stop();
    images.stop();
    typing.stop();
    for (const [name, react] of Object.entries(changes)) model.off(name, react);
  };
}

export default { render };
