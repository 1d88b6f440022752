// Pointing at a cell: by pointer, by keyboard focus, or by a tap. Tab goes from grid to grid, the arrows walk inside one,
// Enter or Space pins, Escape lets go.

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export function watchCells(host, drawing, send) {
  let touched = null;

  const cellAt = (event) => {
    const now = drawing();
    const group = event.target.closest?.("g[id]");
    return group && now ? now.cells.get(group.id.slice(now.frame.prefix.length)) : undefined;
  };
  const tell = (cell, pin = false) => {
    const id = cell?.id ?? null;
    if (id === touched && !pin) return;
    touched = id;
    twins(drawing(), cell);
    send({ kind: pin ? "pin" : "touch", cell: id });
  };

  const listeners = {
    pointerover: (event) => tell(cellAt(event)),
    pointerleave: () => tell(undefined),
    focusin: (event) => tell(cellAt(event)),
    click: (event) => {
      const cell = cellAt(event);
      if (event.detail > 1) return; // the second press of a double one types, see typing.js
      if (cell) focus(drawing(), cell), tell(cell, true);
    },
    keydown: (event) => {
      const cell = cellAt(event);
      if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Enter" || event.key === " ") tell(cell, true);
      else if (event.key === "Escape") tell(undefined, true);
      else if (event.key in STEPS) walk(drawing(), cell, STEPS[event.key]);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
  for (const [name, react] of Object.entries(listeners)) host.addEventListener(name, react);

  return {
    // A new drawing: each grid has one cell that Tab reaches; whoever had the focus gets it back.
    adopt(now, focusedId) {
      touched = null;
      for (const cell of now.cells.values()) {
        cell.group.setAttribute("tabindex", "-1");
        cell.group.setAttribute("role", "img");
        cell.group.setAttribute("aria-label", cell.title.textContent);
      }
      for (const rows of now.rows) now.cells.get(rows[0][0]).group.setAttribute("tabindex", "0");
      const again = focusedId && now.cells.get(focusedId.slice(now.frame.prefix.length));
      if (again) focus(now, again);
    },
    stop() {
      for (const [name, react] of Object.entries(listeners)) host.removeEventListener(name, react);
    },
  };
}

function focus(now, cell) {
  const rows = now.rows.find((grid) => grid.some((row) => row.includes(cell.id)));
  for (const id of rows.flat()) now.cells.get(id).group.setAttribute("tabindex", id === cell.id ? "0" : "-1");
  cell.group.focus({ preventScroll: true });
}

function walk(now, cell, [down, right]) {
  const rows = now.rows.find((grid) => grid.some((row) => row.includes(cell.id)));
  const i = rows.findIndex((row) => row.includes(cell.id));
  const j = rows[i].indexOf(cell.id);
  const row = rows[Math.min(Math.max(i + down, 0), rows.length - 1)];
  focus(now, now.cells.get(row[Math.min(Math.max(j + right, 0), row.length - 1)]));
}

// The same number, wherever else it is drawn.
function twins(now, cell) {
  if (!now) return;
  for (const each of now.cells.values()) {
    each.group.classList.toggle("as-touched", each === cell);
    each.group.classList.toggle("as-twin", Boolean(cell) && each !== cell && each.identity === cell.identity);
  }
}
