/** The picture of the table, and the targets in it that can be touched. */

import { element, sentence } from "./elements.js";

const SVG = "http://www.w3.org/2000/svg";

export class Picture {
  #place;
  #touched;
  #rects = new Map();

  /**
   * @param place the element that contains the picture.
   * @param touched a function that is called with the name of a touched target.
   */
  constructor(place, touched) {
    this.#place = place;
    this.#touched = touched;
  }

  /** Show a frame. The target that had the focus keeps it. */
  show(frame) {
    const focus = document.activeElement?.dataset?.target;
    const source = `<svg xmlns="${SVG}" viewBox="0 0 ${frame.width} ${frame.height}">`
      + `${frame.parts.join("")}</svg>`;
    const svg = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", sentence(frame.event || "start of the game"));
    // Targets have their own names, so screen readers do not need the tooltips of the groups below.
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

  /** Highlight the targets of a choice, or nothing if `choice` is null. */
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
