// The settings of a client's users: scopes, plans and what they share; shown in words, changed as the JSON of the API.
import { ApiError, api, el, textButton } from "./base.js";
import { t } from "./i18n.js";
import { speak } from "./admin-words.js";
import { facts, limitWords, section } from "./admin-parts.js";
import { clientName, clientTabs, partTitle } from "./admin-client-tabs.js";
import { FormDialog, ask, askToEnd, jsonField, stays } from "./form.js";
import { count } from "./format.js";
import { DataTable, emptyState } from "./table.js";

speak({
  "user-settings.none": [
    "This client has no users: all requests with its tokens share its data.",
    "このクライアントには利用者がありません。すべての要求がデータを共有します。",
  ],
  "user-settings.on": ["Let it have users…", "利用者を持たせる…"],
  "user-settings.on.title": ["Let {name} have users?", "{name} に利用者を持たせますか"],
  "user-settings.on.text": [
    "Each user gets conversations, data and limits of its own. Requests that name no user may then not use own data.",
    "利用者ごとに会話、データ、上限を分けます。利用者を指定しない要求は、個別のデータを使えなくなります。",
  ],
  "user-settings.on.verb": ["Let it have users", "利用者を持たせる"],
  "user-settings.scopes": ["Scopes of users", "利用者のスコープ"],
  "user-settings.inventory": ["Items are shared by", "在庫の共有範囲"],
  "user-settings.inventory.user": ["nobody: each user has its own", "共有しない（利用者ごと）"],
  "user-settings.inventory.organization": ["the users of an organization", "同じ組織の利用者"],
  "user-settings.inventory.shared": ["all", "全員"],
  "user-settings.own-data": ["Requests without a user", "利用者を指定しない要求"],
  "user-settings.own-data.true": ["may use the client's own data", "クライアント自身のデータを使える"],
  "user-settings.own-data.false": ["may not use own data", "個別のデータは使えない"],
  "user-settings.new-users": ["New users in 24 hours", "24時間の新規利用者"],
  "user-settings.new-anonymous": ["New anonymous users in 24 hours", "24時間の新規匿名利用者"],
  "user-settings.any": ["any number", "上限なし"],
  "user-settings.anonymous": ["All anonymous users together", "匿名利用者の合計"],
  "user-settings.plans": ["Plans", "プラン"],
  "user-settings.plan": ["Plan", "プラン"],
  "user-settings.limits": ["Limits", "上限"],
  "user-settings.models": ["Models", "モデル"],
  "user-settings.plans.text": ["A plan inherits from default what it does not set.", "設定していない項目は default のプランと同じです。"],
  "user-settings.edit": ["Change…", "変更…"],
  "user-settings.edit.title": ["Settings of the users of {name}", "{name} の利用者の設定"],
  "user-settings.edit.text": [
    "The settings as the API has them. They apply from the next request of each user on.",
    "API と同じ形式の設定です。各利用者の次の要求から適用します。",
  ],
  "user-settings.json": ["Settings (JSON)", "設定（JSON）"],
  "user-settings.changed": [
    "Somebody has changed the client since you opened this. To replace their settings by yours, save yours again.",
    "開いてからほかの人がクライアントを変更しました。自分の内容に置き換えるには、もう一度保存してください。",
  ],
  "user-settings.present": ["The present settings", "現在の設定"],
  "user-settings.off": ["Make it a client without users…", "利用者のないクライアントにする…"],
  "user-settings.off.title": ["Make {name} a client without users?", "{name} を利用者のないクライアントにしますか"],
  "user-settings.off.text": ["This is possible only while it has no user. Its plans are removed.", "利用者がいない場合にのみ変更できます。プランは削除します。"],
  "user-settings.off.verb": ["Remove the settings", "設定を削除"],
  "user-settings.was-off": ["The client has no users now.", "利用者のないクライアントにしました。"],
});

/**
 * @param {import("./admin.js").Console} hub
 * @param {string} id of the client
 * @returns {Promise<import("./admin.js").View>}
 */
export async function open(hub, id) {
  const path = `/admin/clients/${encodeURIComponent(id)}/users-settings`;
  return new UserSettings(hub, id, path, await api("GET", path));
}

class UserSettings {
  /**
   * @param {import("./admin.js").Console} hub
   * @param {string} id
   * @param {string} path
   * @param {any} stored
   */
  constructor(hub, id, path, stored) {
    this.hub = hub;
    this.id = id;
    this.path = path;
    this.stored = stored;
    this.title = partTitle(hub, id, "users-settings");
    this.up = /** @type {[string, string]} */ (["#/clients", t("view.clients")]);
    const mayChange = hub.can("admin:clients");
    const { users, warnings } = stored;
    const tabs = clientTabs(hub, id, "users-settings");
    if (users === null) {
      const command = `torii clients users ${clientName(hub, id)} --on`;
      const on = mayChange && textButton(t("user-settings.on"), () => this.#switchOn(), { class: "switch-on" });
      this.node = el("div", { class: "user-settings" }, tabs, el("div", { class: "empty" }, emptyState(t("user-settings.none"), on, command)));
      return;
    }
    this.node = el(
      "div", { class: "user-settings" }, tabs,
      ...(warnings ?? []).map((/** @type {string} */ warning) => el("p", { class: "warning", lang: "en", text: warning })),
      el("div", { class: "panel" }, facts([
        [t("user-settings.scopes"), el("span", { class: "chips" }, ...users.scopes.map((/** @type {string} */ scope) => el("code", { text: scope })))],
        [t("user-settings.inventory"), t(`user-settings.inventory.${users.inventory}`, {}, users.inventory)],
        [t("user-settings.own-data"), t(`user-settings.own-data.${users.own_data}`)],
        [t("user-settings.new-users"), number(users.new_users_per_day)],
        [t("user-settings.new-anonymous"), number(users.new_anonymous_users_per_day)],
        [t("user-settings.anonymous"), limitWords(users.anonymous_total ?? {}) || t("user-settings.any")]
      ])),
      section(t("user-settings.plans"), {}, el("p", { class: "label", text: t("user-settings.plans.text") }), planTable(users.plans)),
      mayChange && textButton(t("user-settings.off"), () => this.#switchOff(), { class: "quiet switch-off" })
    );
    this.actions = [mayChange && textButton(t("user-settings.edit"), () => this.#edit(), { class: "primary edit" })];
  }

  /** @type {any[]} */ actions = [];

  async #switchOn() {
    const answer = await ask(t("user-settings.on.title", { name: clientName(this.hub, this.id) }), {
      verb: t("user-settings.on.verb"), class: "user-settings-dialog", intro: [el("p", { text: t("user-settings.on.text") })],
      perform: () => this.hub.change("PUT", this.path, { body: { users: {}, revision: this.stored.revision } })
    });
    if (answer) this.hub.reopen();
  }

  async #edit() {
    const json = jsonField(t("user-settings.json"), this.stored.users, { rows: 18 });
    const present = el("div", { role: "status" });
    let { revision } = this.stored;
    const dialog = new FormDialog(t("user-settings.edit.title", { name: clientName(this.hub, this.id) }), {
      verb: t("save"), class: "user-settings-dialog wide", intro: [el("p", { class: "label", text: t("user-settings.edit.text") })], fields: [json],
      perform: async () => {
        try {
          return await this.hub.change("PUT", this.path, { body: { users: json.value(), revision } });
        } catch (error) {
          if (!(error instanceof ApiError) || error.kind !== "conflict") throw error;
          // What the person has written stays, and replaces the other change if it is saved again.
          const now = await api("GET", this.path);
          if (now.revision === revision) throw error;
          revision = now.revision;
          dialog.problem.textContent = t("user-settings.changed");
          present.replaceChildren(el(
            "details", { open: true }, el("summary", { text: t("user-settings.present") }),
            el("pre", { tabindex: "0", text: JSON.stringify(now.users, null, 2) })
          ));
          return stays;
        }
      }
    });
    dialog.form.append(present);
    if (!await dialog.ask()) return;
    this.hub.notice(t("done"));
    this.hub.reopen();
  }

  async #switchOff() {
    const name = clientName(this.hub, this.id);
    const isDone = await askToEnd(t("user-settings.off.title", { name }), {
      text: t("user-settings.off.text"), verb: t("user-settings.off.verb"), typed: name, perform: () => this.hub.change("DELETE", this.path)
    });
    if (!isDone) return;
    this.hub.notice(t("user-settings.was-off"));
    this.hub.reopen();
  }
}

/** @param {number | null} most */
const number = most => most === null ? t("user-settings.any") : count(most);

/** @param {Record<string, any>} plans */
function planTable(plans) {
  const table = new DataTable({
    id: "plans", label: t("user-settings.plans"), key: plan => plan.name, filter: false,
    columns: [
      { id: "plan", label: t("user-settings.plan"), isHeader: true, cell: plan => el("code", { text: plan.name }) },
      { id: "limits", label: t("user-settings.limits"), cell: plan => limitWords(plan.limits) || "–" },
      {
        id: "models", label: t("user-settings.models"),
        cell: plan => {
          const models = [...new Set([plan.limits.model ?? [], plan.limits.models ?? []].flat())];
          return models.length > 0 ? el("span", { class: "chips" }, ...models.map(model => el("code", { text: model }))) : "–";
        }
      },
    ],
    empty: () => el("span"),
  });
  table.set(Object.entries(plans).map(([name, limits]) => ({ name, limits })));
  return table.node;
}
