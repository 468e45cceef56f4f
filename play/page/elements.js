/** Helpers that create elements. Text is never parsed as HTML. */

import { element } from "./graph.js";

export { element };

export const byId = (name) => document.getElementById(name);

// Descriptions of bundled agents.
const AGENTS = {
  random: "random: any legal move",
  greedy: "greedy: medium strength, fast",
  trained: "trained: strong, fast",
};

/** Append a button that calls `clicked`, and return it. */
export function button(parent, text, clicked, attributes = {}) {
  const made = element(parent, "button", { type: "button", ...attributes }, text);
  made.addEventListener("click", clicked);
  return made;
}

/** Return a description of an agent; files of users are called by the names of their runs. */
export function agentWords(name) {
  const [, kind, number] = name.match(/^(search|guided)-(\d+)$/) ?? [];
  if (kind) return `${kind}: ${number} simulations per decision`;
  return AGENTS[name] ?? name.replace(/^(?:.*[/:])?([^/]+)\/agent\.\w+$/, "$1");
}

/** Show an icon of `icons.svg` in a button, with `words` as its name and tooltip. */
export function showIcon(made, icon, words) {
  if (made.firstChild && made.dataset.icon === icon && made.title === words) return;
  made.dataset.icon = icon;
  made.title = words;
  made.setAttribute("aria-label", words);
  made.replaceChildren();
  element(element(made, "svg", { class: "icon", "aria-hidden": "true" }), "use", { href: `/page/icons.svg#${icon}` });
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
