/** A connection to the server that is reopened when it is lost. */

const FIRST_WAIT_MS = 500, LONGEST_WAIT_MS = 8000, PING_MS = 20000;

export class Connection {
  #hello;
  #received;
  #changed;
  #socket = null;
  #wait = FIRST_WAIT_MS;
  #ended = false;

  /**
   * @param hello the first message, with the token of a seat or the table to watch.
   * @param received a function that is called with each message.
   * @param changed a function that is called with "connected", "lost" or "refused".
   */
  constructor(hello, received, changed) {
    this.#hello = hello;
    this.#received = received;
    this.#changed = changed;
    setInterval(() => this.send({ type: "ping" }), PING_MS);
    // When the computer wakes up or the network is back, the page reconnects at once.
    addEventListener("online", () => this.#open());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#open(); });
    this.#open();
  }

  /** Send a message; return whether the socket was open. Messages are not kept for later. */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #open() {
    const state = this.#socket?.readyState;
    if (this.#ended || state === WebSocket.OPEN || state === WebSocket.CONNECTING) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/socket`);
    const parts = [];
    this.#socket = socket;
    socket.addEventListener("open", () => socket.send(JSON.stringify(this.#hello)));
    socket.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      if (message.parts) message.parts = message.parts.map((part) => known(parts, part));
      if (message.type === "welcome") {
        this.#wait = FIRST_WAIT_MS;
        this.#changed("connected");
      }
      if (message.type === "error" && message.final) this.#ended = true;
      this.#received(message);
    });
    socket.addEventListener("close", () => {
      if (this.#socket !== socket) return;
      this.#changed(this.#ended ? "refused" : "lost");
      setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT_MS);
    });
  }
}

/** Return a part of a picture: a new one, which is added to `parts`, or the one with a number. */
function known(parts, part) {
  if (typeof part === "number") return parts[part];
  parts.push(part);
  return part;
}
