// Play: a step every few seconds. It never begins by itself, and any key stops it.

const PACE = 2500; // milliseconds to a step, as on the page

export function makeClock(tick) {
  let timer = null;
  return (playing) => {
    if (playing === (timer !== null)) return;
    clearInterval(timer);
    timer = playing ? setInterval(() => document.hidden || tick(), PACE) : null;
  };
}
