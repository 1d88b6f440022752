// Put into both pages before anything else runs. It measures one change at a time: `bench.arm(selector)`, then a real key
// or click, then `await bench.done()`.
//
// Start: the time stamp that the browser gave the key or click. End: the first frame that shows a changed picture, when the
// browser's main thread has finished drawing it. That is a message posted from the requestAnimationFrame callback that
// first finds the picture changed: it arrives after that frame's styles, layout and paint.
//
// A picture has changed when cells were written (ours: DOM mutations of the drawing) or another image is there and decoded
// (the rival). A frame is blank when the picture then has no cell (ours), or no decoded image (the rival).
(() => {
  const log = []; // every message of the kernel's websocket: { at, bytes, out, data of a small one that came }
  const LIMIT = 30000;
  const SMALL = 4000;
  const Native = window.WebSocket;
  const size = (data) => data.byteLength ?? data.size ?? new TextEncoder().encode(data).length;
  window.WebSocket = class extends Native {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => {
        const bytes = size(data);
        log.push({ at: performance.now(), bytes, out: false, data: bytes < SMALL ? data : null });
      });
    }
    send(data) {
      log.push({ at: performance.now(), bytes: size(data), out: true });
      super.send(data);
    }
  };

  const kinds = {
    ours: {
      host: ".as-picture .as-paper",
      full: (host) => Boolean(host.querySelector('svg g[id*="/"]')),
      look: () => null,
      observe: { childList: true, characterData: true, subtree: true, attributes: true, attributeFilter: ["fill"] },
    },
    rival: {
      host: ".widget-interact .jp-OutputArea",
      full: (host) => Boolean(images(host).find((image) => image.complete && image.naturalWidth)),
      look: (host) => images(host).map((image) => image.src).join(),
      observe: null,
    },
  };
  const images = (host) => [...host.querySelectorAll("img")];
  const frame = () => new Promise((react) => requestAnimationFrame(react));
  const afterPaint = (react) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = react;
    channel.port2.postMessage(null);
  };

  let running = null;

  function arm(page) {
    const kind = kinds[page];
    const host = document.querySelector(kind.host);
    const before = kind.look(host);
    const trial = { start: null, written: null, draws: 0, blank: 0, frames: 0 };
    log.length = 0;
    const begin = (event) => {
      if (trial.start === null && event.isTrusted) trial.start = event.timeStamp;
    };
    const inputs = ["keydown", "click"];
    for (const name of inputs) window.addEventListener(name, begin, true);
    const observer = new MutationObserver(() => {
      trial.written ??= performance.now();
      trial.draws++;
    });
    if (kind.observe) observer.observe(host, kind.observe);
    const changed = () => {
      if (kind.observe) return trial.written !== null;
      if (kind.look(host) === before || !kind.full(host)) return false;
      trial.written ??= performance.now();
      return true;
    };
    const stop = () => {
      for (const name of inputs) window.removeEventListener(name, begin, true);
      observer.disconnect();
      trial.over = true;
    };
    running = new Promise((finish, fail) => {
      const clock = setTimeout(() => fail(new Error(`${page}: no changed frame in ${LIMIT} ms, ${JSON.stringify(trial)}`)), LIMIT);
      const tick = () => {
        if (trial.over) return;
        trial.frames++;
        if (trial.start !== null && !kind.full(host)) trial.blank++;
        if (trial.end === undefined && changed()) {
          trial.end = 0;
          afterPaint(() => {
            trial.end = performance.now();
            clearTimeout(clock);
            quiet(host).then(() => finish(summed(trial)), fail).finally(stop);
          });
        }
        requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    });
    running.catch(() => {});
  }

  const saysIdle = ({ data }) => {
    if (!data) return false;
    const text = typeof data === "string" ? data : new TextDecoder().decode(data);
    return /"execution_state": ?"idle"/.test(text);
  };

  // Until the kernel has finished all it was asked for, nothing more has come for a while, and nothing flies.
  async function quiet(host) {
    const limit = performance.now() + LIMIT;
    const idle = new Map(); // each message is read once
    const isIdle = (each) => {
      if (!idle.has(each)) idle.set(each, saysIdle(each));
      return idle.get(each);
    };
    const owed = () => log.filter((each) => each.out).length - log.filter((each) => !each.out && isIdle(each)).length;
    const still = () => performance.now() - (log.at(-1)?.at ?? 0) > 100;
    const flies = () => host.getAnimations({ subtree: true }).some((each) => each.playState === "running");
    while (!still() || owed() > 0 || flies()) {
      if (performance.now() > limit) throw new Error(`not quiet: ${owed()} requests unanswered, in flight: ${flies()}`);
      await new Promise((react) => setTimeout(react, 20));
    }
  }

  function summed({ start, written, end, draws, blank, frames }) {
    const [sent, got] = [log.filter((each) => each.out), log.filter((each) => !each.out)];
    const total = (messages) => messages.reduce((sum, each) => sum + each.bytes, 0);
    const until = got.filter((each) => each.at <= written);
    return {
      total: end - start,
      to_send: sent[0].at - start, // the browser's own controls
      to_answer: (until.at(-1)?.at ?? written) - sent[0].at, // server, kernel, and back: the message that drew
      to_write: written - (until.at(-1)?.at ?? written), // from that message to the changed DOM
      to_frame: end - written, // waiting for the frame, styles, layout, paint
      to_idle: got.at(-1).at - start, // until the kernel has said everything
      received: total(got),
      sent: total(sent),
      messages: got.length,
      draws,
      blank,
      frames,
    };
  }

  // When something is there for the first time, in milliseconds since the person asked for the page.
  async function first(selector) {
    const there = () => [...document.querySelectorAll(selector)].some((element) => element.getClientRects().length);
    while (!there()) await frame();
    return performance.now();
  }

  async function firstPicture(page) {
    const host = () => document.querySelector(kinds[page].host);
    while (!host() || !kinds[page].full(host())) await frame();
    return performance.now();
  }

  // A key's message may only be on its way when this is asked.
  async function settled(page) {
    await new Promise((react) => setTimeout(react, 100));
    await quiet(document.querySelector(kinds[page].host));
    log.length = 0;
  }

  window.bench = { arm, done: () => running, first, firstPicture, settled };
})();
