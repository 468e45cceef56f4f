const percent = (share) => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;

const expects = ({ decisions }) => decisions.some(({ expected }) => expected !== null);

/* Return the measures of the graph: a title, a range, and points [decisions, value] of each seat. */
function measures(replay) {
  const last = replay.moves.length, all = replay.scores.flat(), low = Math.min(0, ...all);
  const points = {
    title: "points if the game ended now", low, high: Math.max(low + 1, ...all),
    lines: replay.players.map((_, seat) => replay.scores.map((scores, number) => [number, scores[seat]])),
    text: (value) => value,
  };
  return [points, ...replay.thoughts.filter(expects).map((thoughts) => ({
    title: `chance of winning, by ${thoughts.agent}`, low: 0, high: 1, text: percent,
    lines: replay.players.map((_, seat) => {
      const line = thoughts.decisions
        .map(({ expected }, number) => [number, expected])
        .filter(([number, expected]) => replay.moves[number][0] === seat && expected !== null);
      return replay.win_shares ? [...line, [last, replay.win_shares[seat]]] : line;
    }),
  }))];
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
    const { title, low, high, lines } = measure;
    const y = (value) => height - edge - (height - 2 * edge) * (value - low) / (high - low);
    byId("graph").replaceChildren();
    const svg = element(byId("graph"), "svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
    svg.setAttribute("aria-label", `${title}, by player and decision`);
    element(svg, "line", { x1: edge, x2: width - edge, y1: y(0), y2: y(0), stroke: "#cfc8ba" });
    lines.forEach((line, seat) => element(svg, "polyline", {
      points: line.map(([number, value]) => `${x(number)},${y(value)}`).join(" "),
      fill: "none", stroke: SEATS[seat], "stroke-width": 2, "stroke-dasharray": DASHES[seat],
    }));
    cursor = element(svg, "line", { y1: 0, y2: height, stroke: "#22252b" });
    go(at);
  }

  function go(number) {
    at = number;
    for (const end of ["x1", "x2"]) cursor.setAttribute(end, x(at));
    values.forEach((value, seat) => {
      const known = measure.lines[seat].findLast(([number]) => number <= at);
      value.textContent = known ? measure.text(known[1]) : "–";
    });
  }

  shown.forEach(({ title }, number) => element(byId("measure"), "option", { value: number }, title));
  byId("measure").addEventListener("change", draw);
  byId("measure").disabled = shown.length === 1;
  const silent = replay.thoughts.filter((thoughts) => !expects(thoughts)).map(({ agent }) => agent);
  if (silent.length) {
    byId("silent").textContent =
      `Agents without a graph, because they do not estimate the outcome: ${silent.join(", ")}`;
  }
  draw();
  const next = () => {
    byId("measure").value = (Number(byId("measure").value) + 1) % shown.length;
    draw();
  };
  return { go, next };
}
