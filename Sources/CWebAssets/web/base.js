// What both pages share: elements, calls of the API, streams of events, dialogs and announcements.
import { t, locale } from "./i18n.js";

/**
 * Makes an element. Text never becomes HTML.
 * @param {string} tag
 * @param {Record<string, any>} [props] attributes; `class`, `text`, `on` (listeners); `true` sets an empty attribute
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {any}
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") node.className = value;
    else if (name === "text") node.textContent = value;
    else if (name === "on") for (const [type, listener] of Object.entries(value)) node.addEventListener(type, listener);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) node.append(child);
  return node;
}

const shapes = {
  menu: "M4 7h16M4 12h16M4 17h16", plus: "M12 5v14M5 12h14", send: "M12 19V5M6 11l6-6 6 6", stop: "M7 7h10v10H7z",
  more: "M6 12h.01M12 12h.01M18 12h.01", copy: "M9 9h10v10H9zM5 15V5h10", check: "M5 13l4 4L19 7", cross: "M6 6l12 12M18 6L6 18",
  retry: "M4 12a8 8 0 1 0 2.500-5.800M4 4v5h5", edit: "M4 20l1-4L16 5l3 3L8 19z", down: "M12 5v14M6 13l6 6 6-6", tool: "M14 7l3-3 3 3-3 3M13 8l-9 9 3 3 9-9",
  clock: "M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18zM12 7v5l3 2", settings: "M5 8h14M5 16h14M9 6v4M15 14v4", search: "M11 18a7 7 0 1 1 0-14 7 7 0 0 1 0 14zM16 16l4 4",
};

/**
 * Makes a decorative picture.
 * @param {keyof typeof shapes} name
 */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" })) svg.setAttribute(key, value);
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", shapes[name]);
  svg.append(path);
  return svg;
}

/**
 * Makes a button with a picture and a name.
 * @param {keyof typeof shapes} shape
 * @param {string} label
 * @param {(event: any) => void} action
 * @param {Record<string, any>} [props]
 */
export function iconButton(shape, label, action, props = {}) {
  return el("button", { type: "button", class: "icon-button", "aria-label": label, title: label, on: { click: action }, ...props }, icon(shape));
}

/** An answer that is not a success, with its problem document. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {any} problem
   * @param {Headers} [headers]
   */
  constructor(status, problem, headers) {
    super(problem?.detail ?? String(status));
    this.status = status;
    this.problem = problem ?? {};
    this.kind = String(problem?.type ?? "").replace("urn:torii:problem:", "");
    this.retryAfter = Number(headers?.get("Retry-After")) || null;
  }
}

/**
 * The text of an error for people: that of the page for known kinds, else the server's.
 * @param {any} error
 */
export function explain(error) {
  if (!(error instanceof ApiError)) return t("error.network");
  return explainProblem(error.problem, error.retryAfter);
}

/**
 * @param {any} problem
 * @param {number|null} [retryAfter]
 */
export function explainProblem(problem, retryAfter = null) {
  const kind = String(problem?.type ?? "").replace("urn:torii:problem:", "");
  const own = t(`problem.${kind}`, {}, "");
  const again = retryAfter ? " " + t("error.again", { seconds: retryAfter }) : "";
  return (own || problem?.detail || t("error.unknown")) + again;
}

/** @type {() => Promise<void>} */
let signInAgain = () => Promise.reject(new Error("signed out"));

/**
 * Sets what happens when the sign-in has ended.
 * @param {() => Promise<void>} action
 */
export function onSignedOut(action) { signInAgain = action; }

/**
 * Sends a request, and returns its response. A sign-in that has ended is renewed once.
 * @param {string} method
 * @param {string} path
 * @param {{body?: any, headers?: Record<string, string>, signal?: AbortSignal, renews?: boolean}} options
 * @returns {Promise<Response>}
 */
export async function send(method, path, options = {}) {
  const { body, headers = {}, signal, renews = true } = options;
  /** @type {RequestInit} */
  const request = { method, headers: { "X-Torii": "1", "Accept-Language": locale(), ...headers }, signal, cache: "no-store", credentials: "same-origin" };
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    /** @type {any} */ (request.headers)["Content-Type"] = "application/json";
  }
  const response = await fetch(path, request);
  if (response.ok || response.status === 304) return response;
  if (response.status === 401 && renews) {
    await signInAgain();
    return send(method, path, { body, headers, signal, renews: false });
  }
  const problem = await response.json().catch(() => null);
  throw new ApiError(response.status, problem, response.headers);
}

/**
 * Sends a request, and returns the JSON of its response.
 * @param {string} method
 * @param {string} path
 * @param {any} [options]
 * @returns {Promise<any>}
 */
export async function api(method, path, options) {
  const response = await send(method, path, options);
  return response.status === 204 ? null : response.json();
}

/** A new random name for a request; `crypto.randomUUID` is missing over plain HTTP. */
export function randomKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, "0")).join("");
}

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
    this.online = () => this.#retryNow();
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
    this.#retryNow();
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

  #retryNow() {
    this.#attempt = 0;
    this.#wake?.();
  }

  #visibilityChanged() {
    clearTimeout(this.#hiddenTimer);
    if (document.visibilityState === "visible") return this.#retryNow();
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

/** The parts of a dialog that closes by Escape and gives the focus back. */
export class Dialog {
  /**
   * @param {string} title
   * @param {{isAlert?: boolean, cannotClose?: boolean, class?: string}} [options]
   */
  constructor(title, options = {}) {
    const heading = el("h2", { text: title, id: `dialog-${randomKey().slice(0, 8)}` });
    this.body = el("div", { class: "dialog-body" });
    this.actions = el("div", { class: "dialog-actions" });
    this.node = el("dialog", { class: options.class, "aria-labelledby": heading.id, role: options.isAlert ? "alertdialog" : null }, heading, this.body, this.actions);
    this.closed = new Promise(resolve => this.node.addEventListener("close", () => {
      this.node.remove();
      resolve(this.node.returnValue);
    }));
    if (options.cannotClose) this.node.addEventListener("cancel", (/** @type {Event} */ event) => event.preventDefault());
  }

  /**
   * @param {string} label
   * @param {string} value
   * @param {string} [kind]
   * @returns {HTMLButtonElement}
   */
  button(label, value, kind = "") {
    const button = el("button", { type: "button", class: kind, text: label, on: { click: () => this.close(value) } });
    this.actions.append(button);
    return button;
  }

  show() {
    document.body.append(this.node);
    this.node.showModal();
    return this.closed;
  }

  /** @param {string} [value] */
  close(value = "") { this.node.close(value); }
}

/**
 * Asks a question.
 * @param {string} title
 * @param {string} text
 * @param {string} verb
 * @returns {Promise<boolean>}
 */
export async function confirmed(title, text, verb) {
  const dialog = new Dialog(title, { isAlert: true });
  dialog.body.append(el("p", { text }));
  dialog.button(t("cancel"), "").autofocus = true;
  dialog.button(verb, "yes", "danger");
  return await dialog.show() === "yes";
}

/** Says things to screen readers: at most one text in 1.5 seconds, several as one. */
export class Announcer {
  #waiting = /** @type {string[]} */ ([]); #timer = 0; #last = 0;
  constructor() {
    this.polite = el("div", { class: "visually-hidden", "aria-live": "polite" });
    this.alert = el("div", { class: "visually-hidden", role: "alert" });
    document.body.append(this.polite, this.alert);
  }

  /** @param {string} text */
  say(text) {
    if (!text) return;
    this.#waiting.push(text);
    if (this.#timer) return;
    this.#timer = setTimeout(() => this.#flush(), Math.max(0, this.#last + 1500 - performance.now()));
  }

  /** @param {string} text */
  warn(text) {
    this.alert.textContent = text;
    setTimeout(() => { if (this.alert.textContent === text) this.alert.textContent = ""; }, 10_000);
  }

  #flush() {
    this.#timer = 0;
    this.#last = performance.now();
    const text = this.#waiting.join(" ");
    this.#waiting = [];
    this.polite.textContent = text;
    setTimeout(() => { if (this.polite.textContent === text) this.polite.textContent = ""; }, 10_000);
  }
}

/**
 * A time for people, with the whole of it as a title.
 * @param {string} iso
 */
export function timeElement(iso) {
  const date = new Date(iso);
  const isToday = date.toDateString() === new Date().toDateString();
  const text = date.toLocaleString(locale(), isToday ? { timeStyle: "short" } : { dateStyle: "medium" });
  return el("time", { datetime: iso, title: date.toLocaleString(locale()), text });
}

/**
 * Copies a text, and says so.
 * @param {string} text
 * @param {Announcer} announcer
 */
export async function copy(text, announcer) {
  try {
    await navigator.clipboard.writeText(text);
    announcer.say(t("copied"));
    return true;
  } catch {
    announcer.warn(t("copy.failed"));
    return false;
  }
}

/**
 * Lets the browser save a text as a file.
 * @param {string} name
 * @param {string} type
 * @param {string} text
 */
export function save(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = el("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
