const isDrawn = ([, probability]) => probability > 0 && probability < 1;

/* Return functions that show the thoughts on a position and that choose the next agent. */
function thoughts(replay, name) {
  let chosen = 0, at = 0;
  const tabs = replay.thoughts.map(({ agent }, number) => {
    const tab = element(byId("agents"), "button", {}, agent);
    tab.addEventListener("click", () => choose(number));
    return tab;
  });
  byId("thoughts").hidden = !tabs.length;

  function choose(number) {
    chosen = number;
    go(at);
  }

  function go(number) {
    at = number;
    if (!tabs.length) return;
    const over = at === replay.moves.length;
    tabs.forEach((tab, number) => {
      const agrees = !over && replay.thoughts[number].decisions[at].favourite;
      tab.setAttribute("aria-pressed", number === chosen);
      tab.classList.toggle("agrees", agrees);
      tab.title = over ? "" : agrees ? "its first choice was played" : "it prefers a different action";
    });
    byId("ranking").replaceChildren();
    byId("expected").textContent = over ? "the game is over" : summary();
    if (!over) rank();
  }

  function summary() {
    const { measure, actions } = replay.thoughts[chosen].decisions[at];
    const columns = [measure];
    if (actions.some(([, , , interval]) => interval)) columns[0] += " (95 % interval)";
    if (measure !== "probability" && actions.some(isDrawn)) columns.push("probability");
    if (actions.some((action) => action.at(-1))) columns.push("simulations");
    return `${name(replay.moves[at][0])}; actions with ${columns.join(" · ")}`;
  }

  function rank() {
    const [seat, played] = replay.moves[at];
    const { measure, actions } = replay.thoughts[chosen].decisions[at];
    const isShare = measure.includes("chance of") || measure === "probability";
    const worths = actions.map(
      ([, probability, worth]) => measure === "probability" ? probability : worth);
    const low = Math.min(0, ...worths), high = Math.max(low, ...worths);
    const scale = isShare ? 1 : high - low;
    actions.forEach((row, number) => {
      const [action, probability, , interval, simulations] = row, worth = worths[number];
      const item = element(byId("ranking"), "li");
      if (action === played) item.classList.add("played");
      element(item, "span", {}, action === played ? `${action} (played)` : action);
      const notes = [];
      if (worth === null) notes.push("not tried");
      else if (isShare) notes.push(estimate([worth, ...(interval ?? [worth, worth])]));
      else notes.push(worth.toPrecision(3));
      if (measure !== "probability" && isDrawn(row)) notes.push(percent(probability));
      if (simulations) notes.push(`${simulations}×`);
      element(item, "b", {}, notes.join(" · "));
      const bar = element(item, "i");
      bar.style.background = SEATS[seat];
      bar.style.width = `${scale && worth !== null ? 100 * (worth - low) / scale : 0}%`;
    });
  }

  return { go, next: () => choose((chosen + 1) % Math.max(1, tabs.length)) };
}
