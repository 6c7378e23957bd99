// What both pages share: elements, calls of the API, what the browser keeps, dialogs and announcements.
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
  retry: "M4 12a8 8 0 1 0 2.500-5.800M4 4v5h5", edit: "M4 20l1-4L16 5l3 3L8 19z", down: "M12 5v14M6 13l6 6 6-6", tool: "M13 3L5 14h6l-1 7 8-11h-6z",
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

/**
 * Whether a key is Enter, and not the end of the input of a word. Safari sends that one with the code 229 after the input has ended.
 * @param {KeyboardEvent} event
 */
export const isEnter = event => event.key === "Enter" && !event.isComposing && event.keyCode !== 229;

/** What the browser keeps: drafts and settings. It may keep nothing; a full or forbidden storage loses them only. */
export const kept = {
  /** @param {string} key */
  get(key) { try { return localStorage.getItem(`torii.${key}`); } catch { return null; } },
  /**
   * @param {string} key
   * @param {string|null} value
   */
  set(key, value) { try { if (value) localStorage.setItem(`torii.${key}`, value); else localStorage.removeItem(`torii.${key}`); } catch { /* As above. */ } },
  clear() { try { for (const key of Object.keys(localStorage)) if (key.startsWith("torii.")) localStorage.removeItem(key); } catch { /* As above. */ } },
};

/**
 * Makes a button with a text.
 * @param {string} label
 * @param {(event: any) => void} action
 * @param {Record<string, any>} [props]
 */
export function textButton(label, action, props = {}) {
  return el("button", { type: "button", text: label, on: { click: action }, ...props });
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
 * Whether an error means that no server was reached: there was no answer, the answer is that of a proxy, or the server stops.
 * @param {any} error
 */
export function isUnreachable(error) {
  return !(error instanceof ApiError) || error.kind === "shutting-down" || ([502, 503, 504].includes(error.status) && !error.kind);
}

/**
 * The text of an error for people: that of the page for known kinds, else the server's.
 * @param {any} error
 */
export function explain(error) {
  if (isUnreachable(error)) return t("error.network");
  return explainProblem(error.problem, error.retryAfter);
}

/**
 * @param {any} problem
 * @param {number|null} [retryAfter]
 */
export function explainProblem(problem, retryAfter = null) {
  const kind = String(problem?.type ?? "").replace("urn:torii:problem:", "");
  const own = t(`problem.${kind}`, {}, "");
  const again = retryAfter ? " " + t(retryAfter === 1 ? "error.again.one" : "error.again", { seconds: retryAfter }) : "";
  return (own || problem?.detail || t("error.unknown")) + again;
}

// Without TLS a cookie reaches every port of this machine; a storage does not. Where nothing is stored, the key lives as long as the page.
/** @type {Record<string, string>} */
const pageKeys = {};

/**
 * @param {string} path
 * @param {string} [value] the new key; "" for none
 */
function pageKey(path, value) {
  const name = `torii-page-key.${path.startsWith("/admin/") ? "console" : "chat"}`;
  if (value !== undefined) pageKeys[name] = value;
  try {
    if (value) localStorage.setItem(name, value);
    else if (value === "") localStorage.removeItem(name);
    return localStorage.getItem(name) ?? pageKeys[name];
  } catch { return pageKeys[name]; }
}

/**
 * The fields of a request from the own page.
 * @param {string} path
 * @returns {Record<string, string>}
 */
export function ownFields(path) {
  const key = pageKey(path);
  return key ? { "X-Torii": "1", "Torii-Page-Key": key } : { "X-Torii": "1" };
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
  const request = { method, headers: { ...ownFields(path), "Accept-Language": locale(), ...headers }, signal, cache: "no-store", credentials: "same-origin" };
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    /** @type {any} */ (request.headers)["Content-Type"] = "application/json";
  }
  const response = await fetch(path, request);
  if (method === "DELETE" && path.endsWith("/session")) pageKey(path, "");
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
  if (response.status === 204) return null;
  const value = await response.json();
  if (method === "POST" && path.endsWith("/session")) {
    pageKey(path, value.page_key ?? "");
    delete value.page_key;
  }
  return value;
}

/**
 * Signs in by a link. Anybody can send one, so a person decides if another one is signed in.
 * @param {string} path
 * @param {string} code
 * @param {() => void} [replaced] what is done then
 * @returns {Promise<any>} null if everything stays
 */
export async function signInByCode(path, code, replaced) {
  try { return await api("POST", path, { body: { code }, renews: false }); } catch (error) {
    if (!(error instanceof ApiError) || !error.problem.code_for) throw error;
    const names = { present: error.problem.signed_in, name: error.problem.code_for };
    if (!await confirmed(t("sign-in.other", names), t("sign-in.other.text", names), t("sign-in.other.verb"))) return null;
    const session = await api("POST", path, { body: { code, replace: true }, renews: false });
    replaced?.();
    return session;
  }
}

/** A new random name for a request; `crypto.randomUUID` is missing over plain HTTP. */
export function randomKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, "0")).join("");
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
    const button = textButton(label, () => this.close(value), { class: kind });
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
 * @param {...Node} details what is shown under the text
 * @returns {Promise<boolean>}
 */
export async function confirmed(title, text, verb, ...details) {
  const dialog = new Dialog(title, { isAlert: true });
  dialog.body.append(el("p", { text }), ...details);
  // A screen reader reads the question with its title, because the focus is on a button.
  dialog.body.id = `question-${randomKey().slice(0, 8)}`;
  dialog.node.setAttribute("aria-describedby", dialog.body.id);
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
