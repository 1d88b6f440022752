// Keys for the whole lesson, as on the page: arrows step, except inside a grid or a list, where they are its own.

const MOVES = { ArrowRight: 1, ArrowLeft: -1, End: 99, Home: -99 };
const CHOOSES = "select, input, textarea";
const GRID = ".as-stage g[tabindex]";

const PRESSES = ["Enter", " "]; // what presses a button

export function watchKeys(react) {
  // Before anybody else hears it: a grid keeps some keys to itself.
  const stop = ({ key, target }) => (target.closest?.(".as-play") && PRESSES.includes(key)) || react.stop();
  window.addEventListener("keydown", stop, true);
  window.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.(CHOOSES)) return;
    const by = MOVES[event.key];
    if (by && event.target.closest?.(GRID)) return;
    if (by) react.step(by);
    else if (event.key === "t") react.tables();
    else if (event.key === "?") react.keys();
    else if (event.key === "Escape") react.escape();
    else return;
    event.preventDefault();
  });
}
