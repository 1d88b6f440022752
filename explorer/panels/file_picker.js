// One file from the person's disk to the kernel. The kernel asks for each piece, so one piece at a time is on its
// way, a slow kernel is never flooded, and Cancel works at once. Names are shown as text, never as HTML.

const PATIENCE = 10000; // milliseconds without an answer
const SILENCE = "No answer for 10 seconds: the session behind this page is busy or gone. Sending was stopped.";
const UNREADABLE = "Could not be read: it changed or vanished, or it is a folder. Sending was stopped";

function sized(bytes, round = Math.round) {
  if (bytes < 1000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  const [unit, by] = bytes < 1e6 ? ["kB", 1e3] : ["MB", 1e6];
  return `${round((bytes * 10) / by) / 10} ${unit}`;
}

// Why a file can't be sent, or nothing. All of this is known before a byte of it is read.
function objection(file, model) {
  const most = model.get("most_bytes");
  const endings = model.get("accept").split(",").map((each) => each.trim().toLowerCase()).filter(Boolean);
  if (endings.length && !endings.some((ending) => file.name.toLowerCase().endsWith(ending))) {
    return `Not one of ${endings.join(", ")}, and nothing was sent`;
  }
  if (file.size === 0) return "Empty: 0 bytes, and nothing was sent";
  if (file.size > most) {
    return `Too large: ${sized(file.size, Math.ceil)}; at most ${sized(most, Math.floor)}, and nothing was sent`;
  }
  return "";
}

// Sends one file at a time; `moved(file, bytes)` and `ended(text, file)` tell how it goes.
function sender(model, { moved, ended }) {
  let current = null; // { id, file }
  let timer = null;

  function end(text) {
    const { file } = current;
    clearTimeout(timer);
    current = null;
    ended(text, file);
  }

  function stop(text) {
    const { id } = current;
    end(text);
    try {
      model.send({ kind: "cancel", id });
    } catch {
      // There is nobody left to tell.
    }
  }

  function post(content, buffers) {
    clearTimeout(timer);
    timer = setTimeout(() => stop(SILENCE), PATIENCE);
    try {
      model.send({ ...content, id: current.id }, undefined, buffers);
    } catch {
      stop("The session behind this page has ended. Nothing more is sent.");
    }
  }

  async function sendPiece({ id, file }, { from, bytes }) {
    moved(file, from);
    const piece = await file.slice(from, from + bytes).arrayBuffer().catch(() => null);
    if (current?.id !== id) return; // cancelled while the disk was read, or another file took its place
    if (piece?.byteLength !== bytes) return stop(UNREADABLE);
    post({ kind: "chunk", from }, [piece]);
  }

  function onMessage(content) {
    // The same picker shown twice hears the other's answers too.
    if (!current || content.id !== current.id) return;
    clearTimeout(timer); // a slow disk is not a silent kernel
    if (content.kind === "send") sendPiece(current, content);
    else if (content.kind === "whole") end(`Sent ${sized(current.file.size)}`);
    else if (content.kind === "refused") end(content.why);
  }

  model.on("msg:custom", onMessage);
  return {
    start(file) {
      current = { id: `${Date.now()}-${Math.random()}`, file };
      moved(file, 0);
      post({ kind: "start", name: file.name, size: file.size });
    },
    stop: (text) => current && stop(text),
    close() {
      if (current) stop("");
      model.off("msg:custom", onMessage);
    },
  };
}

function make(tag, className, properties = {}) {
  const element = Object.assign(document.createElement(tag), properties);
  element.className = className;
  return element;
}

function build(el) {
  const root = make("div", "as-file");
  const parts = {
    root,
    open: make("button", "as-file-open", { type: "button" }),
    input: make("input", "as-file-input", { type: "file", hidden: true }), // the button stands for it
    hint: make("span", "as-file-hint", { textContent: "or drop one here" }),
    progress: make("progress", "as-file-progress", { hidden: true }),
    cancel: make("button", "as-file-cancel", { type: "button", textContent: "Cancel", hidden: true }),
    message: make("span", "as-file-message"),
    said: make("span", "as-file-said"),
  };
  const status = make("p", "as-file-status");
  status.setAttribute("role", "status");
  status.append(parts.message, " ", parts.said);
  root.setAttribute("role", "group");
  root.append(parts.open, parts.input, parts.hint, parts.progress, parts.cancel, status);
  el.append(root);
  return parts;
}

// A name can turn the reading order round; inside <bdi> it can do so to itself alone.
function named(text, file) {
  return file ? [`${text}: `, make("bdi", "as-file-name", { textContent: file.name })] : [text];
}

function takeDrops(root, model, take) {
  const over = (is) => root.classList.toggle("as-file-over", is);
  root.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault(); // or the browser leaves the page to show the file
    event.dataTransfer.dropEffect = model.get("disabled") ? "none" : "copy";
    over(!model.get("disabled"));
  });
  root.addEventListener("dragleave", (event) => root.contains(event.relatedTarget) || over(false));
  root.addEventListener("drop", (event) => {
    over(false);
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    if (!model.get("disabled")) take(event.dataTransfer.files);
  });
}

function render({ model, el }) {
  const parts = build(el);
  const { open, input, progress, cancel, message, said } = parts;

  const say = (text, file) => message.replaceChildren(...named(text, file));
  const sending = (is) => {
    if (!is && cancel.matches(":focus")) open.focus(); // focus on what is hidden would be lost
    progress.hidden = cancel.hidden = !is;
  };
  const to = sender(model, {
    moved(file, bytes) {
      if (bytes === 0) say(`Sending ${sized(file.size)}`, file);
      progress.setAttribute("aria-label", `Sending ${file.name}`);
      progress.max = file.size;
      progress.value = bytes;
      sending(true);
    },
    ended(text, file) {
      say(text.replace(/\.$/, ""), file);
      sending(false);
    },
  });

  function take(files) {
    to.stop("");
    said.textContent = ""; // it was about the file before
    if (files.length > 1) return say("One file at a time, and nothing was sent");
    const why = objection(files[0], model);
    if (why) say(why, files[0]);
    else to.start(files[0]);
  }

  const paint = () => {
    parts.root.setAttribute("aria-label", model.get("label"));
    open.textContent = model.get("label");
    open.disabled = model.get("disabled");
    input.accept = model.get("accept");
  };
  const paintSaid = () => (said.textContent = model.get("said"));
  const follow = { "change:label": paint, "change:accept": paint, "change:disabled": paint, "change:said": paintSaid };

  open.addEventListener("click", () => input.click());
  cancel.addEventListener("click", () => to.stop("Cancelled"));
  input.addEventListener("change", () => {
    const files = [...input.files];
    input.value = ""; // or the same file, picked again, would change nothing
    if (files.length) take(files);
  });
  takeDrops(parts.root, model, take);
  for (const [event, then] of Object.entries(follow)) model.on(event, then);
  paint();
  paintSaid();

  return () => {
    to.close();
    for (const [event, then] of Object.entries(follow)) model.off(event, then);
    parts.root.remove();
  };
}

export default { render };
