// Typing over a number where it stands: a digit, F2 or a double press opens a small box over the cell; Enter or leaving
// it sends what was typed, Escape lets be. A block that is pasted on a cell is sent as it is. Which roles can be typed
// over, Python says; what a text means is its affair too.

const STARTS = /^[0-9.,+\u2212-]$/;

export function watchTyping(host, drawing, editable, inImage, send) {
  let open = null; // { box, cell }

  const cellOf = (target) => {
    const now = drawing();
    const group = target.closest?.("g[id]");
    const cell = group && (now?.cells.get(group.id.slice(now.frame.prefix.length)) ?? inImage(target));
    return cell && editable().includes(cell.role) ? cell : undefined;
  };

  const close = (sending) => {
    if (!open) return;
    const { box, cell } = open;
    open = null; // before the box is removed: that blurs it
    const text = box.value.trim();
    const hadFocus = document.activeElement === box;
    box.remove();
    if (hadFocus) cell.group.focus({ preventScroll: true });
    if (sending && text) send({ kind: "type", cell: cell.id, text });
  };

  const begin = (cell, text) => {
    close(true);
    const box = document.createElement("input");
    box.className = "as-typing";
    box.setAttribute("aria-label", `A new number for: ${cell.title.textContent}`);
    box.inputMode = "decimal";
    box.autocomplete = "off";
    box.value = text;
    const at = cell.paper.getBoundingClientRect();
    const paper = host.getBoundingClientRect();
    const width = Math.max(at.width, 64);
    const middle = at.x + at.width / 2 - paper.x; // over a narrow cell at the edge the box moves in
    Object.assign(box.style, {
      left: `${Math.max(0, Math.min(middle - width / 2, paper.width - width))}px`,
      top: `${at.y - paper.y}px`,
      width: `${width}px`,
      height: `${Math.max(at.height, 26)}px`,
    });
    box.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter" || event.key === "Escape") {
        event.preventDefault();
        close(event.key === "Enter");
      }
    });
    box.addEventListener("blur", () => close(true));
    host.append(box);
    open = { box, cell };
    box.focus({ preventScroll: true });
    box.setSelectionRange(text.length, text.length);
  };

  const listeners = {
    dblclick: (event) => {
      const cell = cellOf(event.target);
      if (cell) begin(cell, "");
    },
    keydown: (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const starts = STARTS.test(event.key);
      const cell = starts || event.key === "F2" ? cellOf(event.target) : undefined;
      if (!cell) return;
      event.preventDefault();
      event.stopPropagation();
      begin(cell, starts ? event.key : "");
    },
  };
  for (const [name, react] of Object.entries(listeners)) host.addEventListener(name, react);
  // A paste is told to whatever has the focus, and a drawing takes none by itself.
  const onPaste = (event) => {
    const cell = host.contains(document.activeElement) ? cellOf(document.activeElement) : undefined;
    const text = cell && event.clipboardData?.getData("text/plain");
    if (!text) return;
    event.preventDefault();
    send({ kind: "paste", cell: cell.id, text });
  };
  document.addEventListener("paste", onPaste);

  return {
    close: () => close(false),
    stop() {
      close(false);
      for (const [name, react] of Object.entries(listeners)) host.removeEventListener(name, react);
      document.removeEventListener("paste", onPaste);
    },
  };
}
