// A few cells from near, in a box beside the one that is pointed at. What it shows is told in words elsewhere on the page.

const APART = 14; // pixels from the cell

export function makeLens(el) {
  const box = document.createElement("div");
  box.className = "as-lens";
  box.setAttribute("aria-hidden", "true");

  // Beside the cell at the side where there is room; never outside of the stage, nor of what is seen of it.
  const place = (near, wide, tall) => {
    const stage = el.getBoundingClientRect();
    const room = {
      left: Math.max(stage.left, 0),
      top: Math.max(stage.top, 0),
      right: Math.min(stage.left + el.clientWidth, innerWidth),
      bottom: Math.min(stage.top + el.clientHeight, innerHeight),
    };
    const beside = (before, after, low, high, size) => {
      const at = after + APART + size <= high ? after + APART : before - APART - size;
      return Math.max(low, Math.min(at, high - size));
    };
    const x = beside(near.left, near.right, room.left, room.right, wide);
    const y = beside(near.top, near.bottom, room.top, room.bottom, tall);
    box.style.left = `${x - stage.left - el.clientLeft + el.scrollLeft}px`;
    box.style.top = `${y - stage.top - el.clientTop + el.scrollTop}px`;
  };

  return {
    show(near, cell) {
      box.innerHTML = near.svg;
      box.querySelectorAll("svg > :is(title, desc)").forEach((told) => told.remove());
      const { width, height } = box.firstElementChild.viewBox.baseVal;
      box.style.width = `${width}px`;
      box.style.height = `${height}px`;
      el.append(box);
      place(cell.getBoundingClientRect(), box.offsetWidth, box.offsetHeight);
    },
    hide() {
      box.remove();
      box.replaceChildren();
    },
  };
}
