// The users of a client: a list in the order of the server, which is searched, narrowed and continued there.
import { api, el } from "./base.js";
import { t } from "./i18n.js";
import { speak } from "./admin-words.js";
import { badge } from "./admin-parts.js";
import { clientHash, clientName, clientTabs, partTitle } from "./admin-client-tabs.js";
import { askToEnd, choiceField, field, textField } from "./form.js";
import { count, moment, price } from "./format.js";
import { DataTable, emptyState } from "./table.js";

speak({
  "user": ["User", "利用者"],
  "user.active": ["active", "有効"],
  "user.blocked": ["blocked", "停止中"],
  "user.kind": ["Kind", "種類"],
  "user.kind.identified": ["identified", "本人確認済み"],
  "user.kind.anonymous": ["anonymous", "匿名"],
  "user.plan": ["Plan", "プラン"],
  "user.organization": ["Organization", "組織"],
  "user.spend": ["Spent in 30 days", "30日間の費用"],
  "user.tokens": ["{count} tokens", "{count} トークン"],
  "user.seen": ["Last seen", "最終利用"],
  "users.search": ["Find a user", "利用者を検索"],
  "users.search.hint": ["id, or exact name at an issuer", "ID、または発行者側の名前（完全一致）"],
  "users.order": ["Order", "並び順"],
  "users.order.seen": ["last seen", "最終利用"],
  "users.order.created": ["newest", "新しい順"],
  "users.order.spend": ["spent most", "費用の多い順"],
  "users.none": ["No user of this client has sent a request.", "このクライアントの利用者からの要求はまだありません。"],
  "users.none.found": ["No user fits these filters.", "条件に合う利用者はいません。"],
  "users.more": ["Further users", "続きを表示"],
  "users.settings.open": ["Settings of users", "利用者の設定"],
  "users.sign-out": ["Sign all out…", "全員をサインアウト…"],
  "users.sign-out.title": ["Sign out all users of {name}?", "{name} の利用者全員をサインアウトさせますか"],
  "users.sign-out.text": [
    "Tokens that were issued until now are refused. Requests for which the app's backend names the user continue.",
    "これまでに発行されたトークンは使えなくなります。バックエンドが利用者を指定する要求は続けられます。",
  ],
  "users.sign-out.verb": ["Sign all users out", "全員をサインアウト"],
  "users.signed-out": ["All users were signed out.", "全員をサインアウトさせました。"],
  "users.door": ["Users of a client", "クライアントの利用者"],
  "users.door.text": [
    "You administer users. Enter the id of the client whose users you look after; an administrator of clients knows it.",
    "利用者の管理ができます。担当するクライアントの ID を入力してください。ID はクライアントの管理者に確認できます。",
  ],
  "users.door.id": ["Id of the client", "クライアントの ID"],
  "users.door.verb": ["Open", "開く"],
});

/** The most users of a request. */
const pageLength = 100;

/**
 * @param {import("./admin.js").Console} hub
 * @param {string} id of the client
 * @param {string[]} address
 * @param {URLSearchParams} query
 * @returns {Promise<import("./admin.js").View>}
 */
export async function open(hub, id, [user], query) {
  return user ? (await import("./admin-user.js")).open(hub, id, user) : new Users(hub, id, query);
}

/**
 * Asks for a client's id, for an administrator who may not read the clients.
 * @param {import("./admin.js").Console} hub
 * @returns {import("./admin.js").View}
 */
export function door(hub) {
  const id = textField(t("users.door.id"), { required: true, maxlength: 100 });
  const form = el(
    "form",
    { class: "panel door", autocomplete: "off", on: { submit: (/** @type {Event} */ event) => {
      event.preventDefault();
      hub.go(clientHash(id.value(), "users"));
    } } },
    el("p", { text: t("users.door.text") }), id.node, el("button", { type: "submit", class: "primary", text: t("users.door.verb") })
  );
  return { title: t("users.door"), node: form };
}

/** @param {any} user */
export function userBadge(user) { return badge(user.blocked_at ? "bad" : "good", t(user.blocked_at ? "user.blocked" : "user.active")); }

class Users {
  /** @type {any[]} */ rows = [];
  /** @type {string|null} */ next = null;
  #turn = 0;

  /**
   * @param {import("./admin.js").Console} hub
   * @param {string} id
   * @param {URLSearchParams} query
   */
  constructor(hub, id, query) {
    this.hub = hub;
    this.id = id;
    this.path = `/admin/clients/${encodeURIComponent(id)}/users`;
    this.title = partTitle(hub, id, "users");
    this.up = /** @type {[string, string]} */ (["#/clients", t("view.clients")]);
    const choice = (/** @type {string} */ name, /** @type {string} */ label, /** @type {[string, string][]} */ options) =>
      choiceField(label, options, query.get(name) ?? "");
    const all = /** @type {[string, string]} */ (["", t("all")]);
    const search = el(
      "input",
      { type: "search", class: "find-user", autocomplete: "off", spellcheck: "false", maxlength: 256, placeholder: t("users.search.hint") }
    );
    this.filters = {
      q: field(t("users.search"), search),
      order: choice("order", t("users.order"), ["seen", "created", "spend"].map(order => [order, t(`users.order.${order}`)])),
      kind: choice("kind", t("user.kind"), [all, ...["identified", "anonymous"].map(kind => /** @type {[string, string]} */ ([kind, t(`user.kind.${kind}`)]))]),
      plan: textField(t("user.plan"), { value: query.get("plan") ?? "", maxlength: 64 }),
      blocked: choice("blocked", t("state"), [all, ["false", t("user.active")], ["true", t("user.blocked")]])
    };
    for (const { input } of Object.values(this.filters)) input.addEventListener("change", () => this.#changed());
    const save = () => hub.download(`${this.path}?${this.#query(1000)}`, "users.csv", "text/csv");
    this.table = new DataTable({
      id: "users", label: t("client.part.users"), key: user => user.id, filter: false, rowClass: user => user.blocked_at ? "retired" : "",
      columns: [
        {
          id: "user", label: t("user"), isHeader: true,
          cell: user => el("a", { href: clientHash(id, "users", user.id), title: user.id }, el("code", { text: `${user.id.slice(0, 12)}…` }))
        },
        { id: "state", label: t("state"), cell: userBadge },
        { id: "kind", label: t("user.kind"), cell: user => t(`user.kind.${user.kind}`) },
        { id: "plan", label: t("user.plan"), cell: user => user.plan },
        { id: "organization", label: t("user.organization"), cell: user => user.organization ?? "–" },
        {
          id: "spend", label: t("user.spend"), isNumeric: true,
          cell: user => [
            el("span", { text: price(user.money ?? "0", user.currency) }),
            el("span", { class: "note label", text: t("user.tokens", { count: count(user.tokens ?? 0) }) })
          ]
        },
        { id: "seen", label: t("user.seen"), cell: user => moment(user.seen_at) },
        { id: "created", label: t("created"), cell: user => moment(user.created_at) },
      ],
      empty: () => this.#isFiltered ? emptyState(t("users.none.found"), false) : emptyState(
        t("users.none"),
        hub.can("admin:read", "admin:clients") && el("a", { class: "button", href: clientHash(id, "users-settings"), text: t("users.settings.open") }),
        `torii users list ${clientName(hub, id)}`
      ),
      controls: [el("button", { type: "button", class: "quiet save-csv", text: t("download.csv"), on: { click: save } })],
    });
    this.more = el(
      "button",
      { type: "button", class: "table-more users-more", hidden: true, text: t("users.more"), on: { click: () => this.#read(false, true) } }
    );
    this.node = el(
      "div", { class: "users" }, clientTabs(hub, id, "users"),
      el("div", { class: "filters" }, ...Object.values(this.filters).map(({ node }) => node)),
      this.table.node, this.more
    );
    this.actions = [el("button", { type: "button", class: "sign-out-all", text: t("users.sign-out"), on: { click: () => this.#signOut() } })];
    this.#read(true);
    // A list that was continued stays as it is, because its first page alone would replace it.
    this.timer = setInterval(() => { if (!hub.live.isQuiet && this.rows.length <= pageLength) this.#read(true); }, 30_000);
  }

  close() { clearInterval(this.timer); }

  get #chosen() { return Object.fromEntries(Object.entries(this.filters).map(([name, { value }]) => [name, value()]).filter(([, value]) => value)); }

  get #isFiltered() { return Object.keys(this.#chosen).some(name => name !== "order"); }

  /** @param {number} limit */
  #query(limit) { return new URLSearchParams({ ...this.#chosen, limit: String(limit) }); }

  #changed() {
    // The history keeps the address, so a person's name is not in it.
    const { q, ...kept } = this.#chosen;
    history.replaceState(null, "", `${clientHash(this.id, "users")}?${new URLSearchParams(kept)}`);
    this.#read(true, true);
  }

  /**
   * @param {boolean} isFirst whether to start with the first user
   * @param {boolean} [isAsked] whether the person asked for it
   */
  async #read(isFirst, isAsked = false) {
    const turn = ++this.#turn;
    this.table.loading();
    const query = this.#query(pageLength);
    if (!isFirst && this.next) query.set("cursor", this.next);
    try {
      const page = await api("GET", `${this.path}?${query}`);
      if (turn !== this.#turn) return;
      // A user whose place changed meanwhile is in both pages.
      const fresh = new Set(page.users.map((/** @type {any} */ user) => user.id));
      this.rows = [...(isFirst ? [] : this.rows.filter(user => !fresh.has(user.id))), ...page.users];
      this.next = page.next;
      this.more.hidden = page.next === null;
      this.table.set(this.rows, isAsked);
    } catch (error) { if (turn === this.#turn) this.table.fail(this.hub.explain(error)); }
  }

  async #signOut() {
    const name = clientName(this.hub, this.id);
    const isDone = await askToEnd(t("users.sign-out.title", { name }), {
      text: t("users.sign-out.text"), verb: t("users.sign-out.verb"), typed: name,
      perform: () => this.hub.change("POST", `${this.path}/sign-out`)
    });
    if (isDone) this.hub.notice(t("users.signed-out"));
  }
}
