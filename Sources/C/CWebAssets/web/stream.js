// Streams of numbered events: the frames of their text, and a reader that survives cut connections.
import { ApiError, send } from "./base.js";

/** Splits the text of a stream of events into frames (HTML Living Standard 9.2), whatever the pieces are. */
export class EventFrames {
  #rest = "";
  /**
   * @param {string} text
   * @returns {{id: string, event: string, data: string}[]}
   */
  push(text) {
    this.#rest += text;
    const parts = this.#rest.split("\n\n");
    this.#rest = /** @type {string} */ (parts.pop());
    const frames = [];
    for (const part of parts) {
      const frame = { id: "", event: "message", data: "" };
      for (const line of part.split("\n")) {
        // A heartbeat has no blank line after it, so it may stand inside a frame.
        if (line === "" || line.startsWith(":")) continue;
        const colon = line.indexOf(":");
        const name = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? "" : line.slice(colon + (line[colon + 1] === " " ? 2 : 1));
        if (name === "id") frame.id = value;
        else if (name === "event") frame.event = value;
        else if (name === "data") frame.data += (frame.data ? "\n" : "") + value;
      }
      if (frame.data) frames.push(frame);
    }
    return frames;
  }
}

const quietLimit = 40_000;
const hiddenLimit = 30_000;

/**
 * Follows a stream of numbered events until it is over, across cut connections, time in the background and lost networks. Each event is
 * passed on once, in order.
 */
export class EventFollower {
  #next = 0; #attempt = 0; #stopped = false; #isEnded = false;
  /** @type {AbortController|null} */ #connection = null;
  /** @type {(() => void)|null} */ #wake = null;
  #hiddenTimer = 0;

  /**
   * @param {(next: number) => string} path the path that starts with an event's number
   * @param {{onEvent: (type: string, data: any, number: number) => boolean|void, onState?: (state: string) => void, onGone?: () => void}} listeners
   *   `onEvent` returns true for the last event
   */
  constructor(path, listeners) {
    this.path = path;
    this.listeners = listeners;
    this.visibility = () => this.#visibilityChanged();
    this.online = () => this.retry();
  }

  /** Reads until the end, or until `stop()`. */
  async run() {
    document.addEventListener("visibilitychange", this.visibility);
    addEventListener("online", this.online);
    try {
      while (!this.#stopped && !this.#isEnded) {
        try {
          await this.#connect();
          if (this.#isEnded || this.#stopped) break;
        } catch (error) {
          if (error instanceof ApiError && error.status === 404) {
            this.listeners.onGone?.();
            break;
          }
          // Whatever the browser calls it: a stream without its last event was cut.
          if (error instanceof ApiError && error.status < 500 && error.status !== 429 && error.status !== 409) throw error;
        }
        if (this.#stopped) break;
        this.listeners.onState?.("reconnecting");
        await this.#pause();
      }
    } finally {
      document.removeEventListener("visibilitychange", this.visibility);
      removeEventListener("online", this.online);
      clearTimeout(this.#hiddenTimer);
    }
  }

  stop() {
    this.#stopped = true;
    this.#connection?.abort();
    this.retry();
  }

  async #connect() {
    if (document.visibilityState === "hidden") await this.#untilVisible();
    if (this.#stopped) return;
    const connection = new AbortController();
    this.#connection = connection;
    let timer = setTimeout(() => connection.abort(), quietLimit);
    try {
      const response = await send("GET", this.path(this.#next), { headers: { Accept: "text/event-stream" }, signal: connection.signal });
      if (response.status === 204) {
        this.#isEnded = true;
        this.listeners.onGone?.();
        return;
      }
      const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
      const decoder = new TextDecoder();
      const frames = new EventFrames();
      this.listeners.onState?.("live");
      while (true) {
        const { value, done } = await reader.read();
        if (done) return;
        clearTimeout(timer);
        timer = setTimeout(() => connection.abort(), quietLimit);
        for (const frame of frames.push(decoder.decode(value, { stream: true }))) {
          const number = Number(frame.id.slice(frame.id.lastIndexOf(":") + 1));
          if (number < this.#next) continue;
          // A gap means that something was lost on the way.
          if (number > this.#next) return connection.abort();
          this.#next = number + 1;
          this.#attempt = 0;
          if (this.listeners.onEvent(frame.event, JSON.parse(frame.data), number)) {
            this.#isEnded = true;
            connection.abort();
            return;
          }
        }
      }
    } finally {
      clearTimeout(timer);
      this.#connection = null;
    }
  }

  async #pause() {
    const steps = [0, 500, 1000, 2000, 4000, 8000, 15_000];
    const longest = steps[Math.min(this.#attempt++, steps.length - 1)];
    const time = longest * (0.7 + 0.3 * Math.random());
    await new Promise(resolve => {
      this.#wake = () => resolve(undefined);
      setTimeout(resolve, time);
    });
    this.#wake = null;
  }

  /** Ends a pause between two attempts. */
  retry() {
    this.#attempt = 0;
    this.#wake?.();
  }

  #visibilityChanged() {
    clearTimeout(this.#hiddenTimer);
    if (document.visibilityState === "visible") return this.retry();
    // Browsers allow six connections to a server, so a hidden page gives its own back.
    this.#hiddenTimer = setTimeout(() => this.#connection?.abort(), hiddenLimit);
  }

  #untilVisible() {
    return new Promise(resolve => {
      const done = () => {
        if (document.visibilityState === "hidden" && !this.#stopped) return;
        document.removeEventListener("visibilitychange", done);
        resolve(undefined);
      };
      document.addEventListener("visibilitychange", done);
    });
  }
}
