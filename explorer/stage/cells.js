// The cells of a drawing, found by their ids: `prefix + role + "/" + identity`. The identity says which number it is and
// is the same wherever that number is drawn; the role says which drawing of it this is.

export function findCells(svg, prefix) {
  const cells = new Map();
  for (const group of svg.querySelectorAll(`g[id^="${prefix}"]`)) {
    const id = group.id.slice(prefix.length);
    const slash = id.indexOf("/");
    if (slash < 0) continue;
    const role = id.slice(0, slash);
    const identity = id.slice(slash + 1);
    const [paper, number, title] = ["rect", "text", "title"].map((tag) => group.querySelector(tag));
    if (!paper || !title) continue; // another writer's drawing: to look at, not to point at
    cells.set(id, { id, role, identity, group, paper, number, title });
  }
  return cells;
}

// Where each cell is now, its flight included, on the screen: two drawings need not have the same units.
export function placesOf(cells) {
  const places = new Map();
  for (const cell of cells.values()) {
    const box = cell.paper.getBoundingClientRect();
    places.set(cell.id, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  }
  return places;
}

// Rows of ids as they are read, for walking from cell to cell: panels in order, each by its rows.
export function rowsOf(cells) {
  const panels = new Map();
  for (const cell of cells.values()) {
    const panel = cell.group.parentElement;
    const y = Number(cell.paper.getAttribute("y"));
    if (!panels.has(panel)) panels.set(panel, new Map());
    const rows = panels.get(panel);
    if (!rows.has(y)) rows.set(y, []);
    rows.get(y).push(cell.id);
  }
  return [...panels.values()].map((rows) => [...rows.entries()].sort(([a], [b]) => a - b).map(([, row]) => row));
}

// A corner that says what the last change made of a number: filled where it changed, hollow where it is new.
function markNews(cell, news, ink) {
  let corner = cell.group.querySelector(".as-news");
  if (!news) return corner?.remove();
  if (!corner) {
    corner = document.createElementNS("http://www.w3.org/2000/svg", "path");
    corner.setAttribute("class", "as-news");
    const [x, y, w, h] = ["x", "y", "width", "height"].map((name) => Number(cell.paper.getAttribute(name)));
    const [right, top, leg] = [x + w - 1.5, y + 1.5, Math.min(8, 0.3 * h)];
    corner.setAttribute("d", `M${right - leg} ${top}L${right} ${top}L${right} ${top + leg}Z`);
    cell.group.append(corner);
  }
  give(corner, "fill", news === "changed" ? ink : "none");
  give(corner, "stroke", ink);
}

// Whatever is written is styled, laid out and painted anew, even where it is what stood there.
function give(element, name, text) {
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function patchCells(cells, values) {
  let at = 0;
  for (const cell of cells.values()) {
    const [fill, ink, text, title, news] = values[at++];
    give(cell.paper, "fill", fill);
    write(cell.title, title);
    give(cell.group, "aria-label", title);
    markNews(cell, news, ink);
    if (!cell.number) continue;
    give(cell.number, "fill", ink);
    write(cell.number, text);
  }
}
