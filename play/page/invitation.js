/** Links to a table that people send to others. */

import { button, element } from "./elements.js";

const THIS_MACHINE = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Show links, each with a button that copies it, and say who can open them.
 * @param place the element that is filled.
 * @param links pairs of a description and the path of a page.
 */
export async function showLinks(place, links) {
  const address = await addressForOthers();
  place.replaceChildren();
  element(place, "p", { class: "hint" }, address
    ? `Anyone who can reach ${new URL(address).host} can open these links.`
    : "Only this computer can open these links. To invite people in your network, stop the server and start it with: hofspiele serve host=0.0.0.0");
  const list = element(place, "ul", { class: "invitations" });
  for (const [words, path] of links) {
    const link = new URL(path, address ?? location.href).href;
    const item = element(list, "li");
    element(item, "span", {}, words);
    const field = element(item, "input", { value: link, readonly: true, "aria-label": words });
    field.addEventListener("focus", () => field.select());
    const result = element(item, "small", { role: "status" });
    button(item, "copy", async () => {
      result.textContent = await copied(field)
        ? `Copied ${link}` : "Your browser does not allow copying; press Ctrl+C to copy the link.";
    });
    item.append(result);
  }
}

/** Return the address at which other computers reach the server, or null if they can't. */
async function addressForOthers() {
  if (!THIS_MACHINE.includes(location.hostname)) return location.origin;
  const answer = await fetch("/api/address").catch(() => null);
  return answer?.ok ? (await answer.json()).address : null;
}

/** Copy the text of a field, and return whether that succeeded. */
async function copied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // Browsers offer the clipboard only to pages from this machine or over https.
    field.select();
    return document.execCommand("copy");
  }
}
