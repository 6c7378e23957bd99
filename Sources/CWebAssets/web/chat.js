// The chat page: sign-in, the list of chats, the message field, and the runs of the chat that is shown.
import { Announcer, ApiError, Dialog, api, confirmed, el, explain, icon, iconButton, onSignedOut, randomKey, save, send } from "./base.js";
import { chooseLanguage, language, locale, t } from "./i18n.js";
import { Transcript } from "./transcript.js";

/** What the browser keeps: drafts and settings. It may keep nothing. */
const kept = {
  /** @param {string} key */
  get(key) { try { return localStorage.getItem(`torii.${key}`); } catch { return null; } },
  /**
   * @param {string} key
   * @param {string|null} value
   */
  set(key, value) { try { if (value) localStorage.setItem(`torii.${key}`, value); else localStorage.removeItem(`torii.${key}`); } catch { /* A full or forbidden storage loses drafts only. */ } },
  clear() { try { for (const key of Object.keys(localStorage)) if (key.startsWith("torii.")) localStorage.removeItem(key); } catch { /* As above. */ } },
};

chooseLanguage(kept.get("language"));
const app = /** @type {HTMLElement} */ (document.getElementById("app"));
const announcer = new Announcer();
const isCoarse = matchMedia("(pointer: coarse)");

/** @type {any} */ let session = null;
/** @type {Map<string, any>} */ let tools = new Map();
/** @type {Promise<void>|null} */ let signingIn = null;

onSignedOut(() => signingIn ??= signIn(t("sign-in.again")).finally(() => { signingIn = null; }));

/**
 * Asks for a token until it is accepted.
 * @param {string} reason
 */
async function signIn(reason) {
  const dialog = new Dialog(t("sign-in"), { cannotClose: true, class: "sign-in" });
  // No password field: browsers would offer to keep the token, and send it to other places.
  const field = el("input", { type: "text", class: "secret", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": t("sign-in.token"), placeholder: t("sign-in.token"), required: true });
  const problem = el("p", { class: "problem", role: "alert" });
  dialog.body.append(el("p", { text: reason }), field, problem, el("p", { class: "label", text: t("sign-in.help") }));
  const submit = async () => {
    const token = field.value.trim();
    if (!token) return field.focus();
    field.value = "";
    try {
      session = await api("POST", "/v1/session", { body: { token }, renews: false });
      dialog.close();
    } catch (error) {
      problem.textContent = explain(error);
      field.focus();
    }
  };
  field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter" && !event.isComposing && event.keyCode !== 229) submit(); });
  dialog.actions.append(el("button", { type: "button", class: "primary", text: t("sign-in"), on: { click: submit } }));
  await dialog.show();
}

/** Signs in by the cookie, by the code in the address, or by asking. */
async function start() {
  let reason = t("welcome");
  const code = /^#code=([\w-]+)$/.exec(location.hash)?.[1];
  if (code) {
    // First of all the code leaves the address, so that no history keeps one that still works.
    history.replaceState(null, "", location.pathname);
    try { session = await api("POST", "/v1/session", { body: { code }, renews: false }); } catch (error) { reason = error instanceof ApiError && error.status === 401 ? t("sign-in.used") : explain(error); }
  }
  try {
    if (!session) session = await api("GET", "/v1/session", { renews: false });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) await signIn(reason);
    else if (error instanceof ApiError) { app.replaceChildren(el("main", { class: "alone" }, el("p", { class: "problem", role: "alert", text: explain(error) }))); return; }
  }
  new Chat();
  if ("serviceWorker" in navigator) {
    const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("torii", { createScriptURL: (/** @type {string} */ url) => {
      if (url === "/sw.js") return url;
      throw new TypeError("not a script of this page");
    } });
    navigator.serviceWorker.register(policy?.createScriptURL("/sw.js") ?? "/sw.js").catch(() => {});
  }
}

/** The page of a person who has signed in. */
class Chat {
  /** @type {string|null} */ conversation = null;
  /** @type {any[]} */ chats = [];
  /** @type {any[]} */ queue = [];
  /** @type {Set<string>} */ deleting = new Set();
  isBusy = false;
  shown = 0;
  /** @type {string[]|undefined} */ unspoken;
  /** @type {any} */ transcript;
  #draftTimer = 0;

  constructor() {
    this.#build();
    addEventListener("hashchange", () => this.#route());
    addEventListener("pagehide", () => this.#keepDraft());
    addEventListener("offline", () => this.#state("offline"));
    addEventListener("online", () => { this.#state("live"); this.#refresh(); });
    document.addEventListener("keydown", event => this.#shortcut(event));
    this.#route();
    this.#refresh();
    this.#readTools();
    setInterval(() => { if (document.visibilityState === "visible" && !document.querySelector("dialog[open]")) this.#refresh(); }, 15_000);
  }

  #build() {
    this.list = el("ul", { class: "chats" });
    this.search = el("input", { type: "search", placeholder: t("search"), "aria-label": t("search"), maxlength: 200, on: { input: () => { clearTimeout(this.searchTimer); this.searchTimer = setTimeout(() => this.#refresh(), 250); } } });
    const close = () => this.#showSide(false);
    this.side = el("nav", { class: "side", "aria-label": t("chats") },
      el("div", { class: "side-head" }, el("strong", { class: "brand", text: "Torii" }), iconButton("cross", t("close"), close, { class: "icon-button narrow" })),
      el("button", { type: "button", class: "new", on: { click: () => { location.hash = "#/"; this.#route(); close(); } } }, icon("plus"), ` ${t("new")}`), this.search, this.list,
      el("button", { type: "button", class: "settings", on: { click: () => this.#settings() } }, icon("settings"), ` ${t("settings")}`));
    this.title = el("h1", { text: t("new") });
    this.models = el("select", { "aria-label": t("model") }, ...(session?.models ?? []).map((/** @type {any} */ model) => el("option", { value: model.name, text: model.name, selected: model.default })));
    this.models.hidden = (session?.models ?? []).length < 2;
    this.connection = el("p", { class: "connection", role: "status" });
    this.log = el("div", { class: "log", role: "log", "aria-live": "off", "aria-label": t("chats"), tabindex: "0" });
    this.welcome = el("section", { class: "welcome" });
    this.field = el("textarea", { id: "message", rows: 1, placeholder: t("message.hint"), "aria-label": t("message"), enterkeyhint: "enter", on: {
      input: () => this.#fieldChanged(), keydown: (/** @type {KeyboardEvent} */ event) => this.#fieldKey(event),
      dragover: (/** @type {Event} */ event) => event.preventDefault(), drop: (/** @type {DragEvent} */ event) => this.#drop(event) } });
    this.sendButton = iconButton("send", t("send"), () => this.#submit(), { class: "icon-button primary" });
    this.stopButton = iconButton("stop", t("stop"), () => this.#stop(), { class: "icon-button", hidden: true });
    this.composer = el("form", { class: "composer", on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); this.#submit(); } } }, this.field, this.stopButton, this.sendButton);
    const main = el("main", {}, el("header", {}, iconButton("menu", t("menu"), () => this.#showSide(true), { class: "icon-button narrow", "aria-expanded": "false" }), this.title, this.models), this.log, el("div", { class: "foot" }, this.connection, this.composer));
    app.replaceChildren(el("a", { class: "skip", href: "#message", text: t("skip"), on: { click: (/** @type {Event} */ event) => { event.preventDefault(); this.field.focus(); } } }), this.side, main);
    this.transcript = new Transcript(this.log, {
      announcer, speak: (kind, text) => this.#speak(kind, text), warn: text => announcer.warn(text), propose: text => this.#propose(text),
      toolTitle: name => { const tool = tools.get(name); return tool?.titles?.[language()] ?? tool?.title ?? name; },
      onState: state => this.#state(state), onReplace: (run, text) => this.#send(text, run), onEarlier: () => this.#earlier() });
    this.log.append(this.welcome);
  }

  /**
   * @param {"block"|"state"} kind
   * @param {string} text
   */
  #speak(kind, text) {
    const mode = kept.get("speech") ?? "blocks";
    if (kind === "state" || mode === "blocks") announcer.say(text);
    else if (mode === "end") (this.unspoken ??= []).push(text);
    if (kind === "state" && mode === "end" && this.unspoken) { announcer.say(this.unspoken.join(" ")); this.unspoken = undefined; }
  }

  /** @param {string} state */
  #state(state) {
    this.connection.textContent = state === "offline" ? t("offline") : state === "reconnecting" ? t("reconnecting") : "";
  }

  /** @param {boolean} isShown */
  #showSide(isShown) {
    document.body.classList.toggle("side-open", isShown);
    app.querySelector("header .narrow")?.setAttribute("aria-expanded", String(isShown));
    if (isShown) this.search.focus();
  }

  // The list

  async #refresh() {
    const query = this.search.value.trim();
    try {
      const page = await api("GET", `/v1/conversations?limit=100${query ? `&q=${encodeURIComponent(query)}` : ""}`);
      if (query !== this.search.value.trim()) return;
      this.chats = page.conversations;
      this.#drawList(query);
    } catch (error) {
      if (!(error instanceof ApiError)) this.#state("offline");
    }
  }

  #drawList(query = "") {
    const focused = /** @type {any} */ (document.activeElement)?.dataset?.key;
    const shown = this.chats.filter(chat => !this.deleting.has(chat.conversation));
    this.list.replaceChildren(...shown.map(chat => this.#listItem(chat)));
    if (shown.length === 0) this.list.append(el("li", { class: "label", text: t(query ? "search.none" : "none") }));
    if (focused) /** @type {any} */ (this.list.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus();
    const current = shown.find(chat => chat.conversation === this.conversation);
    if (current) this.#setTitle(current.title);
  }

  /** @param {any} chat */
  #listItem(chat) {
    const id = chat.conversation;
    const title = chat.title || t("untitled");
    const state = ["running", "waiting", "queued"].includes(chat.status) ? t(`state.${chat.status}`) : "";
    return el("li", { class: id === this.conversation ? "current" : null },
      el("a", { href: `#/c/${id}`, "data-key": `open-${id}`, "aria-current": id === this.conversation ? "page" : null, on: { click: () => this.#showSide(false) } }, title, state && el("small", { class: `state ${chat.status}`, text: ` · ${state}` })),
      iconButton("more", t("chat.actions", { title }), () => this.#actions(chat), { "data-key": `act-${id}` }));
  }

  /** @param {any} chat */
  async #actions(chat) {
    const dialog = new Dialog(chat.title || t("untitled"));
    const field = el("input", { type: "text", maxlength: 200, "aria-label": t("rename") });
    field.value = chat.title ?? "";
    field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter" && !event.isComposing && event.keyCode !== 229) dialog.close("rename"); });
    dialog.body.append(field, el("div", { class: "choices" }, ...[["rename", "rename"], ["export.json", "json"], ["export.markdown", "markdown"]].map(([label, value]) => el("button", { type: "button", text: t(label), on: { click: () => dialog.close(value) } }))));
    dialog.button(t("delete"), "delete", "danger");
    dialog.button(t("close"), "");
    const choice = await dialog.show();
    const path = `/v1/conversations/${chat.conversation}`;
    try {
      if (choice === "rename" && field.value.trim()) { await api("PATCH", path, { body: { title: field.value.trim() } }); await this.#refresh(); }
      if (choice === "json" || choice === "markdown") await this.#export(chat, choice);
      if (choice === "delete") this.#delete(chat);
    } catch (error) { this.#notice(explain(error)); }
  }

  /**
   * @param {any} chat
   * @param {string} form
   */
  async #export(chat, form) {
    const whole = await api("GET", `/v1/conversations/${chat.conversation}`);
    const name = (chat.title || "chat").replace(/[^\p{L}\p{N} _-]/gu, "").trim().slice(0, 60) || "chat";
    if (form === "json") return save(`${name}.json`, "application/json", JSON.stringify(whole, null, 2));
    const text = whole.messages.map((/** @type {any} */ message) => `## ${message.role === "user" ? t("you") : "Torii"}\n\n${message.text}\n`).join("\n");
    save(`${name}.md`, "text/markdown", `# ${chat.title || t("untitled")}\n\n${text}`);
  }

  /**
   * Hides a chat for six seconds, and then deletes it.
   * @param {any} chat
   */
  #delete(chat) {
    const id = chat.conversation;
    this.deleting.add(id);
    this.#drawList();
    if (this.conversation === id) location.hash = "#/";
    const remove = async () => {
      try { await api("DELETE", `/v1/conversations/${id}`); kept.set(`draft.${id}`, null); } catch (error) { this.#notice(explain(error)); }
      this.deleting.delete(id);
      this.#refresh();
    };
    this.#notice(t("deleted"), t("undo"), () => { clearTimeout(timer); this.deleting.delete(id); this.#drawList(); });
    const timer = setTimeout(remove, 6000);
    // A page that closes keeps its word.
    addEventListener("pagehide", () => { if (this.deleting.has(id)) fetch(`/v1/conversations/${id}`, { method: "DELETE", keepalive: true, headers: { "X-Torii": "1" } }); }, { once: true });
  }

  /**
   * @param {string} text
   * @param {string} [verb]
   * @param {() => void} [action]
   */
  #notice(text, verb, action) {
    document.querySelector(".notice")?.remove();
    const notice = el("div", { class: "notice", role: "status" }, text, " ", verb && el("button", { type: "button", text: verb, on: { click: () => { notice.remove(); action?.(); } } }));
    app.append(notice);
    setTimeout(() => notice.remove(), 6000);
  }

  // The chat that is shown

  #route() {
    const id = /^#\/c\/([\w-]+)$/.exec(location.hash)?.[1] ?? null;
    if (id === this.conversation && this.shown > 0) return;
    this.#keepDraft();
    this.#open(id);
  }

  /** @param {string|null} id */
  async #open(id) {
    const turn = ++this.shown;
    this.conversation = id;
    this.queue = [];
    this.isBusy = false;
    this.transcript.clear();
    this.field.value = kept.get(`draft.${id ?? "new"}`) ?? "";
    this.#fieldChanged(false);
    this.#buttons();
    this.welcome.hidden = id !== null;
    this.#setTitle(id ? this.chats.find(chat => chat.conversation === id)?.title ?? "" : null);
    this.#drawList();
    if (!isCoarse.matches && !document.querySelector("dialog[open]")) this.field.focus();
    if (id) await this.#load(turn);
  }

  /** @param {number} turn */
  async #load(turn) {
    const loading = el("p", { class: "label", text: t("loading") });
    this.log.prepend(loading);
    try {
      const page = await api("GET", `/v1/conversations/${this.conversation}/messages?limit=50`);
      if (turn !== this.shown) return;
      this.transcript.previous = page.previous;
      this.transcript.add(page.messages, false, page.active_runs);
      this.transcript.toEnd();
      for (const run of page.active_runs) this.#enqueue(this.transcript.turns.find((/** @type {any} */ known) => known.run === run) ?? { run, question: null, answer: null });
    } catch (error) {
      if (turn !== this.shown) return;
      if (error instanceof ApiError && error.status === 404) { location.hash = "#/"; this.#notice(t("gone")); return; }
      this.log.prepend(el("p", { class: "problem" }, `${explain(error)} `, el("button", { type: "button", text: t("retry"), on: { click: () => this.#open(this.conversation) } })));
    } finally { loading.remove(); }
  }

  async #earlier() {
    const { previous } = this.transcript;
    const [turn, id] = [this.shown, this.conversation];
    if (!previous || !id) return;
    const page = await api("GET", `/v1/conversations/${id}/messages?limit=26&before=${previous}`);
    if (turn !== this.shown) return;
    this.transcript.previous = page.previous;
    this.transcript.add(page.messages, true);
  }

  /** @param {string|null|undefined} title */
  #setTitle(title) {
    const text = title === null ? t("new") : title || t("untitled");
    this.title.textContent = text;
    document.title = title ? `${text} – Torii` : "Torii";
  }

  // Sending

  #submit() {
    const text = this.field.value.trim();
    if (!text) return;
    this.#send(text);
  }

  /**
   * Sends a message; with a run, in its place.
   * @param {string} text
   * @param {string} [replaces]
   */
  async #send(text, replaces) {
    const turn = this.shown;
    this.welcome.hidden = true;
    if (replaces) this.transcript.replaceFrom(replaces);
    const made = this.transcript.ask(text);
    const isDraft = this.field.value.trim() === text && !replaces;
    if (isDraft) { this.field.value = ""; this.#fieldChanged(false); }
    const request = { message: text, on_disconnect: "finish", on_busy: "queue", locale: locale(), time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(this.conversation ? { conversation: this.conversation } : {}), ...(replaces ? { replaces } : {}), ...(this.models.hidden ? {} : { model: this.models.value }) };
    const key = randomKey();
    const attempt = async () => {
      made.question?.say(t("sending"));
      try {
        const answer = await api("POST", "/v1/chat", { body: request, headers: { Prefer: "respond-async", "Idempotency-Key": key } });
        made.question?.say("");
        // Only now the server has it.
        if (isDraft) kept.set(`draft.${this.conversation ?? "new"}`, null);
        if (turn !== this.shown) return this.#refresh();
        made.run = made.question.run = answer.run;
        if (this.conversation !== answer.conversation) {
          this.conversation = answer.conversation;
          history.pushState(null, "", `#/c/${answer.conversation}`);
        }
        this.#refresh();
        this.#enqueue(made);
      } catch (error) {
        if (turn === this.shown) made.question?.fail(`${t("not-sent")} ${explain(error)}`, attempt);
        announcer.warn(`${t("not-sent")} ${explain(error)}`);
      }
    };
    await attempt();
  }

  /**
   * Shows the answers one after the other: a page has one stream.
   * @param {any} turn
   */
  async #enqueue(turn) {
    this.queue.push(turn);
    if (this.isBusy) { turn.question?.say(t("queued")); return; }
    const shown = this.shown;
    this.isBusy = true;
    while (shown === this.shown && this.queue.length > 0) {
      const next = this.queue[0];
      next.question?.say("");
      this.#buttons();
      announcer.say(t("answering"));
      await this.transcript.live(next);
      if (shown !== this.shown) return;
      this.queue.shift();
      this.#state("live");
    }
    if (shown !== this.shown) return;
    this.isBusy = false;
    this.#buttons();
    this.#refresh();
  }

  async #stop() {
    const run = this.queue[0]?.run;
    if (!run) return;
    this.stopButton.disabled = true;
    this.stopButton.title = t("stopping");
    announcer.say(t("stopping"));
    try { await api("POST", `/v1/runs/${run}/cancel`); } catch (error) { this.#notice(explain(error)); }
    this.stopButton.disabled = false;
  }

  #buttons() {
    this.stopButton.hidden = this.queue.length === 0;
    this.stopButton.title = t("stop");
    this.sendButton.disabled = !this.field.value.trim();
  }

  // The message field

  #fieldChanged(isTyped = true) {
    this.field.style.height = "auto";
    this.field.style.height = `${Math.min(this.field.scrollHeight, innerHeight * 0.4)}px`;
    this.#buttons();
    if (!isTyped) return;
    clearTimeout(this.#draftTimer);
    this.#draftTimer = setTimeout(() => this.#keepDraft(), 300);
  }

  #keepDraft() {
    clearTimeout(this.#draftTimer);
    if (this.shown > 0 && session) kept.set(`draft.${this.conversation ?? "new"}`, this.field.value || null);
  }

  /** @param {KeyboardEvent} event */
  #fieldKey(event) {
    // A key that ends the input of a word is not meant for the page; Safari sends it with the code 229 after the input has ended.
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter" && !event.shiftKey && !isCoarse.matches) { event.preventDefault(); this.#submit(); }
  }

  /** @param {DragEvent} event */
  async #drop(event) {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    for (const file of files) {
      if (!/^text\/|json|xml|yaml/.test(file.type) || file.size > 200_000) { this.#notice(t("files.text")); continue; }
      this.field.setRangeText(await file.text(), this.field.selectionEnd, this.field.selectionEnd, "end");
    }
    this.#fieldChanged();
  }

  /** @param {string} text */
  #propose(text) {
    this.field.value = text;
    this.#fieldChanged();
    this.field.focus();
  }

  // Tools, settings, keys

  async #readTools() {
    try {
      const list = await api("GET", "/v1/tools");
      tools = new Map(list.tools.map((/** @type {any} */ tool) => [tool.name, tool]));
    } catch { /* The page works without the names of the tools. */ }
    const examples = [...tools.values()].map(tool => tool.examples?.[language()] ?? tool.examples?.en).filter(Boolean).slice(0, 6);
    this.welcome.replaceChildren(el("h2", { text: t("welcome") }), el("p", { class: "label", text: examples.length ? t("examples") : "" }), el("div", { class: "examples" }, ...examples.map(text => el("button", { type: "button", text, on: { click: () => this.#propose(text) } }))));
  }

  async #settings() {
    const dialog = new Dialog(t("settings"));
    const choice = (/** @type {string} */ label, /** @type {string} */ key, /** @type {[string, string][]} */ options, /** @type {string} */ value) => {
      const select = el("select", {}, ...options.map(([name, text]) => el("option", { value: name, text, selected: name === value })));
      select.addEventListener("change", () => { kept.set(key, select.value); if (key === "language") location.reload(); });
      return el("label", { class: "setting" }, el("span", { text: label }), select);
    };
    const limits = (await api("GET", "/v1/session").catch(() => session))?.limits ?? [];
    dialog.body.append(el("p", { text: t("signed-in", { name: session?.name ?? "" }) }),
      choice(t("language"), "language", [["en", "English"], ["ja", "日本語"]], language()),
      choice(t("speech"), "speech", [["blocks", t("speech.blocks")], ["end", t("speech.end")], ["states", t("speech.states")]], kept.get("speech") ?? "blocks"),
      choice(t("shortcuts"), "shortcuts", [["on", t("shortcuts.on")], ["off", "–"]], kept.get("shortcuts") ?? "on"),
      ...limits.map((/** @type {any} */ limit) => el("p", { class: "label", text: t("limit", { name: limit.name, remaining: limit.remaining.toLocaleString(locale()), quota: limit.quota.toLocaleString(locale()) }) })),
      el("p", { class: "label", text: `Torii ${session?.version ?? ""}` }));
    dialog.button(t("sign-out"), "out");
    dialog.button(t("close"), "", "primary");
    if (await dialog.show() !== "out" || !await confirmed(t("sign-out"), t("signed-in", { name: session?.name ?? "" }), t("sign-out"))) return;
    await send("DELETE", "/v1/session", { renews: false }).catch(() => {});
    session = null;
    kept.clear();
    location.replace("/");
  }

  /** @param {KeyboardEvent} event */
  #shortcut(event) {
    if (event.isComposing || event.keyCode === 229 || kept.get("shortcuts") === "off") return;
    const hasCommand = event.ctrlKey || event.metaKey;
    const isOpen = document.querySelector("dialog[open]") !== null;
    if (event.key === "Escape" && event.shiftKey) { this.field.focus(); return event.preventDefault(); }
    if (event.key === "Escape" && !isOpen) {
      if (document.body.classList.contains("side-open")) return this.#showSide(false);
      if (this.queue.length > 0) { this.#stop(); event.preventDefault(); }
      return;
    }
    if (!hasCommand || isOpen) return;
    if (event.shiftKey && event.code === "KeyO") { location.hash = "#/"; this.field.focus(); event.preventDefault(); }
    if (event.shiftKey && event.code === "KeyK") { this.#showSide(true); this.search.focus(); event.preventDefault(); }
    if (event.shiftKey && event.code === "Semicolon") { /** @type {any} */ ([...this.log.querySelectorAll("[data-copy]")].pop())?.click(); event.preventDefault(); }
    if (event.key === "/") { this.#keys(); event.preventDefault(); }
  }

  #keys() {
    const dialog = new Dialog(t("shortcuts"));
    const rows = [["Ctrl+Shift+O", "key.new"], ["Ctrl+Shift+K", "key.search"], ["Shift+Esc", "key.composer"], ["Esc", "key.stop"], ["Ctrl+Shift+;", "key.code"], ["Ctrl+/", "key.list"]];
    dialog.body.append(el("dl", { class: "tree" }, ...rows.flatMap(([key, text]) => [el("dt", {}, el("kbd", { text: key })), el("dd", { text: t(text) })])));
    dialog.button(t("close"), "", "primary").autofocus = true;
    dialog.show();
  }
}

start();
