/** The picture, and above it what can be touched. */

import { element } from "./elements.js";

const SVG = "http://www.w3.org/2000/svg";

export class Picture {
  #place;
  #touched;
  #rects = new Map();

  /**
   * @param place where the picture is.
   * @param touched called with the name of a target.
   */
  constructor(place, touched) {
    this.#place = place;
    this.#touched = touched;
  }

  /** Show a frame; what had the focus keeps it. */
  show(frame) {
    const focus = document.activeElement?.dataset?.target;
    const source = `<svg xmlns="${SVG}" viewBox="0 0 ${frame.width} ${frame.height}">`
      + `${frame.parts.join("")}</svg>`;
    const svg = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", frame.told || "after the deal");
    // tooltips of the picture's groups; targets say what they are themselves
    for (const group of svg.querySelectorAll(":scope > g")) group.setAttribute("aria-hidden", "true");
    const above = element(svg, "g");
    this.#rects.clear();
    for (const [name, [x, y, width, height]] of Object.entries(frame.targets)) {
      const rect = element(above, "rect", { x, y, width, height, rx: 6, class: "target" });
      rect.dataset.target = name;
      rect.addEventListener("click", () => this.#touched(name));
      rect.addEventListener("keydown", (event) => {
        const pressed = event.key === "Enter" || event.key === " ";
        if (!pressed || event.ctrlKey || event.altKey || event.metaKey) return;
        event.preventDefault();
        event.stopPropagation();
        this.#touched(name);
      });
      element(rect, "title", {}, name);
      this.#rects.set(name, rect);
    }
    this.#place.replaceChildren(document.adoptNode(svg));
    if (focus) this.#rects.get(focus)?.focus();
  }

  /** Light up what can be touched in a choice; nothing if there is none. */
  light(choice) {
    const live = choice?.live ?? new Set(), next = choice?.next ?? new Set();
    for (const [name, rect] of this.#rects) {
      const selected = choice?.selected.has(name) ?? false;
      rect.classList.toggle("live", live.has(name));
      rect.classList.toggle("next", next.has(name));
      rect.classList.toggle("selected", selected);
      rect.classList.toggle("asleep", choice === null);
      if (live.has(name)) {
        rect.setAttribute("tabindex", "0");
        rect.setAttribute("role", "button");
        rect.setAttribute("aria-label", name);
        rect.setAttribute("aria-pressed", String(selected));
      } else {
        for (const attribute of ["tabindex", "role", "aria-pressed"]) rect.removeAttribute(attribute);
      }
    }
  }
}
