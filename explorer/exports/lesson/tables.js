// The picture as tables: for who reads rather than looks.

import { make } from "./dom.js";

export function showTables(host, { tables }, shown) {
  host.hidden = !shown;
  host.replaceChildren(...(shown ? tables.map(table) : []));
}

function table({ caption, across, down, rows, part }) {
  const head = make("tr", {}, make("td"), ...across.map((label) => make("th", { scope: "col" }, label)));
  const lines = rows.map((row, i) =>
    make("tr", {}, make("th", { scope: "row" }, down[i]), ...row.map((number) => make("td", {}, number))),
  );
  const grid = make("table", {}, make("caption", {}, caption), make("thead", {}, head), make("tbody", {}, ...lines));
  return make("div", {}, grid, ...(part ? [make("p", { class: "as-hint" }, part)] : []));
}
