/** A socket to the server that comes back when it is lost. */

const FIRST_WAIT_MS = 500, LONGEST_WAIT_MS = 8000, PING_MS = 20000;

export class Connection {
  #hello;
  #received;
  #changed;
  #socket = null;
  #wait = FIRST_WAIT_MS;
  #ended = false;

  /**
   * @param hello what is said first: a token, or the table that is watched.
   * @param received called with each message.
   * @param changed called with "connected", "lost" or "refused".
   */
  constructor(hello, received, changed) {
    this.#hello = hello;
    this.#received = received;
    this.#changed = changed;
    setInterval(() => this.send({ type: "ping" }), PING_MS);
    // a computer that has slept, or a network that is back, need not wait
    addEventListener("online", () => this.#open());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#open(); });
    this.#open();
  }

  /** Whether it was sent; what was not is asked for again after the next welcome. */
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
    this.#socket = socket;
    socket.addEventListener("open", () => socket.send(JSON.stringify(this.#hello)));
    socket.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
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
