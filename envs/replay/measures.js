const percent = (share) => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;

const estimate = ([mean, low, high]) =>
  low === high ? percent(mean) : `${percent(mean)} (${percent(low)} – ${percent(high)})`;

/* Return the measures of the graph: a title, an explanation, the curve of each seat, and a scale. */
function measures(replay) {
  const last = replay.moves.length, all = replay.scores.flat(), low = Math.min(0, ...all);
  const of = (mean, low = mean, high = mean) => ({ mean, low, high });
  const points = {
    title: "points if the game ended now", low, high: Math.max(low + 1, ...all), how: "",
    curves: replay.players.map((_, seat) => replay.scores.map((scores, at) => [at, of(scores[seat])])),
    words: (number) => Math.round(10 * number) / 10,
    value: ({ mean }) => mean,
  };
  const chances = {
    title: "chance of winning", low: 0, high: 1, words: percent,
    value: ({ mean, low, high }) => estimate([mean, low, high]),
    how: "Estimated from games that the agent greedy plays to the end from random deals that agree "
      + "with what the deciding player knew. The 95 % intervals are in brackets and lightly coloured.",
    curves: replay.players.map((_, seat) => {
      const curve = replay.chances.map((shares, at) => [at + 1, of(...shares[seat])]);
      if (!replay.win_shares) return curve;
      return [...curve.slice(0, -1), [last, of(replay.win_shares[seat])]];
    }),
  };
  return replay.chances.length ? [points, chances] : [points];
}

/* Draw the graph; return functions that mark a position in it and that show the next measure. */
function graph(replay, name, clicked) {
  const shown = measures(replay), names = replay.players.map((_, seat) => name(seat));
  let mark, at = 0;

  function draw() {
    const { title, how, curves, ...scale } = shown[Number(byId("measure").value)];
    const label = `${title}, by player and decision`;
    byId("graph").replaceChildren();
    mark = drawCurves(byId("graph"), label, names, curves, replay.moves.length, clicked, scale);
    byId("how").textContent = how;
    mark(at);
  }

  shown.forEach(({ title }, number) => element(byId("measure"), "option", { value: number }, title));
  byId("measure").addEventListener("change", draw);
  byId("measure").disabled = shown.length === 1;
  draw();
  const next = () => {
    byId("measure").value = (Number(byId("measure").value) + 1) % shown.length;
    draw();
  };
  return { go: (number) => mark(at = number), next };
}
