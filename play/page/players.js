/** The list of players, their points, and what they are doing; whose turn it is in the browser's tabs. */

import { byId, element } from "./elements.js";

/** Show the players of a table with the points of a frame. Once the last frame has been shown, its ranks and score sheet stay. */
export function showPlayers(welcome, news, frame) {
  const list = byId("players");
  if (news.over && !frame.over && list.matches(".over")) return;
  list.classList.toggle("over", frame.over);
  const items = document.createElement("ul");
  const most = Math.max(...frame.points);
  const seats = [...welcome.players.keys()];
  const { ranks, points: scores } = frame;
  if (frame.over) seats.sort((one, other) => ranks[one] - ranks[other] || scores[other] - scores[one]);
  for (const seat of seats) {
    const { name, agent } = welcome.players[seat];
    const item = element(items, "li", { class: `seat seat-${seat}` });
    element(item, "b", { class: "number", "aria-hidden": "true" }, frame.marks[seat]);
    const who = element(item, "span", { class: "who" }, name);
    if (seat === welcome.seat) element(who, "small", {}, " you");
    else if (agent && !name.startsWith(agent)) element(who, "small", {}, ` ${agent}`);
    element(item, "span", { class: "doing" }, doing(welcome, news, frame, seat));
    element(item, "b", { class: "points" }, points(frame.points[seat]));
    // The bar compares the points; without any, it would be meaningless.
    if (frame.over && most > 0) {
      element(item, "i", { class: "share" }).style.width = `${(100 * Math.max(0, frame.points[seat])) / most}%`;
    }
  }
  // The list stays if nothing in it has changed, so that its bars do not grow again.
  if (items.innerHTML !== list.innerHTML) list.replaceChildren(...items.children);
  byId("sheet").replaceChildren();
  if (frame.over) showSheet(byId("sheet"), welcome, frame);
}

function doing(welcome, news, frame, seat) {
  if (frame.over && frame.ranks[seat] > 1) return `rank ${frame.ranks[seat]}`;
  if (frame.over) return frame.ranks.filter((rank) => rank === 1).length > 1 ? "tied for 1st" : "won";
  if (frame.decision !== news.decisions) return "";
  if (news.thinking.includes(seat)) return "thinking";
  if (news.deciding.includes(seat)) return news.present[seat] === false ? "away" : "deciding";
  return news.present[seat] === false ? "away" : "";
}

function points(score) {
  const rounded = Math.round(100 * score) / 100;
  return `${rounded} ${rounded === 1 ? "point" : "points"}`;
}

function showSheet(place, welcome, frame) {
  const table = element(place, "table");
  element(table, "caption", {}, "Score sheet");
  const head = element(element(table, "thead"), "tr");
  element(head, "th", { scope: "col" }, "");
  welcome.players.forEach(({ name }, seat) => {
    const cell = element(head, "th", { scope: "col", title: name, "aria-label": name });
    element(cell, "b", { class: `number seat-${seat}` }, frame.marks[seat]);
  });
  const body = element(table, "tbody");
  for (const [category, numbers] of Object.entries(frame.sheet)) {
    const row = element(body, "tr", { class: category === "total" ? "total" : "" });
    element(row, "th", { scope: "row" }, category);
    for (const number of numbers) element(row, "td", {}, String(number));
  }
}

const icon = (colour) => `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="${colour}"/></svg>`,
)}`;
const YOURS = icon("#d9418c"), OTHERS = icon("#8a8f99");

/** Show in the title and icon whether the person has to decide. */
export function showTurn(title, yours) {
  const words = `${yours ? "Your turn: " : ""}${title} – Hofspiele`;
  if (document.title === words) return;
  document.title = words;
  document.querySelector("link[rel=icon]").href = yours ? YOURS : OTHERS;
}
