// One trip as it was worked out when the lesson was written: looked up here, and never computed.

const PREFIX = "as0-";
const CELL = /<g id="as0-([^"@]*)">/g;

export const canUnpack = () => typeof DecompressionStream === "function";

// The trip is compressed and written as letters.
export async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return openTrip(JSON.parse(await new Response(stream).text()));
}

function openTrip(record) {
  const { numbers, pieces } = record;
  const turns = new Map(record.turns.map((turn) => [turn.key, turn]));

  // A picture is kept once for each number of decimals, after the first as what differs from it.
  const pictureOf = ({ place, turn, step, words, book, follow, decimals }) => {
    const taken = place === "wrong_turns" ? turns.get(turn).pictures[words][book][step] : undefined;
    const [drawn, name] = [record.pictures[words][book], place === "two_flips" ? place : step];
    const [first, ...others] = taken ?? drawn[`${name}/${follow}`] ?? drawn[name];
    return { ...first, ...others[decimals - 1] };
  };
  // A piece is one text, or one for each way to paint it: by origin light and dark, by value light and dark.
  const svgOf = ({ svg }, { dark, painted }) => {
    const byValue = painted === "value" ? 1 : 0;
    const way = svg.length > 1 ? Number(dark) : 2 * byValue + Number(dark);
    const written = (piece) => (typeof piece === "string" ? piece : piece[way]);
    return (svg[byValue] ?? svg[0]).map((number) => written(pieces[number])).join("");
  };
  // A picture's ids by the slots of the numbers that they show; a number may be drawn more than once.
  const idsOf = (picture, svg) => {
    const slots = new Map();
    const ids = new Map();
    if (!picture.cells) return { slots, ids };
    const note = (id, slot, lit = id) => {
      slots.set(id, slot);
      ids.set(slot, [...(ids.get(slot) ?? []), lit]);
    };
    [...svg.matchAll(CELL)].forEach(([, id], i) => note(id, picture.cells[i]));
    for (const [image, [columns, found]] of Object.entries(picture.images)) {
      found.forEach((slot, i) => {
        const [row, column] = [Math.floor(i / columns), i % columns];
        note(`${image}:${row}:${column}`, slot, `${image}:${row}:${column}:${row}:${column}`);
      });
    }
    return { slots, ids };
  };
  const walked = (chunks) => {
    const met = [];
    for (const chunk of chunks.map((number) => numbers.chunks[number])) {
      for (let i = 0; i < chunk.length; i += 2) for (let j = 0; j < chunk[i + 1]; j++) met.push(chunk[i] + j);
    }
    return met;
  };

  return {
    ...record,
    turnOf: (key) => turns.get(key),
    frame(state, paint) {
      const picture = pictureOf(state);
      const svg = svgOf(picture, paint);
      return { picture, svg, prefix: PREFIX, ...idsOf(picture, svg) };
    },
    told(slot, words) {
      const [where, value, ...lines] = numbers.told[words][slot];
      return { where, value, lines };
    },
    operands: (slot) => numbers.operands[slot],
    traced: (slot) => [...walked(numbers.back[slot]), ...walked(numbers.onward[slot])],
    verdicts: (slot) => numbers.verdicts[slot],
    // Before the step at which it is taken, a wrong turn's way is the right way.
    isStillRight: ({ place, turn, step, words }) => place === "wrong_turns" && !(step in turns.get(turn).pictures[words][0]),
  };
}
