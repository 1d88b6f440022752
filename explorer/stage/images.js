// Grids that are one image, `prefix + role + "/@" + number of the panel`: where a pointer or a cursor is in one, and what is lit.
// A cell is told as `id + ":" + row + ":" + column`; what is lit comes as rectangles, `id + ":" + top:left:bottom:right`.

const SVG_NAMES = "http://www.w3.org/2000/svg";
const LEAST_CURSOR = 6; // pixels: a cell may be finer than a dot
const ANSWER_WITHIN = 600; // milliseconds: after that nobody waits for an answer any more
const STRIDES = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], PageUp: [-10, 0], PageDown: [10, 0] };

function makeShape(parent, name, className) {
  const made = document.createElementNS(SVG_NAMES, name);
  made.setAttribute("class", className);
  parent.append(made);
  return made;
}

export function findImages(svg, prefix) {
  const images = new Map();
  for (const group of svg.querySelectorAll(`g[id^="${prefix}"][data-rows]`)) {
    const picture = group.querySelector("image");
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(picture.getAttribute(name)));
    const rows = Number(group.dataset.rows);
    const columns = Number(group.dataset.cols);
    const over = makeShape(group, "g", "as-over");
    const wide = width / columns;
    const tall = height / rows;
    images.set(group.id.slice(prefix.length), { id: group.id.slice(prefix.length), group, picture, over, x, y, wide, tall, rows, columns });
  }
  return images;
}

export function lightImages(images, lit) {
  for (const image of images.values()) image.over.querySelectorAll("path").forEach((path) => path.remove());
  for (const [name, ids] of Object.entries(lit)) {
    const paths = new Map();
    for (const id of ids) {
      const found = id.match(/^(.*\/@\d+):(\d+):(\d+):(\d+):(\d+)$/);
      const image = found && images.get(found[1]);
      if (!image) continue;
      const [top, left, bottom, right] = found.slice(2).map(Number);
      const [wide, tall] = [(right - left + 1) * image.wide, (bottom - top + 1) * image.tall];
      const box = `M${image.x + left * image.wide} ${image.y + top * image.tall}h${wide}v${tall}h${-wide}z`;
      paths.set(image, (paths.get(image) ?? "") + box);
    }
    for (const [image, box] of paths) makeShape(image.over, "path", `as-${name}`).setAttribute("d", box);
  }
}

// A cursor that can be seen on any colour: ink within paper.
function drawCursor({ image, row, column }) {
  const least = LEAST_CURSOR / image.picture.getScreenCTM().a;
  const [wide, tall] = [Math.max(image.wide, least), Math.max(image.tall, least)];
  const place = {
    x: image.x + (column + 0.5) * image.wide - wide / 2,
    y: image.y + (row + 0.5) * image.tall - tall / 2,
    width: wide,
    height: tall,
  };
  const rects = [...image.over.querySelectorAll("rect")];
  if (!rects.length) rects.push(...["as-cursor-paper", "as-cursor"].map((name) => makeShape(image.over, "rect", name)));
  for (const rect of rects) for (const [name, size] of Object.entries(place)) rect.setAttribute(name, size);
  return rects[1];
}

function rubCursor({ image }) {
  image.over.querySelectorAll("rect").forEach((rect) => rect.remove());
}

const within = (place, count) => Math.min(Math.max(place, 0), count - 1);

export function watchImages(host, drawing, send, lens) {
  const remembered = new Map(); // by image: where one was
  let here = null; // { image, row, column }
  let told = null; // the cell that was told last
  let since = 0; // when, while the answer is still to come
  let planned = 0;

  const nameOf = (at) => at && `${at.image.id}:${at.row}:${at.column}`;
  const imageAt = (event) => {
    const group = event.target.closest?.("g[data-rows]");
    const now = drawing();
    return group && now ? now.images.get(group.id.slice(now.frame.prefix.length)) : undefined;
  };
  // At most once a frame, and no more while an answer is to come: a pointer passes over more cells than anybody can explain.
  const tell = () => {
    planned = 0;
    const name = nameOf(here);
    if (name === told) return;
    if (name && since && performance.now() - since < ANSWER_WITHIN) return plan();
    told = name;
    since = name ? performance.now() : 0;
    send({ kind: "touch", cell: name });
  };
  const plan = () => {
    planned ||= requestAnimationFrame(tell);
  };
  const point = (image, row, column) => {
    const next = { image, row: within(row, image.rows), column: within(column, image.columns) };
    if (nameOf(next) === nameOf(here)) return;
    if (here && here.image !== image) rubCursor(here);
    here = next;
    remembered.set(image.id, here);
    drawCursor(here);
    plan();
  };
  const leave = () => {
    if (!here) return;
    rubCursor(here);
    here = null;
    lens.hide();
    tell();
  };
  const pin = (name) => {
    told = name;
    since = 0;
    send({ kind: "pin", cell: name });
  };
  const pointBy = (event) => {
    const image = imageAt(event);
    if (!image) return undefined;
    const box = image.picture.getBoundingClientRect();
    const down = Math.floor(((event.clientY - box.y) / box.height) * image.rows);
    point(image, down, Math.floor(((event.clientX - box.x) / box.width) * image.columns));
    return image;
  };

  const listeners = {
    pointermove: pointBy,
    pointerout: (event) => {
      if (imageAt(event) && !imageAt(event).group.contains(event.relatedTarget)) leave();
    },
    focusin: (event) => {
      const image = imageAt(event);
      const { row, column } = (image && remembered.get(image.id)) ?? { row: 0, column: 0 };
      if (image) point(image, row, column);
    },
    focusout: (event) => {
      if (imageAt(event)) leave();
    },
    click: (event) => {
      if (event.detail > 1) return; // the second press of a double one types, see typing.js
      const image = pointBy(event);
      if (!image) return;
      const name = nameOf(here);
      image.group.focus({ preventScroll: true });
      pin(name);
    },
    keydown: (event) => {
      const image = imageAt(event);
      if (!image || event.ctrlKey || event.metaKey || event.altKey) return;
      const at = here ?? remembered.get(image.id) ?? { row: 0, column: 0 };
      if (event.key === "Enter" || event.key === " ") {
        point(image, at.row, at.column);
        pin(nameOf(here));
      } else if (event.key === "Escape") {
        leave();
        pin(null);
      } else if (event.key in STRIDES) {
        const [down, right] = STRIDES[event.key].map((by) => (event.shiftKey && Math.abs(by) === 1 ? 10 * by : by));
        point(image, at.row + down, at.column + right);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
  for (const [name, react] of Object.entries(listeners)) host.addEventListener(name, react);

  return {
    // A new drawing: each image is a stop of Tab; whoever had the focus gets it back.
    adopt(now, focusedId) {
      here = told = null;
      since = 0;
      lens.hide();
      for (const image of now.images.values()) {
        image.group.setAttribute("tabindex", "0");
        image.group.setAttribute("role", "img");
        image.group.setAttribute("aria-label", image.group.querySelector("title").textContent);
      }
      const again = focusedId && now.images.get(focusedId.slice(now.frame.prefix.length));
      if (again) again.group.focus({ preventScroll: true });
    },
    // The cell of an image that a person is at, as typing.js wants it.
    under(target) {
      const image = imageAt({ target });
      const at = image && (here?.image === image ? here : remembered.get(image.id));
      if (!at) return undefined;
      const role = image.id.slice(0, image.id.indexOf("/"));
      return { id: nameOf(at), role, group: image.group, paper: drawCursor(at), title: image.group.querySelector("title") };
    },
    // What is pointed at, from near.
    answer(near) {
      if (near.at === told) since = 0;
      if (near.at && near.at === nameOf(here) && near.frame === drawing()?.frame.id) lens.show(near, drawCursor(here));
      else if (!near.at) lens.hide();
    },
    stop() {
      cancelAnimationFrame(planned);
      for (const [name, react] of Object.entries(listeners)) host.removeEventListener(name, react);
    },
  };
}
