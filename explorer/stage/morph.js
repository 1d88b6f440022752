// From one drawing to the next: every number travels from where it stood to where it stands.
//
// `moves.ways` says, for each role, by which way-points its cells come: "old:after" is where the role "after" of the
// drawing before had the number, "new:before" where the role "before" of this drawing has it. Cells whose way
// has a `stagger` make their last leg in groups, one after another, by that letter of their identity ("h" for the head,
// "t" for the token). A strip of cells of one group stays rigid. Without an `old` drawing only the "new" legs are flown:
// that is how a move is shown again.

const FIRST_LEG = 280; // milliseconds, all cells at once
const LAST_LEG = 440; // milliseconds for each group
const WHOLE = 1150; // milliseconds, stagger included: nothing lasts longer
const MOST = 320; // cells; more than that would be a cloud

export const wantsStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Whether anything would fly: places are read, which makes the browser lay out the page at once, only then.
export const canMorph = (cells, moves) => Boolean(moves) && cells.size <= MOST && !wantsStillness();

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

export function morph(svg, cells, old, now, moves) {
  if (!canMorph(cells, moves)) return;
  const unit = svg.getScreenCTM().a; // pixels: places are the screen's, shifts the drawing's
  for (const [role, way] of Object.entries(moves.ways)) {
    const movers = [...cells.values()].filter((cell) => cell.role === role);
    const last = Math.max(1, ...movers.map((cell) => groupOf(cell.identity, way.stagger)));
    const gap = Math.min(160, (WHOLE - FIRST_LEG - LAST_LEG) / last);
    for (const cell of movers) {
      const home = now.get(cell.id);
      const points = waypoints(cell, way.by, old, now);
      const shifts = [...points, home].map(({ x, y }) => [(x - home.x) / unit, (y - home.y) / unit]);
      if (shifts.every(([x, y]) => Math.abs(x) + Math.abs(y) < 0.5)) continue;
      const leave = FIRST_LEG * (points.length - 1) + gap * groupOf(cell.identity, way.stagger);
      fly(cell.group, shifts, leave, way.stagger ? LAST_LEG : FIRST_LEG);
    }
  }
  svg.querySelectorAll(".as-drawn").forEach(draw);
}

// A line appears as if a pencil drew it; a dashed one, whose dashes are taken, fades in.
function draw(line) {
  const long = line.getTotalLength();
  const frames = line.hasAttribute("stroke-dasharray")
    ? [{ opacity: 0 }, { opacity: 1 }]
    : [{ strokeDasharray: `0 ${long}` }, { strokeDasharray: `${long} 0` }];
  line.animate(frames, { duration: FIRST_LEG + LAST_LEG, easing: "ease-in-out", id: "as-morph" });
}

// To the first way-point together with all others, then wait for one's group to leave, then home.
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
}
