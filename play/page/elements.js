/** Helpers that create elements. Text is never parsed as HTML. */

import { element } from "./graph.js";

export { element };

export const byId = (name) => document.getElementById(name);

/** Append a button that calls `clicked`, and return it. */
export function button(parent, text, clicked, attributes = {}) {
  const made = element(parent, "button", { type: "button", ...attributes }, text);
  made.addEventListener("click", clicked);
  return made;
}

/** Fill a <select> with options, given as pairs of value and text. */
export function offer(select, choices, chosen) {
  select.replaceChildren();
  for (const [value, words] of choices) element(select, "option", { value }, words);
  if (chosen !== undefined) select.value = chosen;
}

/** Return `text` with a capital first letter. */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Format a fraction as a percentage. */
export const percent = (share) => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;

/** Whether fingers touch the page, which need larger targets than a mouse. */
export const touch = matchMedia("(pointer: coarse)");

/** Whether pictures are drawn in regions that can be arranged, because fingers or little room need them large. */
export const narrow = matchMedia("(max-width: 60rem), (pointer: coarse)");

/** Whether the user prefers a dark background. */
export const dark = matchMedia("(prefers-color-scheme: dark)");

/** Whether the user prefers that nothing moves. */
export const still = matchMedia("(prefers-reduced-motion: reduce)");
