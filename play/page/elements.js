/** Small helpers for documents; all text is set as text. */

const SVG = "http://www.w3.org/2000/svg";

export const byId = (name) => document.getElementById(name);

/** A new element at the end of `parent`, which is given back. */
export function element(parent, tag, attributes = {}, text = "") {
  const made = tag === "svg" || parent.namespaceURI === SVG
    ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null) made.setAttribute(name, value);
  }
  if (text !== "") made.textContent = text;
  parent.append(made);
  return made;
}

/** A button that calls `clicked`. */
export function button(parent, text, clicked, attributes = {}) {
  const made = element(parent, "button", { type: "button", ...attributes }, text);
  made.addEventListener("click", clicked);
  return made;
}

/** The options of a <select>: pairs of value and words. */
export function offer(select, choices, chosen) {
  select.replaceChildren();
  for (const [value, words] of choices) element(select, "option", { value }, words);
  if (chosen !== undefined) select.value = chosen;
}

/** A fraction as a percentage. */
export const percent = (share) => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;

/** Whether the reader's system has a dark background. */
export const dark = matchMedia("(prefers-color-scheme: dark)");
