// The operator's console: its frame, and the view that the address names. A view is a module that is loaded when it is first opened.
import { Announcer, Dialog, el, explain, icon, iconButton, kept, send } from "./base.js";
import { chooseLanguage, language, t } from "./i18n.js";
import { speakConsole } from "./admin-words.js";
import { can, change, current, start } from "./admin-session.js";
import { describe } from "./form.js";
import { browserZone, refreshMoments } from "./format.js";
import { Live } from "./admin-live.js";

/**
 * @typedef {object} Console what a view works with
 * @property {any} session
 * @property {(...scopes: string[]) => boolean} can whether the administrator has one of the scopes
 * @property {Live} live
 * @property {Announcer} announcer
 * @property {(method: string, path: string, options?: any) => Promise<any>} change sends a change, and confirms the sign-in if the server asks for it
 * @property {(text: string) => void} notice shows a short text for some seconds
 * @property {(error: any) => void} fail shows an error for some seconds
 * @property {(error: any) => string} explain
 * @property {(hash: string) => void} go opens the view at an address
 * @property {() => void} reopen opens the present view again
 * @property {(title: string) => void} retitle
 * @property {(path: string, name: string, type: string) => Promise<void>} download lets the browser save what the server answers
 */

/**
 * @typedef {object} View
 * @property {string} title
 * @property {any} node
 * @property {any[]} [actions] the buttons beside the title
 * @property {[string, string]} [up] the address and the name of the view above
 * @property {() => void} [close] ends what the view follows
 */

/** The views: their modules, the scopes of which one is needed, and their pictures. */
const views = /** @type {Record<string, {load: () => Promise<any>, scopes: string[], path: string}>} */ ({
  overview: {
    load: () => import("./admin-overview.js"),
    scopes: ["admin:read", "admin:keys", "admin:clients", "admin:tools"],
    path: "M4 4h7v7H4zM13 4h7v4h-7zM13 11h7v9h-7zM4 14h7v6H4z"
  },
  keys: {
    load: () => import("./admin-keys.js"),
    scopes: ["admin:read", "admin:keys"],
    path: "M8 15a4 4 0 1 1 3.500-6H21v3h-2v3h-3v-3h-4.500A4 4 0 0 1 8 15zM8 11h.01"
  },
  clients: { load: () => import("./admin-clients.js"), scopes: ["admin:read", "admin:clients", "admin:users"], path: "M7 3h10v18H7zM11 18h2" },
  usage: { load: () => import("./admin-usage.js"), scopes: ["admin:read"], path: "M4 20h16M7 20v-6M12 20V8M17 20V4" },
  runs: { load: () => import("./admin-runs.js"), scopes: ["admin:read"], path: "M4 6h8M8 12h9M13 18h7" },
  audit: { load: () => import("./admin-audit.js"), scopes: ["admin:read"], path: "M6 3h9l4 4v14H6zM9 12l2 2 4-4" },
  tools: { load: () => import("./admin-tools.js"), scopes: ["admin:read", "admin:tools"], path: "M13 3L5 14h6l-1 7 8-11h-6z" },
  vault: {
    load: () => import("./admin-vault.js"),
    scopes: ["admin:read", "admin:keys"], path: "M4 4h16v16H4zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 9V6M20 9v6"
  },
  sessions: { load: () => import("./admin-sessions.js"), scopes: ["admin:read", "admin:clients"], path: "M3 5h18v12H3zM8 21h8" },
});
/** The view above those that are named in an address, but are not in the menu. */
const parents = /** @type {Record<string, string>} */ ({ rotations: "keys" });

const app = /** @type {HTMLElement} */ (document.getElementById("app"));

/** The frame around the views. */
class Frame {
  /** @type {View|null} */ view = null;
  /** @type {Map<string, HTMLAnchorElement>} the links to the views that the administrator may see */ links = new Map();
  #turn = 0;

  constructor() {
    this.announcer = new Announcer();
    this.live = new Live(can);
    /** @type {Console} */
    this.console = {
      get session() { return current(); },
      can, change, live: this.live, announcer: this.announcer,
      notice: text => this.#notice(text),
      fail: error => this.#notice(wordsOf(error), true),
      explain: wordsOf,
      go: hash => { location.hash = hash; },
      reopen: () => this.#route(),
      retitle: title => this.#retitle(title),
      download: (path, name, type) => this.#download(path, name, type),
    };
    this.#build();
    addEventListener("hashchange", () => this.#route());
    document.addEventListener("keydown", event => { if (event.key === "Escape" && !event.isComposing) this.#showSide(false); });
    setInterval(refreshMoments, 15_000);
    this.live.on("connection", () => this.#drawConnection());
    this.live.run();
    this.#route();
  }

  #build() {
    const close = () => this.#showSide(false);
    const seen = Object.entries(views).filter(([, view]) => can(...view.scopes));
    this.links = new Map(seen.map(([name, view]) =>
      [name, el("a", { href: `#/${name}`, class: `nav-${name}`, on: { click: close } }, picture(view.path), el("span", { text: t(`view.${name}`) }))]));
    const settings = el("button", { type: "button", class: "settings quiet", on: { click: () => this.#settings() } }, icon("settings"),
      el("span", { text: current().name }));
    this.side = el("nav", { class: "side", id: "side", "aria-label": t("console.views") },
      el("div", { class: "side-head" },
        el("strong", { class: "brand" }, "Torii ", el("small", { text: t("console") })), iconButton("cross", t("close"), close, { class: "icon-button narrow" })),
      el("ul", { class: "nav" }, ...[...this.links.values()].map(link => el("li", {}, link))),
      el("div", { class: "side-foot" }, settings));
    this.title = el("h1", { tabindex: "-1", text: "Torii" });
    this.trail = el("div", { class: "trail" });
    this.actions = el("div", { class: "view-actions" });
    this.connection = el("button", { type: "button", class: "live", on: { click: () => this.live.togglePause() } });
    this.menu = iconButton(
      "menu", t("console.menu"),
      () => this.#showSide(true),
      { class: "icon-button narrow", "aria-expanded": "false", "aria-controls": "side" }
    );
    this.content = el("div", { class: "content", id: "content" }, el("p", { class: "label", text: t("loading") }));
    const skip = (/** @type {Event} */ event) => { event.preventDefault(); this.title.focus(); };
    app.replaceChildren(el("a", { class: "skip", href: "#content", text: t("console.skip"), on: { click: skip } }), this.side,
      el("div", { class: "page" },
        el("header", {}, this.menu, el("div", { class: "titles" }, this.trail, this.title), this.actions, this.connection),
        el("main", {}, this.content)));
    this.#drawConnection();
  }

  #drawConnection() {
    const { state, isPaused } = this.live;
    this.connection.dataset.state = state;
    const action = t(isPaused ? "live.resume" : "live.pause");
    this.connection.replaceChildren(
      el("span", { class: "live-dot", "aria-hidden": "true" }),
      el("span", { class: "live-word", text: t(`live.${state}`) }),
      el("span", { class: "visually-hidden", text: ` – ${action}` })
    );
    this.connection.title = action;
    if (state === "reconnecting") this.announcer.say(t("live.reconnecting"));
  }

  /** @param {boolean} isShown */
  #showSide(isShown) {
    const wasShown = document.body.classList.contains("side-open");
    document.body.classList.toggle("side-open", isShown);
    this.menu.setAttribute("aria-expanded", String(isShown));
    if (isShown) /** @type {any} */ (this.side.querySelector("[aria-current]") ?? this.side.querySelector("a"))?.focus();
    else if (wasShown) this.menu.focus();
  }

  /** Opens the view that the address names. */
  async #route() {
    if (location.hash.startsWith("#code=")) return;
    const turn = ++this.#turn;
    const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
    const [name, ...rest] = path ? path.split("/").map(part => decodeURIComponent(part)) : [...this.links.keys()].slice(0, 1);
    const menu = parents[name] ?? name;
    for (const [known, link] of this.links) if (known === menu) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
    const isFirst = this.view === null;
    try {
      if (!this.links.has(menu)) throw new Error("no such view");
      const module = await views[menu].load();
      const view = /** @type {View} */ (await module.open(this.console, name === menu ? rest : [name, ...rest], new URLSearchParams(query ?? "")));
      if (turn !== this.#turn) { view.close?.(); return; }
      this.#show(view);
    } catch (error) {
      if (turn !== this.#turn) return;
      const text = this.links.has(menu) ? `${t("view.failed")} ${explain(error)}` : t("view.missing");
      this.#show({ title: t("console"), node: el("p", { class: "problem", role: "alert", text }) });
    }
    if (!isFirst) this.title.focus({ preventScroll: true });
  }

  /** @param {View} view */
  #show(view) {
    this.view?.close?.();
    this.view = view;
    this.#retitle(view.title);
    this.trail.replaceChildren(...(
      view.up ? [el("a", { href: view.up[0], text: view.up[1] }), el("span", { "aria-hidden": "true", text: " ›" })] : []
    ));
    this.actions.replaceChildren(...(view.actions ?? []).filter(Boolean));
    this.content.replaceChildren(view.node);
    scrollTo(0, 0);
  }

  /** @param {string} title */
  #retitle(title) {
    this.title.textContent = title;
    document.title = `${title} – Torii`;
  }

  /**
   * @param {string} path
   * @param {string} name of the file
   * @param {string} type the media type to ask for
   */
  async #download(path, name, type) {
    try {
      const response = await send("GET", path, { headers: { Accept: type } });
      const url = URL.createObjectURL(await response.blob());
      el("a", { href: url, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    } catch (error) { this.console.fail(error); }
  }

  /**
   * @param {string} text
   * @param {boolean} [isProblem]
   */
  #notice(text, isProblem = false) {
    document.querySelector(".notice")?.remove();
    const notice = el(
      "div", { class: isProblem ? "notice bad" : "notice" },
      el("span", { text }),
      iconButton("cross", t("close"), () => notice.remove())
    );
    document.body.append(notice);
    if (isProblem) this.announcer.warn(text); else this.announcer.say(text);
    setTimeout(() => notice.remove(), isProblem ? 15_000 : 6000);
  }

  async #settings() {
    const session = current();
    const dialog = new Dialog(t("settings"));
    const choice = el(
      "select",
      { on: { change: () => { kept.set("language", choice.value); location.reload(); } } },
      ...[["en", "English"], ["ja", "日本語"]].map(([value, text]) => el("option", { value, text, selected: value === language() }))
    );
    dialog.body.append(el("p", { text: t("signed-in", { name: session.name }) }), el(
      "p", { class: "chips" },
      ...session.scopes.map((/** @type {string} */ scope) => el("code", { text: scope }))
    ),
      el(
        "label", { class: "setting" },
        el("span", { text: t("language") }),
        choice
      ), el("p", { class: "label", text: t("time.zone", { zone: browserZone() }) }),
      el("p", { class: "label", text: `Torii ${session.version}` }));
    if (session.session) dialog.button(t("sign-out"), "out");
    dialog.button(t("close"), "", "primary");
    if (await dialog.show() !== "out") return;
    await send("DELETE", "/admin/session", { renews: false }).catch(() => {});
    location.replace("/admin/");
  }
}

/**
 * An error as one text.
 * @param {any} error
 */
function wordsOf(error) { return describe(error).map(node => node.textContent).join(" "); }

/** @param {string} path */
function picture(path) {
  const made = icon("menu");
  made.firstElementChild?.setAttribute("d", path);
  return made;
}

// A sign-in link that is opened in a tab of the console changes only the fragment.
addEventListener("hashchange", () => { if (location.hash.startsWith("#code=")) location.reload(); });

try {
  await chooseLanguage(kept.get("language"));
  speakConsole();
  await start();
  new Frame();
} catch (error) {
  app.replaceChildren(el("main", { class: "alone" }, el("h1", { text: "Torii" }), el("p", { class: "problem", role: "alert", text: explain(error) }),
    el("button", { type: "button", text: t("retry"), on: { click: () => location.reload() } })));
}
