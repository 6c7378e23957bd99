// A user of a client: what is used of its limits, its spending and identities, and what can be done with it.
import { api, el, textButton } from "./base.js";
import { t } from "./i18n.js";
import { speak } from "./admin-words.js";
import { facts, limitMeter, limitWords, moreActions, section, tile } from "./admin-parts.js";
import { clientHash } from "./admin-client-tabs.js";
import { userBadge } from "./admin-users.js";
import { ask, askToEnd, changedMembers, jsonField, textField } from "./form.js";
import { compact, count, moment, price } from "./format.js";
import { DataTable, emptyState } from "./table.js";

speak({
  "user.money": ["Money in 30 days", "30日間の費用"],
  "user.used": ["Tokens in 30 days", "30日間のトークン"],
  "user.valid-from": ["Tokens issued since", "有効なトークンの発行時刻"],
  "user.own": ["Limits of this user alone", "この利用者だけの上限"],
  "user.own.none": ["none: those of the plan apply", "なし（プランの上限を適用）"],
  "user.applied": ["These limits apply: {limits}", "適用される上限：{limits}"],
  "user.identities": ["Identities", "本人情報"],
  "user.identities.none": ["No issuer has a name for this user.", "発行者側の名前はありません。"],
  "user.issuer": ["Issuer", "発行者"],
  "user.subject": ["Its name for the user", "発行者側の名前"],
  "user.linked": ["Linked", "関連付け"],
  "user.limits": ["Plan and limits…", "プランと上限…"],
  "user.limits.title": ["Plan and limits of {name}", "{name} のプランと上限"],
  "user.plan.hint": [
    "Empty for the plan of its kind. A request that names a plan replaces it.",
    "空欄にすると種類に応じたプランになります。要求がプランを指定すると置き換わります。",
  ],
  "user.own.hint": [
    "Members of a plan, such as tokens_per_day; null lifts a limit. An empty object leaves those of the plan.",
    "プランと同じ項目（tokens_per_day など）。null は上限なし、空のオブジェクトはプランの上限です。",
  ],
  "user.block": ["Block…", "停止…"],
  "user.block.title": ["Block {name}?", "{name} を停止しますか"],
  "user.block.text": [
    "Its requests are refused at once, and its runs and streams end. Its data stays.",
    "要求はただちに拒否され、実行とストリームは終了します。データは残ります。",
  ],
  "user.block.verb": ["Block the user", "利用者を停止"],
  "user.was-blocked": ["The user was blocked.", "利用者を停止しました。"],
  "user.unblock": ["Unblock", "停止を解除"],
  "user.unblocked": ["The user may send requests again.", "停止を解除しました。"],
  "user.sign-out": ["Sign out…", "サインアウト…"],
  "user.sign-out.title": ["Sign out {name}?", "{name} をサインアウトさせますか"],
  "user.sign-out.text": [
    "Tokens that were issued until now are refused. Requests for which the app's backend names the user continue.",
    "これまでに発行されたトークンは使えなくなります。バックエンドが利用者を指定する要求は続けられます。",
  ],
  "user.sign-out.verb": ["Sign the user out", "サインアウトさせる"],
  "user.signed-out": ["The user was signed out.", "サインアウトさせました。"],
  "user.export": ["Export all that is kept", "保存データを書き出す"],
  "user.erase": ["Erase…", "消去…"],
  "user.erase.title": ["Erase {name}?", "{name} を消去しますか"],
  "user.erase.text": [
    "Its data is erased from the database, and the person is a new user at the next request. This cannot be undone.",
    "データをデータベースから消去します。本人の次の要求は新しい利用者として扱います。元に戻せません。",
  ],
  "user.erase.runs": ["its runs and their streams", "実行とそのストリーム"],
  "user.erase.data": ["its conversations, items, health samples, devices and usage", "会話、在庫、ヘルスケアデータ、端末、使用量"],
  "user.erase.names": ["the names that issuers have for it", "発行者側の名前"],
  "user.erase.block": ["its block", "停止の設定"],
  "user.erase.type": ["Type the last six characters of the id, {name}", "続けるには ID の末尾6文字 {name} を入力"],
  "user.erase.verb": ["Erase the user", "利用者を消去"],
  "user.erased": ["The user was erased.", "利用者を消去しました。"],
});

/**
 * @param {import("./admin.js").Console} hub
 * @param {string} client
 * @param {string} id
 * @returns {Promise<import("./admin.js").View>}
 */
export async function open(hub, client, id) {
  const users = `/admin/clients/${encodeURIComponent(client)}/users`;
  return new UserView(hub, client, users, await read(users, id));
}

/**
 * Reads a user with its spending, which the list has.
 * @param {string} users the path of the client's users
 * @param {string} id
 */
async function read(users, id) {
  const [reply, page] = await Promise.all([
    api("GET", `${users}/${encodeURIComponent(id)}`), api("GET", `${users}?${new URLSearchParams({ q: id })}`)
  ]);
  const listed = page.users.find((/** @type {any} */ user) => user.id === reply.user.id);
  return { ...reply, user: { ...listed, ...reply.user } };
}

class UserView {
  /**
   * @param {import("./admin.js").Console} hub
   * @param {string} client
   * @param {string} users
   * @param {any} reply
   */
  constructor(hub, client, users, reply) {
    this.hub = hub;
    this.client = client;
    this.users = users;
    this.reply = reply;
    this.path = `${users}/${encodeURIComponent(this.#user.id)}`;
    this.title = this.#user.id;
    this.up = /** @type {[string, string]} */ ([clientHash(client, "users"), t("client.part.users")]);
    this.facts = el("div", { class: "panel" });
    this.spend = el("div", { class: "tiles user-spend" });
    this.limits = el("div", { class: "panel limits" });
    this.identities = new DataTable({
      id: "identities", label: t("user.identities"), key: identity => `${identity.issuer} ${identity.subject}`, filter: false,
      columns: [
        { id: "subject", label: t("user.subject"), isHeader: true, cell: identity => el("bdi", { class: "subject", text: identity.subject ?? "" }) },
        { id: "issuer", label: t("user.issuer"), cell: identity => el("code", { text: identity.issuer }) },
        { id: "linked", label: t("user.linked"), cell: identity => moment(identity.linked_at) },
      ],
      empty: () => emptyState(t("user.identities.none"), false),
    });
    this.node = el(
      "div", { class: "user" }, this.facts, this.spend, section(t("client.limits"), {}, this.limits),
      section(t("user.identities"), {}, this.identities.node)
    );
    this.actions = [
      textButton(t("user.limits"), () => this.#edit(), { class: "edit" }),
      this.#user.blocked_at ? textButton(t("user.unblock"), () => this.#unblock(), { class: "unblock" })
        : textButton(t("user.block"), () => this.#block(), { class: "danger block" }),
      moreActions(this.title, [
        ["sign-out", t("user.sign-out"), () => this.#signOut()], ["export", t("user.export"), () => this.#export()],
        ["danger erase", t("user.erase"), () => this.#erase()]
      ])
    ];
    this.#draw();
    this.timer = setInterval(() => { if (!hub.live.isQuiet) this.#refresh(); }, 15_000);
  }

  close() { clearInterval(this.timer); }

  get #user() { return this.reply.user; }

  /** What a dialog calls the user. */
  get #name() { return `${this.#user.id.slice(0, 12)}…`; }

  async #refresh() {
    try { this.reply = await read(this.users, this.#user.id); } catch { return; }
    this.#draw();
  }

  #draw() {
    const user = this.#user;
    const { limits, applied_limits: applied } = this.reply;
    this.facts.replaceChildren(facts([
      [t("state"), [userBadge(user), user.blocked_at ? [" ", moment(user.blocked_at)] : ""].flat()],
      [t("user.kind"), t(`user.kind.${user.kind}`)], [t("user.plan"), user.plan], [t("user.organization"), user.organization],
      [t("user.own"), limitText(user.limits) || t("user.own.none")], [t("user.seen"), moment(user.seen_at)], [t("created"), moment(user.created_at)],
      [t("user.valid-from"), user.valid_from && moment(user.valid_from)], [t("id"), el("code", { text: user.id })]
    ]));
    this.spend.replaceChildren(
      tile(t("user.money"), price(user.money ?? "0", user.currency)), tile(t("user.used"), compact(user.tokens ?? 0))
    );
    // The use of a blocked user is not counted, so its limits are words.
    const words = limits ? "" : limitWords(applied, user.currency);
    this.limits.replaceChildren(...(limits?.length > 0 ? limits.map(limitMeter) : [
      el("p", { class: "label", text: words ? t("user.applied", { limits: words }) : t("client.limits.none") })
    ]));
    this.identities.set(this.reply.identities);
  }

  async #edit() {
    const user = this.#user;
    const plan = textField(t("user.plan"), { value: user.plan, maxlength: 64, hint: t("user.plan.hint") });
    const limits = jsonField(t("user.own"), user.limits, { hint: t("user.own.hint") });
    const values = () => ({ plan: plan.value() || null, limits: limits.value() });
    const before = values();
    const answer = await ask(t("user.limits.title", { name: this.#name }), {
      verb: t("save"), class: "user-dialog", fields: [plan, limits],
      perform: async () => {
        const body = changedMembers(before, values());
        return Object.keys(body).length > 0 ? this.hub.change("PATCH", this.path, { body }) : null;
      }
    });
    if (!answer) return;
    this.hub.notice(t("done"));
    this.hub.reopen();
  }

  async #block() {
    const isDone = await askToEnd(t("user.block.title", { name: this.#name }), {
      text: t("user.block.text"), verb: t("user.block.verb"), perform: () => this.hub.change("PATCH", this.path, { body: { blocked: true } })
    });
    if (!isDone) return;
    this.hub.notice(t("user.was-blocked"));
    this.hub.reopen();
  }

  async #unblock() {
    try {
      await this.hub.change("PATCH", this.path, { body: { blocked: false } });
      this.hub.notice(t("user.unblocked"));
      this.hub.reopen();
    } catch (error) { this.hub.fail(error); }
  }

  async #signOut() {
    const isDone = await askToEnd(t("user.sign-out.title", { name: this.#name }), {
      text: t("user.sign-out.text"), verb: t("user.sign-out.verb"), perform: () => this.hub.change("POST", `${this.path}/sign-out`)
    });
    if (!isDone) return;
    this.hub.notice(t("user.signed-out"));
    this.#refresh();
  }

  #export() { return this.hub.download(`${this.path}/export`, `${this.#user.id}.jsonl`, "application/jsonl"); }

  async #erase() {
    const typed = this.#user.id.slice(-6);
    const isDone = await askToEnd(t("user.erase.title", { name: this.#name }), {
      text: t("user.erase.text"), verb: t("user.erase.verb"), typed, typedLabel: t("user.erase.type", { name: typed }),
      ends: [
        t("user.erase.runs"), t("user.erase.data"), t("user.erase.names"), ...(this.#user.blocked_at ? [t("user.erase.block")] : [])
      ],
      perform: () => this.hub.change("DELETE", this.path)
    });
    if (!isDone) return;
    this.close();
    this.hub.go(clientHash(this.client, "users"));
    this.hub.notice(t("user.erased"));
  }
}

/**
 * The limits of a user alone; with the members that are no numbers.
 * @param {any} limits
 */
function limitText(limits) {
  const names = [limits.models ?? [], limits.model ?? []].flat();
  return [limitWords(limits), ...names].filter(Boolean).join(" · ");
}
