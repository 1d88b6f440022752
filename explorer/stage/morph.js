// From one drawing to the next: every number travels from where it stood to where it stands, lines come and go.
//
// `moves.ways` says, for each role, by which way-points its cells come: "old:after" is where the role "after" of the
// drawing before had the number, "new:before" where the role "before" of this drawing has it. Cells whose way
// has a `stagger` make their last leg in groups, one after another, by that letter of their identity ("h" for the head,
// "t" for the token). A strip of cells of one group stays rigid. `moves.lines` says which lines change: those "drawn",
// or those "rubbed" out once the cells are at home. `moves.own` is ways and lines again for this drawing by itself, with no
// `old` one: that is how a move is shown again.

import { placesOf } from "./cells.js";

const FIRST_LEG = 280; // milliseconds, all cells at once
const LAST_LEG = 440; // milliseconds for each group
const WHOLE = 1150; // milliseconds, stagger included: nothing lasts longer
const RUBBING = 270; // milliseconds of these, for what is rubbed out after a flight
const MOST = 320; // cells; more than that would be a cloud

const wantsStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function finishMorph(svg) {
  for (const animation of svg?.getAnimations({ subtree: true }) ?? []) animation.finish();
}

function waypoints(cell, way, old, now) {
  return way
    .map((point) => {
      const [when, role] = point.split(":");
      return (when === "new" ? now : old)?.get(`${role}/${cell.identity}`);
    })
    .filter(Boolean);
}

function groupOf(identity, letter) {
  const part = identity.split(":").find((each) => each[0] === letter && /^\d+$/.test(each.slice(1)));
  return part ? Number(part.slice(1)) : 0;
}

export function morph(svg, cells, old, moves) {
  const move = old ? moves : moves?.own;
  if (!move || wantsStillness()) return;
  const rubs = move.lines === "rubbed";
  const landed = flyAll(svg, cells, old, move.ways, rubs ? WHOLE - RUBBING : WHOLE);
  const lasts = rubs && landed ? RUBBING : FIRST_LEG + LAST_LEG;
  for (const line of svg.querySelectorAll(`.as-${move.lines || "none"}`)) stroke(line, rubs, rubs ? landed : 0, lasts);
}

// When the last cell is at home; 0 if none flies.
function flyAll(svg, cells, old, ways, whole) {
  // Places are read, which makes the browser lay out the page at once, only where something may fly.
  if (cells.size > MOST || !Object.keys(ways).length) return 0;
  const now = placesOf(cells);
  const unit = svg.getScreenCTM().a; // pixels: places are the screen's, shifts the drawing's
  let landed = 0;
  for (const [role, way] of Object.entries(ways)) {
    const movers = [...cells.values()].filter((cell) => cell.role === role);
    const last = Math.max(1, ...movers.map((cell) => groupOf(cell.identity, way.stagger)));
    const gap = Math.min(160, (whole - FIRST_LEG - LAST_LEG) / last);
    for (const cell of movers) {
      const home = now.get(cell.id);
      const points = waypoints(cell, way.by, old, now);
      const shifts = [...points, home].map(({ x, y }) => [(x - home.x) / unit, (y - home.y) / unit]);
      if (shifts.every(([x, y]) => Math.abs(x) + Math.abs(y) < 0.5)) continue;
      const leave = FIRST_LEG * (points.length - 1) + gap * groupOf(cell.identity, way.stagger);
      landed = Math.max(landed, fly(cell.group, shifts, leave, way.stagger ? LAST_LEG : FIRST_LEG));
    }
  }
  return landed;
}

// A line comes as if a pencil drew it, or goes as if an eraser ran back along it; one whose dashes are taken fades.
function stroke(line, rubs, delay, duration) {
  const isDashed = line.hasAttribute("stroke-dasharray");
  if (!isDashed) line.setAttribute("pathLength", "1"); // to ask how long it is would have the page laid out at once
  const [gone, there] = isDashed
    ? [{ opacity: 0 }, { opacity: 1 }]
    : ["0 1", "1 0"].map((strokeDasharray) => ({ opacity: 1, strokeDasharray }));
  const frames = rubs ? [there, gone] : [gone, there];
  line.animate(frames, { delay, duration, fill: "backwards", easing: "ease-in-out", id: "as-morph" });
}

// To the first way-point together with all others, then wait for one's group to leave, then home; tells how long it takes.
function fly(group, shifts, leave, travel) {
  const total = leave + travel;
  const frames = [{ offset: 0, shift: shifts[0] }];
  if (shifts.length > 2) frames.push({ offset: FIRST_LEG / total, shift: shifts[1] });
  if (leave > 0) frames.push({ offset: leave / total, shift: shifts.at(-2) });
  frames.push({ offset: 1, shift: shifts.at(-1) });
  group.animate(
    frames.map(({ offset, shift: [x, y] }) => ({ offset, transform: `translate(${x}px, ${y}px)`, easing: "ease-in-out" })),
    { duration: total, fill: "backwards", id: "as-morph" },
  );
  return total;
}
