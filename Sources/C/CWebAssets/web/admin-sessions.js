// The browsers that are signed in, and codes that sign one in.
import { api, el } from "./base.js";
import { t } from "./i18n.js";
import { speak } from "./admin-words.js";
import { badge } from "./admin-parts.js";
import { ask, askToEnd, choiceField, showOnce } from "./form.js";
import { moment } from "./format.js";
import { DataTable, emptyState } from "./table.js";

speak({
  "session.page": ["Page", "ページ"],
  "session.chat": ["chat", "チャット"],
  "session.console": ["console", "管理コンソール"],
  "session.browser": ["Browser", "ブラウザ"],
  "session.used": ["Last used", "最終使用"],
  "session.this": ["this browser", "このブラウザ"],
  "session.none": ["No browser is signed in.", "サインイン中のブラウザはありません。"],
  "session.end": ["Sign out…", "サインアウト…"],
  "session.end.title": ["Sign out {name}?", "{name} をサインアウトさせますか"],
  "session.end.text": ["The browser has to sign in again. What it is showing now stops being updated.", "このブラウザは再度サインインが必要です。表示中の内容は更新されなくなります。"],
  "session.end.verb": ["Sign the browser out", "サインアウトさせる"],
  "session.ended": ["The browser was signed out.", "サインアウトさせました。"],
  "session.unknown": ["unknown browser", "不明なブラウザ"],
  "code.create": ["Sign-in link", "サインイン用リンク"],
  "code.create.title": ["Make a sign-in link", "サインイン用リンクを作成"],
  "code.create.text": [
    "The link signs one browser in, once, within ten minutes. It works on the address of this page.",
    "リンクは一度だけ、10分以内に、1つのブラウザをサインインさせます。このページのアドレスで使えます。",
  ],
  "code.page": ["Page", "ページ"],
  "code.client": ["As", "対象"],
  "code.first": ["the first one", "最初のもの"],
  "code.verb": ["Make the link", "リンクを作成"],
  "code.title": ["Sign-in link for {name}", "{name} のサインイン用リンク"],
  "code.text": ["Open it within ten minutes in the browser that shall be signed in.", "10分以内に、サインインさせるブラウザで開いてください。"],
});

/**
 * @param {import("./admin.js").Console} hub
 * @returns {Promise<import("./admin.js").View>}
 */
export async function open(hub) { return new Sessions(hub); }

/**
 * A browser and its system, as far as it names them.
 * @param {string} agent the User-Agent
 */
export function browserName(agent) {
  const browser = [
    ["Edg/", "Edge"], ["OPR/", "Opera"], ["Firefox/", "Firefox"], ["Chrome/", "Chrome"], ["Safari/", "Safari"],
    ["curl/", "curl"]
  ].find(([mark]) => agent.includes(mark))?.[1];
  const system = [
    ["Android", "Android"], ["iPhone", "iOS"], ["iPad", "iPadOS"], ["Windows", "Windows"], ["Mac OS X", "macOS"],
    ["Linux", "Linux"]
  ].find(([mark]) => agent.includes(mark))?.[1];
  return [browser, system].filter(Boolean).join(" · ") || agent.slice(0, 60) || t("session.unknown");
}

class Sessions {
  /** @param {import("./admin.js").Console} hub */
  constructor(hub) {
    this.hub = hub;
    this.title = t("view.sessions");
    const mayChange = hub.can("admin:clients");
    const isThis = (/** @type {any} */ session) => session.id === hub.session.session;
    this.table = new DataTable({
      id: "sessions", label: this.title, key: session => session.id, sort: ["used", -1],
      columns: [
        {
          id: "name", label: t("name"), isHeader: true,
          cell: session => [
            session.name ?? session.client.slice(0, 8),
            isThis(session) && el("span", { class: "note" }, badge("good", t("session.this")))
          ],
          sort: session => session.name ?? "",
          text: session => `${session.name ?? ""} ${session.client}`
        },
        { id: "page", label: t("session.page"), cell: session => t(`session.${session.page}`), sort: session => session.page },
        {
          id: "browser", label: t("session.browser"),
          cell: session => el("span", { title: session.agent, text: browserName(session.agent) }),
          sort: session => browserName(session.agent),
          text: session => session.agent
        },
        { id: "created", label: t("created"), cell: session => moment(session.created_at), sort: session => session.created_at },
        { id: "used", label: t("session.used"), cell: session => moment(session.used_at), sort: session => session.used_at },
        { id: "expires", label: t("expires"), cell: session => moment(session.expires_at), sort: session => session.expires_at },
        ...(
          mayChange ? [
            {
              id: "actions", label: "", class: "row-actions",
              cell: (/** @type {any} */ session) => isThis(session) ? "" : el(
                "button",
                {
                  type: "button", class: "quiet end",
                  "aria-label": `${t("session.end")} ${session.name ?? ""} ${browserName(session.agent)}`,
                  text: t("session.end"),
                  on: { click: () => this.#end(session) }
                }
              )
            }
          ] : []
        ),
      ],
      empty: () => emptyState(t("session.none"), false, "torii sign-in"),
    });
    this.node = el("div", { class: "sessions" }, this.table.node);
    this.actions = [
      mayChange && el("button", { type: "button", class: "primary create-code", text: t("code.create"), on: { click: () => this.#code() } })
    ];
    this.read();
    this.timer = setInterval(() => { if (!hub.live.isQuiet) this.read(); }, 30_000);
  }

  close() { clearInterval(this.timer); }

  async read() {
    this.table.loading();
    try { this.table.set((await api("GET", "/admin/sessions")).sessions); } catch (error) { this.table.fail(this.hub.explain(error)); }
  }

  /** @param {any} session */
  async #end(session) {
    const isDone = await askToEnd(
      t("session.end.title", { name: session.name ?? session.client.slice(0, 8) }),
      {
        text: t("session.end.text"), ends: [`${t(`session.${session.page}`)} · ${browserName(session.agent)}`],
        verb: t("session.end.verb"),
        perform: () => this.hub.change("DELETE", `/admin/sessions/${session.id}`)
      }
    );
    if (!isDone) return;
    this.hub.notice(t("session.ended"));
    this.read();
  }

  /**
   * Whether a client can sign in to a page, and this administrator may make a link for it: one cannot pass on scopes that one does not have.
   * @param {any} client
   * @param {string} page
   */
  #maySignIn(client, page) {
    if (client.revoked_at || (client.expires_at && new Date(client.expires_at).getTime() <= Date.now())) return false;
    const isAdministrative = (/** @type {string} */ scope) => scope.startsWith("admin:");
    return client.scopes.some((/** @type {string} */ scope) => isAdministrative(scope) === (page === "console"))
      && client.scopes.every((/** @type {string} */ scope) => !isAdministrative(scope) || this.hub.can(scope));
  }

  async #code() {
    const { live } = this.hub;
    const page = choiceField(t("code.page"), [["chat", t("session.chat")], ["console", t("session.console")]], "chat");
    const client = choiceField(t("code.client"), []);
    const offer = () => {
      const chosen = client.value();
      const fitting = [...live.clients.values()].filter(known => this.#maySignIn(known, page.value()));
      client.input.replaceChildren(
        el("option", { value: "", text: t("code.first") }),
        ...fitting.map(known => el("option", { value: known.id, text: known.name, selected: known.id === chosen }))
      );
    };
    page.input.addEventListener("change", offer);
    const end = live.on("clients", offer);
    offer();
    const answer = await ask(t("code.create.title"), { verb: t("code.verb"), class: "code-dialog", intro: [
      el("p", { class: "label", text: t("code.create.text") })
    ], fields: [page, client], perform: () =>
      this.hub.change("POST", "/admin/sign-in-codes", { body: { page: page.value(), ...(client.value() ? { client: client.value() } : {}) } }) });
    end();
    if (!answer) return;
    const link = `${location.origin}${answer.page === "console" ? "/admin/" : "/"}#code=${answer.code}`;
    delete answer.code;
    await showOnce(t("code.title", { name: answer.name }), t("code.text"), link);
  }
}

