/** The field in which a person enters a name. */

import { byId } from "./elements.js";

export class Naming {
  #send;

  /** @param send a function that sends a message to the server. */
  constructor(send) {
    this.#send = send;
    byId("naming").addEventListener("submit", (event) => {
      event.preventDefault();
      localStorage.setItem("name", byId("own-name").value.trim());
      this.#rename();
      byId("name-details").open = false;
    });
  }

  /** Give a guest the name that this browser knows, or ask for a name. */
  welcome() {
    byId("own-name").value = localStorage.getItem("name") ?? "";
    if (byId("own-name").value) this.#rename();
    else byId("name-details").open = true;
  }

  #rename() {
    this.#send({ type: "name", name: byId("own-name").value.trim() });
  }
}
