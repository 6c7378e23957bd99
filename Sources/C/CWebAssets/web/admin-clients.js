// The clients: their scopes, limits and tokens, and what can be done with them.
import { api, el, textButton } from "./base.js";
import { t } from "./i18n.js";
import { speak } from "./admin-words.js";
import { badge, expiry, facts, limitMeter, limitWords, moreActions, section, tail } from "./admin-parts.js";
import { clientTabs } from "./admin-client-tabs.js";
import { ask, askToEnd, changedMembers, checkField, choiceField, moneyField, numberField, showOnce, textField, timeField } from "./form.js";
import { count, moment, percent } from "./format.js";
import { atMost } from "./admin-live.js";
import { DataTable, emptyState } from "./table.js";

speak({
  "clients.none": ["No client has been created.", "クライアントはまだありません。"],
  "client.create": ["Create a client", "クライアントを作成"],
  "client.create.verb": ["Create", "作成"],
  "client.scopes": ["Scopes", "スコープ"],
  "client.limits": ["Limits", "上限"],
  "client.tokens": ["Tokens", "トークン"],
  "client.changed": ["Changed", "変更"],
  "client.missing": ["This client no longer exists.", "このクライアントは存在しません。"],
  "client.active": ["active", "有効"],
  "client.expired": ["expired", "期限切れ"],
  "client.revoked": ["revoked", "失効"],
  "client.limits.none": ["No limit is set.", "上限はありません。"],
  "client.limits.short": ["none", "なし"],
  "scope.chat": ["chat: turns", "chat：対話"],
  "scope.extract": ["extract: extractions", "extract：抽出"],
  "scope.tools": ["tools:*: calls of all tools, also of future ones", "tools:*：すべてのツール（今後追加されるものも）"],
  "scope.devices": ["devices: toolboxes of apps on its devices, and their calls", "devices：端末上のアプリの操作"],
  "scope.more": ["Single tools", "個別のツール"],
  "scope.more.hint": ["Such as tools:searchWeb, separated by commas.", "例：tools:searchWeb（カンマ区切り）"],
  "scope.admin:read": ["admin:read: reads all administration", "admin:read：管理情報の閲覧"],
  "scope.admin:keys": ["admin:keys: keys, rotations, master keys", "admin:keys：キー、ローテーション、マスターキー"],
  "scope.admin:clients": ["admin:clients: clients and their tokens", "admin:clients：クライアントとトークン"],
  "scope.admin:tools": ["admin:tools: files of declared tools", "admin:tools：宣言ツールのファイル"],
  "scope.admin:users": ["admin:users: users of clients: limits, blocks", "admin:users：クライアントの利用者（上限、停止）"],
  "scope.administration": ["Administration", "管理"],
  "client.created": ["Token of {name}", "{name} のトークン"],
  "client.token.text": ["The client {name} sends this token with its requests.", "クライアント {name} はこのトークンで要求を送ります。"],
  "client.edit": ["Change…", "変更…"],
  "client.edit.title": ["Change {name}", "{name} の変更"],
  "client.token.new": ["New token…", "新しいトークン…"],
  "client.token.new.title": ["New token for {name}", "{name} の新しいトークン"],
  "client.rotate": ["Rotate tokens…", "トークンをローテーション…"],
  "client.rotate.title": ["Rotate the tokens of {name}", "{name} のトークンをローテーション"],
  "client.rotate.intro": [
    "A new token is created. The old ones stay valid for the overlap, so that the client can change without a gap.",
    "新しいトークンを作成します。切り替え中も使えるように、古いトークンは重複期間だけ有効です。",
  ],
  "client.rotate.which": ["Tokens to replace", "置き換えるトークン"],
  "client.rotate.all": ["all", "すべて"],
  "client.rotate.overlap": ["Overlap (hours)", "重複期間（時間）"],
  "client.rotate.verb": ["Create the token", "トークンを作成"],
  "client.revoke": ["Revoke…", "失効させる…"],
  "client.revoke.title": ["Revoke {name}?", "{name} を失効させますか"],
  "client.revoke.text": ["None of its tokens is accepted any more. This cannot be undone.", "すべてのトークンが使えなくなります。元に戻せません。"],
  "client.revoke.verb": ["Revoke the client", "クライアントを失効"],
  "client.ends.runs": ["open runs and their streams: {count}", "実行中の {count} 件とそのストリーム"],
  "client.ends.tokens": ["tokens: {count}", "トークン {count} 個"],
  "client.ends.sessions": ["its signed-in browsers", "サインイン中のブラウザ"],
  "client.ends.data": ["its conversations, runs and stored data, and those of its users", "会話、実行、保存データ（利用者のものを含む）"],
  "client.delete": ["Delete…", "削除…"],
  "client.delete.title": ["Delete {name}?", "{name} を削除しますか"],
  "client.delete.text": [
    "The client is removed, and its data is erased from the database. Its usage stays in the books.",
    "クライアントを削除し、データをデータベースから消去します。使用量の記録は残ります。",
  ],
  "client.delete.keep": ["Keep its data until the retention deletes it", "保存期間が終わるまでデータを残す"],
  "client.delete.verb": ["Delete the client", "クライアントを削除"],
  "client.deleted": ["The client was deleted.", "クライアントを削除しました。"],
  "client.was-revoked": ["The client was revoked.", "クライアントを失効させました。"],
  "token": ["Token", "トークン"],
  "token.revoke": ["Revoke…", "失効させる…"],
  "token.revoke.title": ["Revoke the token ····{four}?", "トークン ····{four} を失効させますか"],
  "token.revoke.text": ["It is not accepted any more. Runs that it started are cancelled.", "以後は使えません。このトークンで始めた実行は中止されます。"],
  "token.revoke.verb": ["Revoke the token", "トークンを失効"],
  "token.revoked": ["The token was revoked.", "トークンを失効させました。"],
  "tokens.none": ["The client has no valid token.", "有効なトークンがありません。"],
});

const path = (/** @type {any} */ client) => `/admin/clients/${client.id}`;
const adminScopes = ["admin:read", "admin:keys", "admin:clients", "admin:tools", "admin:users"];
const counted = ["requests_per_minute", "concurrent_runs", "tokens_per_minute", "tokens_per_day", "tokens_per_month"];
const paid = ["money_per_day", "money_per_month"];
const efforts = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];

/** The views of what belongs to a client, by the word in the address. */
const parts = /** @type {Record<string, () => Promise<any>>} */ ({
  users: () => import("./admin-users.js"), issuers: () => import("./admin-issuers.js"), "users-settings": () => import("./admin-user-settings.js")
});

/**
 * @param {import("./admin.js").Console} hub
 * @param {string[]} address
 * @param {URLSearchParams} query
 * @returns {Promise<import("./admin.js").View>}
 */
export async function open(hub, [id, part, ...rest], query) {
  await hub.live.ready;
  // An administrator of users alone may not read clients, so it is asked for the client whose users it looks after.
  if (!hub.can("admin:read", "admin:clients")) {
    const users = await parts.users();
    return id ? users.open(hub, id, rest, query) : users.door(hub);
  }
  if (!id) return new ClientsView(hub);
  const client = hub.live.clients.get(id) ?? (await api("GET", `/admin/clients/${encodeURIComponent(id)}`)).client;
  hub.live.put("clients", client.id, client);
  return Object.hasOwn(parts, part ?? "") ? (await parts[part]()).open(hub, client.id, rest, query) : new ClientView(hub, client.id);
}

/** @param {any} client */
function state(client) {
  if (client.revoked_at) return "revoked";
  return client.expires_at && new Date(client.expires_at).getTime() < Date.now() ? "expired" : "active";
}

/** @param {any} client */
function stateBadge(client) {
  return badge({ active: "good", expired: "warn", revoked: "off" }[state(client)] ?? "off", t(`client.${state(client)}`));
}

/** The table of all clients. */
class ClientsView {
  /** @type {Map<string, any[]>} by the id of the client */ uses = new Map();

  /** @param {import("./admin.js").Console} hub */
  constructor(hub) {
    this.hub = hub;
    this.title = t("view.clients");
    const create = () => createClient(hub);
    const save = () => hub.download("/admin/clients", "clients.csv", "text/csv");
    const mayChange = hub.can("admin:clients");
    this.table = new DataTable({
      id: "clients", label: this.title, key: client => client.id, sort: ["name", 1],
      rowClass: client => state(client) === "active" ? "" : "retired",
      columns: [
        {
          id: "name", label: t("name"), isHeader: true,
          cell: client => el("a", { href: `#/clients/${client.id}`, text: client.name }),
          sort: client => client.name,
          text: client => `${client.name} ${client.id}`
        },
        { id: "state", label: t("state"), cell: stateBadge, sort: client => t(`client.${state(client)}`) },
        {
          id: "scopes", label: t("client.scopes"),
          cell: client => el("span", { class: "chips" }, ...client.scopes.map((/** @type {string} */ scope) => el("code", { text: scope }))),
          text: client => client.scopes.join(" ")
        },
        { id: "limits", label: t("client.limits"), cell: client => this.#limits(client), sort: client => client.share ?? -1 },
        {
          id: "tokens", label: t("client.tokens"), isNumeric: true,
          cell: client => count(client.tokens.length),
          sort: client => client.tokens.length,
          text: client => client.tokens.map((/** @type {any} */ token) => token.last_four).join(" ")
        },
        { id: "expires", label: t("expires"), cell: client => expiry(client.expires_at), sort: client => client.expires_at ?? "" },
        { id: "changed", label: t("client.changed"), cell: client => moment(client.changed_at), sort: client => client.changed_at },
      ],
      empty: () => emptyState(
        t("clients.none"),
        mayChange && el("button", { type: "button", text: t("client.create"), on: { click: create } }),
        "torii clients create phone --tokens-per-day 200000"
      ),
      controls: [el("button", { type: "button", class: "quiet save-csv", text: t("download.csv"), on: { click: save } })],
    });
    this.node = this.table.node;
    this.actions = [mayChange && el("button", { type: "button", class: "primary create-client", text: t("client.create"), on: { click: create } })];
    this.ends = [hub.live.on("clients", () => this.#draw())];
    this.#draw();
    this.#readLimits();
    this.timer = setInterval(() => { if (!hub.live.isQuiet) this.#readLimits(); }, 30_000);
  }

  close() {
    this.isClosed = true;
    clearInterval(this.timer);
    for (const end of this.ends) end();
  }

  #draw() {
    this.table.set([...this.hub.live.clients.values()].map(
      client => ({
        ...client,
        ...this.uses.get(client.id)?.reduce((most, limit) => limit.share > (most.share ?? -1) ? { share: limit.share, limit: limit.name } : most, {})
      })
    ));
  }

  /** Reads how much of their limits the clients use, one after the other; many clients are not worth as many requests. */
  async #readLimits() {
    const limited = [...this.hub.live.clients.values()].filter(client => !client.revoked_at && [...counted, ...paid].some(
      name => client.limits[name] !== undefined
    )).slice(0, 50);
    for (const client of limited) {
      if (this.isClosed) return;
      try { this.uses.set(client.id, (await api("GET", `${path(client)}/limits`)).limits); } catch { continue; }
      this.#draw();
    }
  }

  /** @param {any} client */
  #limits(client) {
    const words = limitWords(client.limits, client.currency);
    if (!words) return el("span", { class: "missing", text: t("client.limits.short") });
    if (client.share === undefined) return el("span", { class: "note label", text: words });
    const name = t(`limit.${client.limit}`, {}, client.limit);
    const bar = el("div", { class: "meter-bar" }, el("span", { class: "meter-used" }));
    bar.children[0].style.width = `${Math.min(1, client.share) * 100}%`;
    const text = t("limit.of", { share: percent(client.share), name });
    return [
      el(
        "div",
        {
          role: "meter", class: "meter small",
          "data-level": client.share >= 1 ? "full" : client.share >= 0.8 ? "high" : "low",
          "aria-label": `${t("client.limits")}: ${client.name}`, "aria-valuemin": 0, "aria-valuemax": 100,
          "aria-valuenow": Math.round(Math.min(1, client.share) * 100), "aria-valuetext": text, title: words
        },
        bar
      ),
      el("span", { class: "note label", text })
    ];
  }
}

/** A client with its limits and tokens. */
class ClientView {
  /**
   * @param {import("./admin.js").Console} hub
   * @param {string} id
   */
  constructor(hub, id) {
    this.hub = hub;
    this.id = id;
    this.up = /** @type {[string, string]} */ (["#/clients", t("view.clients")]);
    this.title = this.#client.name;
    this.facts = el("div", { class: "panel" });
    this.limits = el("div", { class: "panel limits" });
    const mayChange = hub.can("admin:clients");
    this.tokens = new DataTable({
      id: "tokens", label: t("client.tokens"), key: token => token.id, sort: ["created", -1], filter: false,
      columns: [
        {
          id: "token", label: t("token"), isHeader: true,
          cell: token => [tail(token.last_four), el("span", { class: "note label", text: token.id.slice(0, 8) })],
          text: token => token.last_four ?? ""
        },
        { id: "created", label: t("created"), cell: token => moment(token.created_at), sort: token => token.created_at },
        { id: "expires", label: t("expires"), cell: token => expiry(token.expires_at), sort: token => token.expires_at ?? "" },
        ...(
          mayChange ? [
            {
              id: "actions", label: "", class: "row-actions",
              cell: (/** @type {any} */ token) => el(
                "button",
                {
                  type: "button", class: "quiet revoke",
                  "aria-label": `${t("token.revoke")} ····${token.last_four ?? ""}`, text: t("token.revoke"),
                  on: { click: () => this.#revokeToken(token) }
                }
              )
            }
          ] : []
        ),
      ],
      empty: () => emptyState(t("tokens.none"), false),
    });
    const isOpen = mayChange && !this.#client.revoked_at;
    this.node = el("div", { class: "client" }, clientTabs(hub, id, ""), this.facts, section(t("client.limits"), {}, this.limits),
      section(
        t("client.tokens"),
        {
          actions: isOpen ? [
            textButton(t("client.token.new"), () => this.#newToken(), { class: "quiet new-token" }),
            textButton(t("client.rotate"), () => this.#rotate(), { class: "rotate-tokens" })
          ] : []
        },
        this.tokens.node
      ));
    this.actions = mayChange ? [
      textButton(t("client.edit"), () => this.#edit(), { class: "edit" }),
      moreActions(
        this.title,
        [
          ...(isOpen ? /** @type {[string, string, () => any][]} */ ([["danger revoke", t("client.revoke"), () => this.#revoke()]]) : []),
          ["danger delete", t("client.delete"), () => this.#delete()]
        ]
      )
    ] : [];
    this.ends = [hub.live.on("clients", () => this.#draw()), hub.live.on("usage", atMost(3000, () => this.#readLimits()))];
    this.#draw();
    this.#readLimits();
    this.timer = setInterval(() => { if (!hub.live.isQuiet) this.#readLimits(); }, 15_000);
  }

  close() {
    clearInterval(this.timer);
    for (const end of this.ends) end();
  }

  get #client() { return this.hub.live.clients.get(this.id); }

  #draw() {
    const client = this.#client;
    if (!client) {
      this.close();
      this.node.replaceChildren(el("p", { class: "problem", text: t("client.missing") }));
      return;
    }
    this.facts.replaceChildren(facts([[t("state"), [stateBadge(client), client.revoked_at ? [" ", moment(client.revoked_at)] : ""].flat()], [
      t("client.scopes"),
      el("span", { class: "chips" }, ...client.scopes.map((/** @type {string} */ scope) => el("code", { text: scope })))
    ],
      [t("expires"), expiry(client.expires_at)], [t("created"), moment(client.created_at)], [
        t("client.changed"), moment(client.changed_at)
      ], [t("limit.models"), client.limits.models?.join(", ")], [t("limit.effort"), client.limits.effort], [t("id"), el("code", { text: client.id })]]));
    this.tokens.set(client.tokens);
  }

  async #readLimits() {
    try {
      const { limits } = await api("GET", `/admin/clients/${this.id}/limits`);
      this.limits.replaceChildren(...(limits.length > 0 ? limits.map(limitMeter) : [el("p", { class: "label", text: t("client.limits.none") })]));
    } catch (error) {
      if (!this.limits.firstChild) this.limits.replaceChildren(el("p", { class: "problem", text: this.hub.explain(error) }));
    }
  }

  async #edit() {
    const client = this.#client;
    const form = clientForm(this.hub, client);
    const before = form.read();
    const perform = async () => {
      const body = changedMembers(before, form.read());
      return Object.keys(body).length > 0 ? this.hub.change("PATCH", path(client), { body }) : null;
    };
    const answer = await ask(t("client.edit.title", { name: client.name }), { verb: t("save"), class: "client-dialog", fields: form.fields, perform });
    if (!answer) return;
    this.hub.live.put("clients", client.id, answer.client);
    this.#readLimits();
    this.hub.notice(answer.warnings?.join(" ") || t("done"));
    this.hub.retitle(answer.client.name);
  }

  async #newToken() {
    const client = this.#client;
    const expires = timeField(t("expires"));
    const answer = await ask(
      t("client.token.new.title", { name: client.name }),
      {
        verb: t("client.rotate.verb"), class: "token-dialog", fields: [expires],
        perform: () => this.hub.change("POST", `${path(client)}/tokens`, { body: expires.value() ? { expires_at: expires.value() } : {} })
      }
    );
    if (answer) await showToken(this.hub, answer);
  }

  async #rotate() {
    const client = this.#client;
    const which = choiceField(
      t("client.rotate.which"),
      [
        ["", t("client.rotate.all")],
        ...client.tokens.map((/** @type {any} */ token) => /** @type {[string, string]} */ ([token.id, `····${token.last_four ?? ""}`]))
      ]
    );
    const overlap = numberField(t("client.rotate.overlap"), { value: 24, min: 0, max: 366 * 24, required: true });
    const answer = await ask(t("client.rotate.title", { name: client.name }), { verb: t("client.rotate.verb"), class: "token-dialog", intro: [
      el("p", { class: "label", text: t("client.rotate.intro") })
    ], fields: [which, overlap], perform: () =>
      this.hub.change(
        "POST", `${path(client)}/rotate`,
        { body: { overlap_seconds: overlap.value() * 3600, ...(which.value() ? { token: which.value() } : {}) } }
      ) });
    if (answer) await showToken(this.hub, answer);
  }

  /** @param {any} token */
  async #revokeToken(token) {
    const client = this.#client;
    const isDone = await askToEnd(
      t("token.revoke.title", { four: token.last_four ?? "" }),
      {
        text: t("token.revoke.text"), ends: this.#openRuns(), verb: t("token.revoke.verb"),
        perform: () => this.hub.change("DELETE", `${path(client)}/tokens/${token.id}`)
      }
    );
    if (!isDone) return;
    const now = this.#client;
    if (now) this.hub.live.put("clients", this.id, { ...now, tokens: now.tokens.filter((/** @type {any} */ other) => other.id !== token.id) });
    this.hub.notice(t("token.revoked"));
  }

  #openRuns() {
    const runs = [...this.hub.live.runs.values()].filter(
      run => run.client === this.id && ["queued", "running", "waiting"].includes(run.status)
    ).length;
    return runs > 0 ? [t("client.ends.runs", { count: runs })] : [];
  }

  #ends() { return [...this.#openRuns(), t("client.ends.tokens", { count: this.#client.tokens.length }), t("client.ends.sessions")]; }

  async #revoke() {
    const client = this.#client;
    const answer = await askToEnd(
      t("client.revoke.title", { name: client.name }),
      {
        text: t("client.revoke.text"), ends: this.#ends(), verb: t("client.revoke.verb"),
        perform: () => this.hub.change("POST", `${path(client)}/revoke`)
      }
    );
    if (!answer) return;
    this.hub.live.put("clients", client.id, answer.client);
    this.hub.notice(t("client.was-revoked"));
    this.hub.reopen();
  }

  async #delete() {
    const client = this.#client;
    const keep = checkField(t("client.delete.keep"));
    const isDone = await askToEnd(
      t("client.delete.title", { name: client.name }),
      {
        text: t("client.delete.text"), ends: [...this.#ends(), t("client.ends.data")], verb: t("client.delete.verb"),
        typed: client.name, fields: [keep],
        perform: () => this.hub.change("DELETE", path(client) + (keep.value() ? "?keep=true" : ""))
      }
    );
    if (!isDone) return;
    this.close();
    this.hub.live.put("clients", client.id, null);
    this.hub.go("#/clients");
    this.hub.notice(t("client.deleted"));
  }
}

/**
 * Shows a new token once.
 * @param {import("./admin.js").Console} hub
 * @param {any} answer
 */
async function showToken(hub, answer) {
  const secret = answer.token.secret;
  delete answer.token;
  hub.live.put("clients", answer.client.id, answer.client);
  await showOnce(
    t("client.created", { name: answer.client.name }), t("client.token.text", { name: answer.client.name }), secret,
    answer.warnings
  );
}

/** @param {import("./admin.js").Console} hub */
async function createClient(hub) {
  const form = clientForm(hub);
  const answer = await ask(
    t("client.create"),
    {
      verb: t("client.create.verb"), class: "client-dialog", fields: form.fields,
      perform: () => hub.change("POST", "/admin/clients", { body: form.read() })
    }
  );
  if (!answer) return;
  const id = answer.client.id;
  await showToken(hub, answer);
  hub.go(`#/clients/${id}`);
}

/**
 * The fields of a client.
 * @param {import("./admin.js").Console} hub
 * @param {any} [client]
 */
function clientForm(hub, client) {
  const scopes = client?.scopes ?? ["chat", "extract", "tools:*", "devices"];
  const name = textField(t("name"), { value: client?.name, required: true, maxlength: 100 });
  const words = [["chat", "scope.chat"], ["extract", "scope.extract"], ["tools:*", "scope.tools"], ["devices", "scope.devices"]];
  const boxes = words.map(([scope, word]) => (
    { scope, field: checkField(t(word), scopes.includes(scope)) }
  ));
  // An administrator can grant only the scopes that they have.
  const admin = adminScopes.filter(scope => hub.can(scope) || scopes.includes(scope)).map(scope => (
    { scope, field: checkField(t(`scope.${scope}`), scopes.includes(scope)) }
  ));
  const known = [...boxes, ...admin].map(({ scope }) => scope);
  const single = textField(
    t("scope.more"),
    { value: scopes.filter((/** @type {string} */ scope) => !known.includes(scope)).join(", "), hint: t("scope.more.hint"), maxlength: 2000 }
  );
  const expires = timeField(t("expires"), client?.expires_at);
  const limits = client?.limits ?? {};
  const numbers = counted.map(key => (
    { key, field: numberField(t(`limit.${key.replaceAll("_", "-")}`), { value: limits[key], min: 1, placeholder: t("limit.empty") }) }
  ));
  const amounts = paid.map(key => (
    { key, field: moneyField(t(`limit.${key.replaceAll("_", "-")}`), { value: limits[key], placeholder: t("limit.empty") }) }
  ));
  const zone = textField(t("limit.zone"), { value: limits.time_zone, placeholder: "GMT", maxlength: 64 });
  const models = textField(t("limit.models"), { value: limits.models?.join(", "), hint: t("limit.models.hint"), maxlength: 20000 });
  const effort = choiceField(
    t("limit.effort"),
    [["", t("limit.effort.any")], ...efforts.map(word => /** @type {[string, string]} */ ([word, word]))],
    limits.effort ?? ""
  );
  const group = (/** @type {string} */ title, /** @type {any[]} */ children) => ({
    node: el("fieldset", {}, el("legend", { text: title }), ...children),
    input: null,
    value: () => null
  });
  return {
    fields: [name, group(t("client.scopes"), [...boxes.map(({ field }) => field.node), single.node]), ...(
      admin.length > 0 ? [
        {
          node: el(
            "details",
            { class: "advanced", open: admin.some(({ field }) => field.value()) },
            el("summary", { text: t("scope.administration") }),
            ...admin.map(({ field }) => field.node)
          ),
          input: null,
          value: () => null
        }
      ] : []
    ),
      group(t("client.limits"), [el("div", { class: "two" }, ...[...numbers, ...amounts].map(({ field }) => field.node), zone.node, effort.node), models.node]), expires],
    read: () => {
      const made = Object.fromEntries([...numbers, ...amounts].map(({ key, field }) => [key, field.value()]).filter(
        ([, value]) => value !== null && value !== ""
      ));
      if (zone.value()) made.time_zone = zone.value();
      const names = models.value().split(",").map((/** @type {string} */ part) => part.trim()).filter(Boolean);
      if (names.length > 0) made.models = names;
      if (effort.value()) made.effort = effort.value();
      return { name: name.value(), scopes: [
        ...[...boxes, ...admin].filter(({ field }) => field.value()).map(({ scope }) => scope),
        ...single.value().split(",").map((/** @type {string} */ part) => part.trim()).filter(Boolean)
      ], limits: made,
        ...(client || expires.value() ? { expires_at: expires.value() } : {}) };
    },
  };
}
