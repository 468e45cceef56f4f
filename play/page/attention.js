/** The title and icon of the page, which show in the browser's tabs whether it is the person's turn. */

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
