// Sizes on sliders, one for each letter in which the lesson's trips differ; the list beside them names each trip whole.

import { make } from "./dom.js";

export function makeSliders(host, numbers, shown, choose) {
  const valuesOf = (letter) => [...new Set(numbers.map((one) => one[letter]))].sort((a, b) => a - b);
  const letters = Object.keys(numbers[0]).filter((letter) => valuesOf(letter).length > 1);
  const sliders = letters.map((letter) => {
    const values = valuesOf(letter);
    const input = make("input", { type: "range", min: 0, max: values.length - 1, step: 1, "aria-label": letter });
    const told = make("output");
    input.addEventListener("input", () => choose(nearest(numbers, shown(), letter, values[input.value])));
    host.append(make("label", { class: "as-field" }, letter, input, told));
    return { letter, values, input, told };
  });
  return (size) => {
    for (const { letter, values, input, told } of sliders) {
      const value = numbers[size][letter];
      input.value = values.indexOf(value);
      input.setAttribute("aria-valuetext", `${letter} ${value}`);
      told.textContent = value;
    }
  };
}

// Of the trips with this size, the one whose other sizes are least far from those shown.
function nearest(numbers, from, letter, value) {
  const far = (one) => Object.keys(one).reduce((sum, each) => sum + Math.abs(one[each] - numbers[from][each]), 0);
  const fitting = numbers.map((one, size) => [size, one]).filter(([, one]) => one[letter] === value);
  return fitting.reduce((best, each) => (far(each[1]) < far(best[1]) ? each : best))[0];
}
