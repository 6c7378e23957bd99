// The overview: what needs attention, and the numbers of the server, each a link to its view.
import { api, el } from "./base.js";
import { t } from "./i18n.js";
import { speak } from "./admin-words.js";
import { actorNode, badge, keyBadge, keyName, keyState, rotationBadge, section, tile } from "./admin-parts.js";
import { compact, count, moment, price, relative } from "./format.js";
import { atMost } from "./admin-live.js";
import { emptyState } from "./table.js";

speak({
  "overview.attention": ["Needs attention", "要対応"],
  "overview.calm": ["Nothing needs attention.", "対応が必要なものはありません。"],
  "overview.keys": ["Healthy keys", "正常なキー"],
  "overview.keys.of": ["{good} of {all}", "{good} / {all}"],
  "overview.leases": ["{count} calls hold a key now", "{count} 件の呼び出しが使用中"],
  "overview.leases.one": ["1 call holds a key now", "1 件の呼び出しが使用中"],
  "overview.leases.none": ["no call holds a key now", "使用中の呼び出しはありません"],
  "overview.clients": ["Clients", "クライアント"],
  "overview.clients.revoked": ["{count} revoked", "失効 {count}"],
  "overview.clients.all": ["none revoked", "失効なし"],
  "overview.rotations": ["Rotations under way", "進行中のローテーション"],
  "overview.rotations.none": ["none", "なし"],
  "overview.runs": ["Running now", "実行中"],
  "overview.runs.note": ["{waiting} wait, {queued} queued", "確認待ち {waiting}、待機 {queued}"],
  "overview.day": ["Ended in 24 hours", "24時間の終了数"],
  "overview.failed": ["{count} failed", "失敗 {count}"],
  "overview.failed.none": ["none failed", "失敗なし"],
  "overview.tokens": ["Tokens today", "本日のトークン"],
  "overview.money": ["Money today", "本日の費用"],
  "overview.gmt": ["since {time} (0:00 GMT)", "{time}（GMT 0時）から"],
  "overview.gmt.here": ["since midnight GMT", "GMT 0時から"],
  "overview.unpriced": ["some of it has no price", "単価のない分を含みません"],
  "overview.model": ["Default model", "既定のモデル"],
  "overview.models": ["{ready} of {all} models can be called", "使えるモデル：{ready} / {all}"],
  "overview.server": ["Server", "サーバー"],
  "overview.ready": ["ready", "準備完了"],
  "overview.degraded": ["degraded", "一部に問題"],
  "overview.unavailable": ["not ready", "準備できていません"],
  "overview.pools": ["Pools of keys", "キーのプール"],
  "overview.pools.none": ["No pool has a key. Models other than the built-in one need one.", "キーがまだありません。内蔵モデル以外にはキーが必要です。"],
  "overview.add": ["Go to the keys", "キー画面へ"],
  "overview.latest": ["Latest change", "最新の変更"],
  "overview.by": ["by {actor}", "実行者：{actor}"],
  "attention.dead": ["{pool}: the key {key} was refused {time}.", "{pool}：キー {key} が拒否されました（{time}）。"],
  "attention.unchecked": [
    "{pool}: the key {key} is unchecked: no check and no call with it has succeeded.",
    "{pool}：キー {key} は未確認です。確認も呼び出しもまだ成功していません。",
  ],
  "attention.doubt": [
    "{pool}: calls with the key {key} were refused, although a check accepted it. Check the key, roll its rotation back, or rotate it.",
    "{pool}：キー {key} は確認では有効でしたが、呼び出しが拒否されました。キーを確認するか、ローテーションを元に戻すか、新しいキーにローテーションしてください。",
  ],
  "attention.exposed": [
    "{pool}: an answer had the key {key}. Rotate it.", "{pool}：応答にキー {key} が含まれました。ローテーションしてください。",
  ],
  "attention.unconfirmed": [
    "{pool}: its file names another place, so that the key {key} is not sent. Permit it or correct the file.",
    "{pool}：ファイルの送信先が変わったため、キー {key} を送信していません。許可するか、ファイルを直してください。",
  ],
  "attention.failed.one": ["{name}: 1 run failed in the last hour. {problem}", "{name}：この1時間に 1 件の実行が失敗しました。{problem}"],
  "attention.failed": ["{name}: {count} runs failed in the last hour. {problem}", "{name}：この1時間に {count} 件の実行が失敗しました。{problem}"],
  "attention.credit": ["{pool}: the key {key} is out of credit.", "{pool}：キー {key} の残高が不足しています。"],
  "attention.empty": ["{pool}: no key can be used now.", "{pool}：使えるキーがありません。"],
  "attention.expires": ["{pool}: the key {key} expires {time}.", "{pool}：キー {key} の有効期限は {time} です。"],
  "attention.expired": ["{pool}: the key {key} has expired.", "{pool}：キー {key} は期限切れです。"],
  "attention.files": ["The tool file {file} has a fault.", "ツールファイル {file} に問題があります。"],
  "attention.definitions": ["Tools of {server} wait for acceptance: {count}.", "{server} のツール定義 {count} 件が承認待ちです。"],
  "attention.ends": ["The model {model} ends on {day}.", "モデル {model} は {day} に提供が終了します。"],
  "attention.ended": ["The provider no longer serves the model {model}.", "モデル {model} の提供は終了しました。"],
  "attention.ends.advice": ["Its provider recommends {name}.", "提供元は {name} を推奨しています。"],
  "attention.ends.then": ["{name} answers in its place then.", "終了後は {name} が応答します。"],
  "attention.ends.now": ["{name} answers in its place.", "代わりに {name} が応答します。"],
  "attention.client": ["The client {name} expires {time}.", "クライアント {name} の有効期限は {time} です。"],
  "check.store": ["The server cannot read its database; see its log.", "データベースを読めません。ログを確認してください。"],
  "check.journal": ["The server cannot write its journal; see its log.", "ジャーナルに書き込めません。ログを確認してください。"],
  "check.turns": ["The server accepts no turns now.", "現在、対話を受け付けていません。"],
  "check.models": ["No model can answer turns.", "応答できるモデルがありません。"],
});

const troubled = ["failed", "interrupted"];

/**
 * @param {import("./admin.js").Console} hub
 * @returns {Promise<import("./admin.js").View>}
 */
export async function open(hub) {
  const view = new Overview(hub);
  return { title: t("view.overview"), node: view.node, close: () => view.close() };
}

class Overview {
  /** @type {any} */ readiness = null;
  /** @type {string|null} the currency of the amounts; empty if the server does not name it */ currency = null;
  /** @type {any[]} */ files = [];
  /** @type {any[]} */ models = [];
  /** @type {any[]} */ definitions = [];
  /** @type {any[]} the runs of the last hour that failed, the newest first */ failures = [];

  /** @param {import("./admin.js").Console} hub */
  constructor(hub) {
    this.hub = hub;
    this.tiles = el("div", { class: "tiles" });
    this.attention = el("ul", { class: "attention" });
    this.pools = el("div", { class: "pools" });
    this.latest = el("p", { class: "latest-change label" });
    this.node = el("div", { class: "overview" }, section(t("overview.attention"), { id: "attention" }, this.attention), this.tiles,
      hub.can("admin:read", "admin:keys") && section(t("overview.pools"), { id: "pools" }, this.pools), this.latest);
    const { live } = hub;
    // A key that is added or refused may change the model.
    const readModels = atMost(3000, () => this.#readModels());
    this.ends = [live.on("keys", readModels), ...["keys", "rotations", "clients", "runs", "usage", "audit"].map(kind => live.on(kind, () => this.#draw()))];
    const readFailures = atMost(3000, () => this.#readFailures());
    this.ends.push(live.on("runs", ids => { if ([...ids].some(id => troubled.includes(live.runs.get(id)?.status))) readFailures(); }));
    this.#draw();
    this.#read();
    this.timer = setInterval(() => { if (!hub.live.isQuiet) this.#read(); }, 30_000);
  }

  close() {
    clearInterval(this.timer);
    for (const end of this.ends) end();
  }

  /** Reads what the stream does not have. */
  async #read() {
    const { can } = this.hub;
    const quiet = (/** @type {Promise<any>} */ answer, /** @type {any} */ missing) => answer.catch(() => missing);
    [this.readiness, this.files, this.definitions] = await Promise.all([
      quiet(fetch("/readyz").then(response => response.json()), null),
      can("admin:read", "admin:tools") ? quiet(api("GET", "/admin/tool-files").then(answer => answer.files), []) : [],
      can("admin:read") ? quiet(api("GET", "/admin/tools").then(answer => answer.tools), []) : [],
      this.#readModels()]);
    // The stream of the console has amounts without it.
    if (this.currency === null && can("admin:read")) {
      const day = new Date().toISOString().slice(0, 10);
      this.currency = await quiet(api("GET", `/admin/usage/summary?from=${day}T00:00:00Z`).then(answer => answer.currency ?? ""), null);
    }
    this.#draw();
    await this.#readFailures();
  }

  async #readModels() {
    if (!this.hub.can("admin:read", "admin:keys")) return;
    const answer = await api("GET", "/admin/models").catch(() => null);
    if (!answer) return;
    this.models = answer.models;
    this.#draw();
  }

  async #readFailures() {
    if (!this.hub.can("admin:read")) return;
    const since = new Date(Date.now() - 3_600_000).toISOString().replace(/\.\d+Z$/, "Z");
    const query = new URLSearchParams({ status: troubled.join(), since, limit: "500" });
    const found = [];
    // The search of a page is bounded, so a page with few runs may have a next one.
    for (let pages = 0; pages < 20; pages++) {
      const page = await api("GET", `/admin/runs?${query}`).catch(() => null);
      if (!page) return;
      found.push(...page.runs);
      if (!page.next || found.length >= 500) break;
      query.set("cursor", page.next);
    }
    this.failures = found;
    this.#draw();
  }

  #draw() {
    const { live, can } = this.hub;
    const keys = [...live.keys.values()].filter(key => key.state === "active");
    const good = keys.filter(key => keyState(key) === "healthy").length;
    const leases = [...live.keys.values()].reduce((sum, key) => sum + key.leases_out, 0);
    const rotations = [...live.rotations.values()].filter(rotation => ["requested", "verifying", "active", "draining"].includes(rotation.state));
    const tiles = [];
    if (can("admin:read", "admin:keys")) {
      tiles.push(tile(
        t("overview.keys"), t("overview.keys.of", { good, all: keys.length }),
        {
          href: "#/keys", class: good < keys.length ? "warn" : "",
          note: t(["overview.leases.none", "overview.leases.one"][leases] ?? "overview.leases", { count: count(leases) })
        }
      ));
      tiles.push(tile(
        t("overview.rotations"), count(rotations.length),
        {
          href: rotations[0] ? `#/rotations/${rotations[0].id}` : "#/rotations",
          note: rotations[0] ? el("span", {}, rotations[0].upstream, " ", rotationBadge(rotations[0].state)) : t("overview.rotations.none")
        }
      ));
    }
    if (can("admin:read")) {
      const counts = live.counts;
      tiles.push(tile(
        t("overview.runs"), counts ? count(counts.running) : "–",
        {
          href: "#/runs?status=running,waiting,queued",
          note: counts ? t("overview.runs.note", { waiting: count(counts.waiting), queued: count(counts.queued) }) : ""
        }
      ));
      const failed = counts ? counts.failed + counts.interrupted : 0;
      tiles.push(tile(
        t("overview.day"), counts ? compact(counts.completed + counts.cancelled + failed) : "–",
        {
          href: failed ? "#/runs?status=failed,interrupted" : "#/runs", class: failed ? "warn" : "",
          note: counts ? failed ? t("overview.failed", { count: count(failed) }) : t("overview.failed.none") : ""
        }
      ));
      const usage = live.usage;
      const midnight = new Date(new Date().toISOString().slice(0, 10) + "T00:00:00Z");
      const isHere = midnight.getHours() === 0 && midnight.getMinutes() === 0;
      const time = midnight.toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
      const since = t(isHere ? "overview.gmt.here" : "overview.gmt", { time });
      tiles.push(tile(t("overview.tokens"), usage ? compact(usage.input_tokens + usage.output_tokens) : "–", { href: "#/usage", note: since }));
      tiles.push(tile(
        t("overview.money"), usage ? price(usage.money, this.currency, 4) : "–",
        { href: "#/usage?measure=money", note: usage?.unpriced ? t("overview.unpriced") : since }
      ));
    }
    if (can("admin:read", "admin:clients")) {
      const revoked = [...live.clients.values()].filter(client => client.revoked_at).length;
      tiles.push(tile(
        t("overview.clients"), count(live.clients.size - revoked),
        { href: "#/clients", note: revoked ? t("overview.clients.revoked", { count: revoked }) : t("overview.clients.all") }
      ));
    }
    const preferred = this.models.find(model => model.default);
    if (preferred) tiles.push(tile(t("overview.model"), preferred.name, {
      href: "#/keys", class: preferred.ready ? "word" : "warn word",
      note: t("overview.models", { ready: count(this.models.filter(model => model.ready).length), all: count(this.models.length) })
    }));
    const state = this.readiness?.status;
    const words = /** @type {Record<string, string>} */ ({
      ready: "overview.ready", degraded: "overview.degraded", not_ready: "overview.unavailable"
    });
    tiles.push(tile(
      t("overview.server"), state ? t(words[state] ?? "overview.unavailable") : "…",
      { class: state && state !== "ready" ? "warn word" : "word", note: `Torii ${this.hub.session.version}` }
    ));
    update(this.tiles, tiles);
    const attention = this.#attention(keys);
    update(this.attention, attention.length ? attention : [el("li", { class: "calm" }, badge("good", t("overview.calm")))]);
    update(this.pools, this.#pools());
    const row = live.audit;
    const [before, after] = t("overview.by").split("{actor}");
    update(
      this.latest,
      row ? [
        el("span", { text: `${t("overview.latest")}: ` }),
        el("a", { href: "#/audit", text: row.action }),
        ` ${row.object} `, moment(row.time), ` ${before}`, actorNode(this.hub, row.actor), after
      ] : []
    );
  }

  /** @param {any[]} keys */
  #attention(keys) {
    const found = /** @type {[string, string, string][]} */ ([]);
    const { live } = this.hub;
    // Faulty files are listed by their names below.
    for (const name of ["store", "journal", "turns", "models"]) if (this.readiness?.checks?.[name] === "failed") found.push([
      "bad", t(`check.${name}`), name === "models" ? "#/keys" : "#/overview"
    ]);
    for (const pool of live.upstreams.values()) {
      const own = keys.filter(key => key.upstream === pool.name);
      if (own.length > 0 && own.every(
        key => ["dead", "out_of_credit"].includes(keyState(key))
      )) found.push(["bad", t("attention.empty", { pool: pool.name }), `#/keys/${pool.name}`]);
    }
    for (const key of keys) {
      const values = { pool: key.upstream, key: keyName(key), time: key.health?.since ? relative(key.health.since, "long") : "" };
      if (keyState(key) === "dead") found.push(["bad", t("attention.dead", values), `#/keys/${key.upstream}`]);
      if (keyState(key) === "in_doubt") found.push(["warn", t("attention.doubt", values), `#/keys/${key.upstream}`]);
      if (keyState(key) === "unchecked") found.push(["wait", t("attention.unchecked", values), `#/keys/${key.upstream}`]);
      if (key.exposed_at) found.push(["bad", t("attention.exposed", values), `#/keys/${key.upstream}`]);
      if (key.unconfirmed) found.push(["warn", t("attention.unconfirmed", values), `#/keys/${key.upstream}`]);
      if (keyState(key) === "out_of_credit") found.push(["warn", t("attention.credit", values), `#/keys/${key.upstream}`]);
      const left = key.expires_at ? new Date(key.expires_at).getTime() - Date.now() : Infinity;
      if (left < 14 * 86_400_000) found.push([
        left < 0 ? "bad" : "warn",
        t(left < 0 ? "attention.expired" : "attention.expires", { ...values, time: relative(key.expires_at, "long") }),
        `#/keys/${key.upstream}`
      ]);
    }
    for (const model of this.models) {
      const left = model.days_left;
      if (!model.ready || left === undefined || left > 60) continue;
      const over = left <= 0;
      const [kind, advice, name] = model.replaced_by
        ? ["wait", over ? "attention.ends.now" : "attention.ends.then", model.replaced_by]
        : [over ? "bad" : left <= 14 ? "warn" : "wait", "attention.ends.advice", model.replacement];
      const text = t(over ? "attention.ended" : "attention.ends", { model: model.name, day: model.ends });
      found.push([kind, name ? `${text} ${t(advice, { name })}` : text, "#/overview"]);
    }
    const failures = /** @type {Map<string, any[]>} by the model or the tool */ (new Map());
    for (const run of this.failures) {
      const name = run.model ?? run.tool ?? run.id;
      failures.set(name, [...failures.get(name) ?? [], run]);
    }
    for (const [name, runs] of failures) {
      const { model, problem } = runs[0];
      const query = new URLSearchParams({ status: troubled.join(), ...(model ? { model } : {}) });
      found.push(["bad", t(runs.length === 1 ? "attention.failed.one" : "attention.failed", {
        name, count: count(runs.length), problem: problem ? t(`problem.${problem}`, {}, problem) : ""
      }).trim(), `#/runs?${query}`]);
    }
    for (const client of live.clients.values()) {
      const left = client.expires_at && !client.revoked_at ? new Date(client.expires_at).getTime() - Date.now() : Infinity;
      if (left > 0 && left < 7 * 86_400_000) found.push([
        "warn", t("attention.client", { name: client.name, time: relative(client.expires_at, "long") }),
        `#/clients/${client.id}`
      ]);
    }
    for (const file of this.files) if (file.fault) found.push(["bad", t("attention.files", { file: file.file }), "#/tools"]);
    const waiting = this.definitions.filter(definition => !definition.accepted);
    for (const server of new Set(waiting.map(definition => definition.server))) found.push([
      "warn",
      t("attention.definitions", { server, count: waiting.filter(definition => definition.server === server).length }),
      "#/tools"
    ]);
    return found.map(([kind, text, href]) => el("li", {}, el("a", { href }, badge(kind, text))));
  }

  #pools() {
    const { live } = this.hub;
    const pools = [...live.upstreams.values()].map(pool => (
      { pool, keys: [...live.keys.values()].filter(key => key.upstream === pool.name && key.state === "active") }
    )).filter(({ keys }) => keys.length > 0);
    if (pools.length === 0) return [
      emptyState(
        t("overview.pools.none"),
        el("a", { class: "button", href: "#/keys", text: t("overview.add") }),
        "torii keys add openai --label first < key.txt"
      )
    ];
    return pools.sort((first, second) => first.pool.name.localeCompare(second.pool.name)).map(({ pool, keys }) => el("a", {
      class: "pool-card", href: `#/keys/${encodeURIComponent(pool.name)}`
    }, el("strong", { text: pool.name }),
      el(
        "ul", { class: "pool-keys" },
        ...keys.map(key => el("li", {}, el("span", { class: "pool-key", text: keyName(key) }), keyBadge(keyState(key))))
      )));
  }
}

/**
 * Replaces the children of an element where they differ, so that a focused link stays.
 * @param {any} node
 * @param {any[]} children
 */
function update(node, children) {
  const fresh = document.createElement("div");
  fresh.append(...children);
  const [old, made] = [[...node.childNodes], [...fresh.childNodes]];
  made.forEach((child, index) => {
    if (!old[index]) node.append(child);
    else if (!old[index].isEqualNode(child)) old[index].replaceWith(child);
  });
  for (const rest of old.slice(made.length)) rest.remove();
}
