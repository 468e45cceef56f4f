/** A decision in progress: the selected targets, and the legal actions that match them. */

export class Choice {
  #actions;

  /** @param actions the legal actions, each with its targets in the picture, `targets`. */
  constructor(actions) {
    this.#actions = actions;
    this.selected = new Set();
  }

  /** The legal actions whose targets include everything selected. */
  get candidates() {
    return this.#pointingAt(this.selected);
  }

  /** The targets that can be touched: all of them, because the selection can always start afresh. */
  get live() {
    return new Set(this.#actions.flatMap((action) => action.targets));
  }

  /** The targets that can be added to the selection; none if the selection is empty. */
  get next() {
    const targets = this.candidates.flatMap((action) => action.targets);
    return new Set(this.selected.size ? targets.filter((target) => !this.selected.has(target)) : []);
  }

  /** The actions whose targets are exactly the selected ones. They can be confirmed. */
  get ready() {
    return this.candidates.filter((action) => action.targets.length === this.selected.size);
  }

  /**
   * Select a target, or deselect it. Targets that no action combines with it are deselected.
   * If only one action still matches, all its targets are selected.
   * Of equal targets, such as "card red" and "card red (2)", the first unselected one is selected.
   */
  touch(touched) {
    const alike = this.#alike(touched);
    if (this.selected.has(touched)) {
      this.selected.delete(alike.findLast((other) => this.selected.has(other)));
      return;
    }
    const target = alike.find((other) => !this.selected.has(other));
    const both = new Set([...this.selected, target]);
    this.selected = this.#pointingAt(both).length ? both : this.#withMostOf(target);
    const left = this.candidates;
    if (left.length === 1) this.selected = new Set(left[0].targets);
  }

  /** Select all targets of an action. */
  choose(action) {
    this.selected = new Set(action.targets);
  }

  #alike(target) {
    const kind = (name) => name.replace(/ \(\d+\)$/, "");
    const number = (name) => Number(name.match(/ \((\d+)\)$/)?.[1] ?? 1);
    return [...this.live].filter((other) => kind(other) === kind(target))
      .sort((one, other) => number(one) - number(other));
  }

  #pointingAt(targets) {
    return this.#actions.filter((action) => [...targets].every((t) => action.targets.includes(t)));
  }

  /** Return `target` and those selected targets that an action combines with it. */
  #withMostOf(target) {
    const kept = new Set([target]);
    for (const other of this.selected) {
      kept.add(other);
      if (!this.#pointingAt(kept).length) kept.delete(other);
    }
    return kept;
  }
}
