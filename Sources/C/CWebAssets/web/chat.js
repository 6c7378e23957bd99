// The chat page: the list of chats and the message field. What the first view does not need is loaded when it is needed: the sign-in, the
// turns of a chat with their Markdown and cards, the dialogs of chats and settings.
import { Announcer, ApiError, api, el, explain, icon, iconButton, isEnter, isUnreachable, kept, onSignedOut, signInByCode, textButton } from "./base.js";
import { chooseLanguage, language, t } from "./i18n.js";
import { Drafts } from "./drafts.js";

await chooseLanguage(kept.get("language"));
const app = /** @type {HTMLElement} */ (document.getElementById("app"));
const announcer = new Announcer();
const isCoarse = matchMedia("(pointer: coarse)");
const isFitted = CSS.supports("field-sizing", "content");
const active = ["running", "waiting", "queued"];
// The tools whose examples are offered first, and those whose examples need an item, an account or a page that a new server does not have.
const starting = ["createInventory", "getInventoryList", "getCurrentWeather", "searchWeb"];
const needing = ["readWebPage", "getInventory", "updateInventory", "deleteInventory", "findContacts", "getCalendarEvents", "fetchHealthData"];

/** @type {any} */ let session = null;
/** @type {Promise<void>|null} */ let signingIn = null;
// Whether the person has signed out: nothing is kept any more.
let hasLeft = false;

onSignedOut(() => signingIn ??= signIn(t("sign-in.again")).finally(() => { signingIn = null; }));

/**
 * Asks for a token until it is accepted.
 * @param {string} reason
 */
async function signIn(reason) {
  const { askForToken } = await import("./sign-in.js");
  const before = session?.client;
  session = await askForToken(reason);
  if (before === undefined || before === session.client) return;
  // The chats and drafts on the page are another client's.
  hasLeft = true;
  kept.clear();
  location.replace("/");
  await new Promise(() => {});
}

// A link that is opened in a tab with this page changes the fragment only.
addEventListener("hashchange", () => { if (location.hash.startsWith("#code=")) location.reload(); });

/** Signs in by the cookie, by the code in the address, or by asking. */
async function start() {
  let reason = "";
  const code = /^#code=([\w-]+)$/.exec(location.hash)?.[1];
  if (code) {
    // First of all the code leaves the address, so that no history keeps one that still works.
    history.replaceState(null, "", location.pathname);
    try {
      session = await signInByCode("/v1/session", code, () => kept.clear());
    } catch (error) {
      reason = error instanceof ApiError && error.status === 401 ? t("sign-in.used") : explain(error);
    }
  }
  try {
    session ??= await api("GET", "/v1/session", { renews: false });
  } catch (/** @type {any} */ error) {
    if (!isUnreachable(error) && error.status !== 401) {
      app.replaceChildren(el("main", { class: "alone" }, el("p", { class: "problem", role: "alert", text: explain(error) })));
      return;
    }
    // Without a connection the page opens all the same: drafts can be written.
    if (!isUnreachable(error)) await signIn(reason);
  }
  new Chat();
  if (!("serviceWorker" in navigator)) return;
  const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("torii", {
    createScriptURL: (/** @type {string} */ url) => {
      if (url === "/sw.js") return url;
      throw new TypeError("not a script of this page");
    },
  });
  navigator.serviceWorker.register(policy?.createScriptURL("/sw.js") ?? "/sw.js").catch(() => {});
}

/** The page of a person who has signed in. */
class Chat {
  /** @type {string|null} */ conversation = null;
  /** @type {any[]} */ chats = [];
  // Whether the list was read, and whether the last attempt failed.
  isListed = false;
  isUnread = false;
  /** @type {string|null} */ next = null;
  // A chat that the server does not list yet.
  /** @type {any} */ fresh = null;
  /** @type {Set<string>} */ deleting = new Set();
  /** @type {Map<string, any>} */ tools = new Map();
  drafts = new Drafts();
  hasFurther = false;
  query = "";
  shown = 0;
  /** @type {Promise<any>|null} */ #loading = null;
  /** @type {any} the turns of the chat, when they are loaded */ turns = null;
  // The actions that wait until the server can be reached, and the attempts to reach it.
  /** @type {Set<() => void>} */ #waiting = new Set();
  #probeTimer = 0;
  #probes = 0;
  #draftTimer = 0;
  #searchTimer = 0;
  // The other tabs of this browser.
  #tabs = new BroadcastChannel("torii");

  constructor() {
    this.#build();
    addEventListener("hashchange", () => this.#route());
    addEventListener("pagehide", () => this.#keepDraft());
    addEventListener("offline", () => this.showState("offline"));
    addEventListener("online", () => this.refresh());
    document.addEventListener("keydown", event => this.#shortcut(event));
    document.addEventListener("dragover", event => event.preventDefault());
    document.addEventListener("drop", event => this.#drop(event));
    document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") this.refresh(); });
    this.#tabs.addEventListener("message", event => this.#heard(event.data));
    this.#route();
    this.refresh();
    this.#readTools();
    setInterval(() => { if (document.visibilityState === "visible" && !document.querySelector("dialog[open]")) this.refresh(); }, 15_000);
  }

  get session() { return session; }
  get announcer() { return announcer; }

  #build() {
    this.list = el("ul", { class: "chats", on: { keydown: (/** @type {KeyboardEvent} */ event) => this.#rove(event), focusin: (/** @type {any} */ event) => this.#stopAt(event.target) } });
    this.search = el("input", { type: "search", placeholder: t("search"), "aria-label": t("search"), maxlength: 200, on: { input: () => {
      clearTimeout(this.#searchTimer);
      this.#searchTimer = setTimeout(() => this.refresh(), 250);
    } } });
    const close = () => this.#showSide(false);
    this.side = el("nav", { class: "side", "aria-label": t("chats") },
      el("div", { class: "side-head" }, el("strong", { class: "brand", text: "Torii" }), iconButton("cross", t("close"), close, { class: "icon-button narrow" })),
      el("button", { type: "button", class: "new", on: { click: () => { this.#startNew(); close(); } } }, icon("plus"), ` ${t("new")}`),
      this.search, this.list,
      el("button", { type: "button", class: "settings", on: { click: () => this.#load("./settings.js").then(part => part?.showSettings(this)) } },
        icon("settings"), ` ${t("settings")}`));
    this.title = el("h1", { dir: "auto", text: t("new") });
    this.models = el("select", { "aria-label": t("model"), on: { change: () => kept.set(`model.${this.key}`, this.models.value) } });
    this.#fillModels();
    this.connection = el("p", { class: "connection", role: "status" });
    // The messages that wait for the answer that is being written.
    this.nexts = el("div", { class: "nexts" });
    this.log = el("div", { class: "log", role: "log", "aria-live": "off", "aria-label": t("log"), tabindex: "0" });
    this.welcome = el("section", { class: "welcome" });
    this.field = el("textarea", {
      id: "message", rows: 1, dir: "auto", placeholder: t("message.hint"), "aria-label": t("message"), enterkeyhint: isCoarse.matches ? "enter" : "send",
      on: { input: () => this.#fieldChanged(), keydown: (/** @type {KeyboardEvent} */ event) => this.#fieldKey(event) },
    });
    // A press does not take the focus from the field, so that the keyboard of a phone stays.
    const holds = { mousedown: (/** @type {Event} */ event) => event.preventDefault() };
    this.sendButton = iconButton("send", t("send"), () => this.#submit(), { class: "icon-button primary", on: { ...holds, click: () => this.#submit() } });
    this.stopButton = iconButton("stop", t("stop"), () => {}, { class: "icon-button stop", hidden: true, on: { ...holds, click: () => this.turns?.stop() } });
    const main = el("main", {},
      el("header", {}, iconButton("menu", t("menu"), () => this.#showSide(true), { class: "icon-button narrow menu", "aria-expanded": "false" }), this.title, this.models,
        iconButton("plus", t("new"), () => this.#startNew(), { class: "icon-button narrow" })),
      this.log, el("div", { class: "foot" }, this.connection, this.nexts, el("div", { class: "composer" }, this.field, this.stopButton, this.sendButton)));
    const skip = (/** @type {string} */ text, /** @type {() => void} */ action) =>
      el("a", { class: "skip", href: "#message", text, on: { click: (/** @type {Event} */ event) => { event.preventDefault(); action(); } } });
    app.replaceChildren(skip(t("skip"), () => this.field.focus()), skip(t("skip.answer"), () => (this.turns?.transcript.lastAnswer ?? this.log).focus()), this.side, main);
    this.log.append(this.welcome);
  }

  /**
   * Loads a part of the page; without a connection it says so.
   * @param {string} path
   * @returns {Promise<any>}
   */
  async #load(path) {
    try { return await import(path); } catch { this.notice(t("error.network")); return null; }
  }

  /** Loads what shows messages, and returns it; null without a connection. */
  async #prepare() {
    this.#loading ??= Promise.all([this.#load("./turns.js"), this.#style("messages.css")]);
    const [part] = await this.#loading;
    if (part) this.turns ??= new part.Turns(this); else this.#loading = null;
    return this.turns;
  }

  /**
   * Loads a style sheet. Without it the messages can be read all the same.
   * @param {string} name
   */
  #style(name) {
    return new Promise(resolve => document.head.append(el("link", { rel: "stylesheet", href: new URL(name, import.meta.url), on: { load: resolve, error: resolve } })));
  }

  /** @param {string} state */
  showState(state) {
    this.connection.textContent = ["offline", "reconnecting", "stopping"].includes(state) ? t(state) : "";
  }

  /** @param {boolean} isShown */
  #showSide(isShown) {
    const menu = app.querySelector(".menu");
    const wasShown = document.body.classList.contains("side-open");
    document.body.classList.toggle("side-open", isShown);
    menu?.setAttribute("aria-expanded", String(isShown));
    if (isShown && !isCoarse.matches) this.search.focus();
    else if (wasShown) /** @type {any} */ (menu).focus();
  }

  #fillModels() {
    const models = session?.models ?? [];
    this.models.hidden = models.length < 2;
    // Without a named model the server chooses, and another one answers when the first cannot.
    this.models.replaceChildren(el("option", { value: "", text: t("automatic") }), ...models.map((/** @type {any} */ model) => el("option", { value: model.name, text: model.name })));
  }

  // The list

  async refresh() {
    const query = this.search.value.trim();
    try {
      if (!session) {
        // The page was opened without a connection.
        session = await api("GET", "/v1/session");
        this.#fillModels();
        this.#chooseModel();
        this.#readTools();
      }
      const page = await this.#page(query);
      this.#reached();
      if (query !== this.search.value.trim()) return;
      const known = new Set(page.conversations.map((/** @type {any} */ chat) => chat.conversation));
      // Further pages that were asked for stay.
      const isExtended = query === this.query && this.hasFurther;
      const further = isExtended ? this.chats.slice(page.conversations.length).filter(chat => !known.has(chat.conversation) && chat !== this.fresh) : [];
      if (further.length === 0) [this.next, this.hasFurther] = [page.next, false];
      this.query = query;
      if (known.has(this.fresh?.conversation)) this.fresh = null;
      [this.isListed, this.isUnread] = [true, false];
      this.chats = [...(this.fresh && !query ? [this.fresh] : []), ...page.conversations, ...further];
      this.drawList();
    } catch (error) {
      if (isUnreachable(error)) this.unreachable(); else this.#reached();
      this.isUnread = true;
      if (!this.isListed) this.drawList();
    }
  }

  /**
   * Notes that the server was not reached, and asks for the list again until it is.
   * @param {() => void} [action] what is done then, once
   */
  unreachable(action) {
    if (action) this.#waiting.add(action);
    this.showState("offline");
    if (this.#probeTimer) return;
    const longest = Math.min(500 * 2 ** this.#probes++, 15_000);
    this.#probeTimer = setTimeout(() => { this.#probeTimer = 0; this.refresh(); }, longest * (0.7 + 0.3 * Math.random()));
  }

  /** Whether the server was not reached at the last attempt. */
  get isAway() { return this.#probes > 0; }

  #reached() {
    if (this.connection.textContent === t("offline")) this.showState("live");
    if (!this.isAway) return;
    clearTimeout(this.#probeTimer);
    this.#probeTimer = this.#probes = 0;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const action of waiting) action();
    this.turns?.transcript.reconnect();
  }

  /**
   * @param {string} query
   * @param {string|null} [cursor]
   */
  async #page(query, cursor = null) {
    /** @type {any[]} */
    const found = [];
    // A request reads a part of the chats, so one may find little and yet not be the last.
    for (let next = cursor;;) {
      try {
        const page = await api("GET", `/v1/conversations?limit=50${query ? `&q=${encodeURIComponent(query)}` : ""}${next ? `&cursor=${encodeURIComponent(next)}` : ""}`);
        found.push(...page.conversations);
        next = page.next;
      } catch (error) {
        if (next === cursor) throw error;
        return { conversations: found, next };
      }
      if (!next || found.length >= 50 || !query || query !== this.search.value.trim()) return { conversations: found, next };
    }
  }

  async #more() {
    const query = this.query;
    try {
      const page = await this.#page(query, this.next);
      if (query !== this.query) return;
      [this.next, this.hasFurther] = [page.next, true];
      this.chats.push(...page.conversations);
      this.drawList();
    } catch (error) { this.notice(explain(error)); }
  }

  drawList() {
    const focused = /** @type {any} */ (document.activeElement)?.dataset?.key;
    const shown = this.chats.filter(chat => !this.deleting.has(chat.conversation));
    this.list.replaceChildren(...shown.map(chat => this.#listItem(chat)));
    if (shown.length === 0) this.list.append(el("li", { class: "label", text: t(!this.isListed ? this.isUnread ? "chats.unread" : "loading" : this.query ? "search.none" : "none") }));
    if (this.next) this.list.append(el("li", {}, textButton(t("more"), () => this.#more(), { class: "further", "data-key": "further" })));
    this.#stopAt(null);
    if (focused) /** @type {any} */ (this.list.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus();
    const current = shown.find(chat => chat.conversation === this.conversation);
    if (current) this.#setTitle(current.title);
  }

  /**
   * Makes one element of the list the one that the Tab key reaches: this one, the last, or that of the chat that is shown.
   * @param {any} target
   */
  #stopAt(target) {
    this.stop = target?.dataset.key ?? this.stop;
    const stops = /** @type {any[]} */ ([...this.list.querySelectorAll("[data-key]")]);
    const chosen = stops.find(one => one.dataset.key === this.stop) ?? stops.find(one => one.ariaCurrent) ?? stops[0];
    for (const one of stops) one.tabIndex = one === chosen ? 0 : -1;
  }

  /**
   * Moves in the list: up and down between chats, right to the actions of one, and back.
   * @param {any} event
   */
  #rove(event) {
    const row = event.target.closest("li");
    const { firstChild, lastChild } = this.list;
    const [to, side] = /** @type {Record<string, any[]>} */ ({
      ArrowDown: [row.nextSibling], ArrowUp: [row.previousSibling], Home: [firstChild], End: [lastChild], ArrowRight: [row, "lastChild"], ArrowLeft: [row],
    })[event.key] ?? [];
    if (!to || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    to[side ?? "firstChild"].focus();
  }

  /** @type {string|undefined} */ stop = undefined;

  /**
   * Shows a new title.
   * @param {string} id
   * @param {string} title
   */
  rename(id, title) {
    for (const chat of this.chats) if (chat.conversation === id) chat.title = title;
    this.drawList();
  }

  /** @param {any} chat */
  #listItem(chat) {
    const id = chat.conversation;
    const title = chat.title || t("untitled");
    const state = active.includes(chat.status) ? t(`state.${chat.status}`) : "";
    const isCurrent = id === this.conversation;
    return el("li", { class: isCurrent && "current" },
      el("a", { href: `#/c/${id}`, "data-key": `open-${id}`, title, "aria-current": isCurrent && "page", on: { click: () => this.#showSide(false) } },
        el("span", { class: "chat-title", dir: "auto", text: title }), state && el("small", { class: "state", text: state })),
      iconButton("more", t("chat.actions", { title }), () => this.#load("./manage.js").then(part => part?.showActions(this, chat)), { "data-key": `act-${id}` }));
  }

  /**
   * Shows a sentence for six seconds, with a button.
   * @param {string} text
   * @param {string} [verb]
   * @param {() => void} [action]
   */
  notice(text, verb, action) {
    document.querySelector(".notice")?.remove();
    const button = verb && textButton(verb, () => { close(); action?.(); });
    const notice = el("div", { class: "notice", role: "status" }, text, " ", button);
    const close = () => {
      const hadFocus = notice.contains(document.activeElement);
      notice.remove();
      if (hadFocus) this.field.focus();
    };
    app.append(notice);
    // What had the focus before is often gone with what the sentence is about.
    if (button && document.activeElement === document.body) button.focus();
    setTimeout(close, 6000);
  }

  // The chat that is shown

  /** The name of the chat for drafts and choices. */
  get key() { return this.conversation ?? "new"; }

  #startNew() {
    if (location.hash === "#/" || location.hash === "") this.#route(); else location.hash = "#/";
    this.field.focus();
  }

  #route() {
    const id = /^#\/c\/([\w-]+)$/.exec(location.hash)?.[1] ?? null;
    if (id === this.conversation && this.shown > 0) return;
    this.#keepDraft();
    this.open(id);
  }

  /** @param {string|null} id */
  async open(id) {
    const shown = ++this.shown;
    this.conversation = id;
    this.turns?.clear();
    this.log.querySelector(".not-read")?.remove();
    this.#write(this.drafts.open(this.key));
    this.showButtons();
    this.welcome.hidden = id !== null;
    const known = this.chats.find(chat => chat.conversation === id);
    this.#setTitle(known ? known.title : id && t("chat"));
    this.#chooseModel();
    this.drawList();
    if (!isCoarse.matches && !document.querySelector("dialog[open]")) this.field.focus();
    this.reading = id ? this.#read(id, shown) : Promise.resolve();
  }

  /** Ends when the stored messages of the chat are on the page, or cannot be. */
  reading = Promise.resolve();

  /**
   * Reads the stored messages of a chat, and shows them. Without a server it waits for one.
   * @param {string} id
   * @param {number} shown
   */
  async #read(id, shown) {
    const loading = el("p", { class: "label", text: t("loading") });
    this.log.prepend(loading);
    /** @type {any} */ let fault;
    try {
      const [stored, turns] = await Promise.all([api("GET", `/v1/conversations/${id}/messages?limit=50`), this.#prepare()]);
      if (shown !== this.shown) return;
      if (turns) {
        turns.show(stored);
        return;
      }
    } catch (error) { fault = error; } finally { loading.remove(); }
    if (shown !== this.shown) return;
    if (fault?.status === 404) { location.hash = "#/"; this.notice(t("gone")); return; }
    const again = new Promise(resolve => {
      this.log.prepend(el("p", { class: "problem not-read", role: "alert" }, `${explain(fault)} `, textButton(t("retry"), resolve)));
      if (isUnreachable(fault)) this.unreachable(() => resolve(undefined));
    }).then(() => {
      if (shown !== this.shown) return;
      this.log.querySelector(".not-read")?.remove();
      if (document.activeElement === document.body && !isCoarse.matches) this.field.focus();
      return this.#read(id, shown);
    });
    // What is sent meanwhile follows the stored messages.
    if (isUnreachable(fault)) await again;
  }

  /** @param {string|null|undefined} title null for a new chat */
  #setTitle(title) {
    const text = title === null ? t("new") : title || t("untitled");
    this.title.textContent = text;
    document.title = title ? `${text} – Torii` : "Torii";
  }

  /** Shows the model that the person chose for this chat; without one, or if it is gone, the server chooses. */
  #chooseModel() {
    const wanted = kept.get(`model.${this.key}`);
    this.models.value = (session?.models ?? []).some((/** @type {any} */ model) => model.name === wanted) ? wanted : "";
  }

  // Sending

  #submit() {
    const text = this.field.value.trim();
    if (!text) return;
    const decided = this.turns?.decide(text);
    if (decided) {
      if (decided === "decided") { this.#write(""); this.#keepDraft(); }
      return;
    }
    this.drafts.sending(this.key, text);
    this.#write("");
    // The button is disabled now, and would lose the focus to nothing.
    if (document.activeElement === document.body) this.field.focus();
    const { shown } = this;
    this.#prepare().then(turns => {
      if (shown !== this.shown) return;
      if (!turns) { this.#write(this.drafts.open(this.key)); return; }
      this.welcome.hidden = true;
      turns.send(text);
    });
  }

  /**
   * Forgets a draft that the server has, and names a new chat.
   * @param {string} key the chat it was written in
   * @param {string} text
   * @param {{conversation: string}} message for the other tabs
   * @param {number} shown what was shown when it was sent
   */
  sent(key, text, message, shown) {
    this.drafts.sent(key, text);
    this.#tabs.postMessage(message);
    if (shown !== this.shown) {
      // The chat was opened again meanwhile, with the message in the field.
      if (key === this.key && this.field.value === text) this.#write("");
    } else if (this.conversation !== message.conversation) {
      const chosen = kept.get("model.new");
      kept.set("model.new", null);
      this.drafts.keep("new", "");
      this.conversation = message.conversation;
      kept.set(`model.${message.conversation}`, chosen);
      this.#keepDraft();
      history.pushState(null, "", `#/c/${message.conversation}`);
      this.fresh = { conversation: message.conversation, title: [...text.split("\n")[0]].slice(0, 60).join(""), status: "running" };
    }
    this.refresh();
  }

  /**
   * Takes a message of another tab.
   * @param {any} message
   */
  #heard(message) {
    if (message.signedOut) return location.replace("/");
    this.refresh();
    if (message.conversation === this.conversation) this.turns?.heard(message);
  }

  /** Signs out, here and in the other tabs. */
  leave() {
    hasLeft = true;
    kept.clear();
    this.drafts.clear();
    this.#tabs.postMessage({ signedOut: true });
    location.replace("/");
  }

  showButtons() {
    const isBusy = this.turns?.queue.length > 0;
    const isStopping = Boolean(this.turns?.isStopping);
    const hadFocus = document.activeElement === this.stopButton;
    this.stopButton.hidden = !isBusy;
    this.stopButton.disabled = isStopping;
    this.stopButton.title = t(isStopping ? "stopping" : "stop");
    this.stopButton.setAttribute("aria-label", this.stopButton.title);
    if (hadFocus && (!isBusy || isStopping)) this.field.focus();
  }

  // The message field

  /** Fits the field to its text, and keeps the draft. */
  #fieldChanged() {
    this.#fit();
    this.#prepare();
    clearTimeout(this.#draftTimer);
    this.#draftTimer = setTimeout(() => this.#keepDraft(), 300);
  }

  #fit() {
    // Where the style sheet fits the field, a key costs no layout of its own.
    if (!isFitted) {
      this.field.style.height = "auto";
      this.field.style.height = `${Math.min(this.field.scrollHeight, innerHeight * 0.4)}px`;
    }
    this.sendButton.disabled = !this.field.value.trim();
  }

  /** @param {string} text */
  #write(text) {
    this.field.value = text;
    this.#fit();
  }

  #keepDraft() {
    clearTimeout(this.#draftTimer);
    if (this.shown > 0 && !hasLeft) this.drafts.keep(this.key, this.field.value);
  }

  /** @param {KeyboardEvent} event */
  #fieldKey(event) {
    if (isEnter(event) && !event.shiftKey && !isCoarse.matches) { event.preventDefault(); this.#submit(); }
  }

  /**
   * Takes dropped files. One that is dropped beside the field would replace the page.
   * @param {DragEvent} event
   */
  #drop(event) {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    this.#load("./manage.js").then(part => part?.insertFiles(this, files)).then(() => this.#fieldChanged());
  }

  /**
   * Puts a message that was not sent back into the field.
   * @param {string} key the chat it was written in
   * @param {string} text
   */
  takeBack(key, text) {
    this.drafts.sent(key, text);
    this.propose([text, this.field.value].filter(Boolean).join("\n\n"));
    this.#keepDraft();
  }

  /** @param {string} text */
  propose(text) {
    this.field.value = text;
    this.#fieldChanged();
    this.field.focus();
  }

  // Tools and keys

  async #readTools() {
    try {
      const list = await api("GET", "/v1/tools");
      this.tools = new Map(list.tools.map((/** @type {any} */ tool) => [tool.name, tool]));
    } catch { /* The page works without the names of the tools. */ }
    const names = new Set([...starting.filter(name => this.tools.has(name)), ...this.tools.keys()]);
    for (const name of needing) names.delete(name);
    const found = [...names].map(name => t(`start.${name}`, {}, "") || (this.tools.get(name).examples?.[language()] ?? this.tools.get(name).examples?.en));
    const examples = [...found.filter(Boolean).slice(0, 5), t("start")];
    this.welcome.replaceChildren(el("h2", { text: t("welcome") }), el("p", { class: "label", text: t("examples") }),
      el("div", { class: "examples" }, ...examples.map(text => textButton(text, () => this.propose(text)))));
  }

  /** @param {KeyboardEvent} event */
  #shortcut(event) {
    if (event.isComposing || event.keyCode === 229 || kept.get("shortcuts") === "off") return;
    const hasCommand = event.ctrlKey || event.metaKey;
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") {
      if (event.shiftKey) this.field.focus();
      else if (document.body.classList.contains("side-open")) this.#showSide(false);
      else if (this.turns?.queue.length > 0) this.turns.stop();
      else return;
      return event.preventDefault();
    }
    if (!hasCommand) return;
    if (event.shiftKey && event.code === "KeyO") this.#startNew();
    else if (event.shiftKey && event.code === "KeyK") { this.#showSide(true); this.search.focus(); }
    else if (event.shiftKey && event.code === "Semicolon") /** @type {any} */ ([...this.log.querySelectorAll("[data-copy]")].pop())?.click();
    else if (event.key === "/") this.#load("./settings.js").then(part => part?.showShortcuts());
    else return;
    event.preventDefault();
  }
}

start();
