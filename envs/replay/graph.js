const percent = (share) => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;

const estimate = ([mean, low, high]) =>
  low === high ? percent(mean) : `${percent(mean)} (${percent(low)} – ${percent(high)})`;

/*
 * Return the measures of the graph: a title, a range, an explanation, and for each seat a line of
 * [decisions, mean, low, high].
 */
function measures(replay) {
  const last = replay.moves.length, all = replay.scores.flat(), low = Math.min(0, ...all);
  const points = {
    title: "points if the game ended now", low, high: Math.max(low + 1, ...all), how: "",
    lines: replay.players.map((_, seat) => replay.scores.map(
      (scores, number) => [number, scores[seat], scores[seat], scores[seat]])),
    text: ([value]) => value,
  };
  const chances = {
    title: "chance of winning", low: 0, high: 1, text: estimate,
    how: "Estimated from games that the agent greedy plays to the end from random deals that agree "
      + "with what the deciding player knew. The 95 % intervals are in brackets and lightly coloured.",
    lines: replay.players.map((_, seat) => {
      const line = replay.chances.map((shares, number) => [number + 1, ...shares[seat]]);
      if (!replay.win_shares) return line;
      const won = replay.win_shares[seat];
      return [...line.slice(0, -1), [last, won, won, won]];
    }),
  };
  return replay.chances.length ? [points, chances] : [points];
}

/* Draw the graph; return functions that mark a position in it and that show the next measure. */
function graph(replay, name) {
  const width = 280, height = 120, edge = 4;
  const shown = measures(replay);
  const x = (number) => edge + (width - 2 * edge) * number / Math.max(1, replay.moves.length);
  const values = replay.players.map((_, seat) => {
    const line = element(byId("legend"), "li");
    element(line, "i").style.background = SEATS[seat];
    element(line, "span", {}, name(seat));
    return element(line, "b");
  });
  let measure, cursor, at = 0;

  function draw() {
    measure = shown[Number(byId("measure").value)];
    const { title, low, high, how, lines } = measure;
    const y = (value) => height - edge - (height - 2 * edge) * (value - low) / (high - low);
    byId("graph").replaceChildren();
    const svg = element(byId("graph"), "svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
    svg.setAttribute("aria-label", `${title}, by player and decision`);
    element(svg, "line", { x1: edge, x2: width - edge, y1: y(0), y2: y(0), stroke: "#cfc8ba" });
    const path = (line, end) => line.map((point) => `${x(point[0])},${y(point[end])}`);
    lines.forEach((line, seat) => element(svg, "polygon", {
      points: [...path(line, 2), ...path(line, 3).reverse()].join(" "),
      fill: SEATS[seat], opacity: 0.2,
    }));
    lines.forEach((line, seat) => element(svg, "polyline", {
      points: path(line, 1).join(" "),
      fill: "none", stroke: SEATS[seat], "stroke-width": 2, "stroke-dasharray": DASHES[seat],
    }));
    byId("how").textContent = how;
    cursor = element(svg, "line", { y1: 0, y2: height, stroke: "#22252b" });
    go(at);
  }

  function go(number) {
    at = number;
    for (const end of ["x1", "x2"]) cursor.setAttribute(end, x(at));
    values.forEach((value, seat) => {
      const known = measure.lines[seat].findLast(([number]) => number <= at);
      value.textContent = known ? measure.text(known.slice(1)) : "–";
    });
  }

  shown.forEach(({ title }, number) => element(byId("measure"), "option", { value: number }, title));
  byId("measure").addEventListener("change", draw);
  byId("measure").disabled = shown.length === 1;
  draw();
  const next = () => {
    byId("measure").value = (Number(byId("measure").value) + 1) % shown.length;
    draw();
  };
  return { go, next };
}
