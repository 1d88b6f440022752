// The address bar, the browser's Back, and files to keep. A page that Voila serves is the explorer's own; in a
// notebook the address is somebody else's and stays as it is.

const ROOT = ".attention-shapes";
const isServed = () => document.body.dataset.voila === "voila";

// Of several explorers on a page the first has the address.
const ownsAddress = (el) => isServed() && document.querySelector(ROOT)?.contains(el);

function save({ name, text }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function render({ model, el }) {
  const here = () => location.search.replace(/^\?/, "");

  const show = () => {
    if (!ownsAddress(el)) return;
    const { query, push } = model.get("address");
    if (query === here()) return;
    const address = location.pathname + (query && `?${query}`) + location.hash;
    // A browser that is asked too often refuses; the page goes on without.
    try {
      history[push ? "pushState" : "replaceState"](null, "", address);
    } catch (error) {
      if (error.name !== "SecurityError") throw error;
    }
  };
  const visit = () => ownsAddress(el) && model.send({ kind: "visit", query: here() });
  const onFile = () => save(model.get("file"));

  model.on("change:address", show);
  model.on("change:file", onFile);
  window.addEventListener("popstate", visit);
  return () => {
    model.off("change:address", show);
    model.off("change:file", onFile);
    window.removeEventListener("popstate", visit);
  };
}

export default { render };
