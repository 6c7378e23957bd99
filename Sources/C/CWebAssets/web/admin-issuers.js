// The issuers of a client's users: whose tokens are accepted, the state of their keys, and trials of tokens.
import { Dialog, api, el } from "./base.js";
import { t } from "./i18n.js";
import { speak } from "./admin-words.js";
import { badge, moreActions } from "./admin-parts.js";
import { clientName, clientTabs, partTitle } from "./admin-client-tabs.js";
import { addIssuer, issuerPath } from "./admin-issuer-form.js";
import { FormDialog, ask, askToEnd, changedMembers, copyButton, jsonField, mergePatch, secretField, stays, textField } from "./form.js";
import { duration, moment } from "./format.js";
import { DataTable, emptyState } from "./table.js";

speak({
  "issuer": ["Issuer", "発行者"],
  "issuer.kind": ["Kind", "種類"],
  "issuer.kind.openid": ["OpenID provider", "OpenID プロバイダー"],
  "issuer.kind.key": ["backend with key pairs", "バックエンド（鍵ペア）"],
  "issuer.kind.secret": ["backend with a secret", "バックエンド（共有シークレット）"],
  "issuer.in-tokens": ["In tokens (iss)", "トークン内（iss）"],
  "issuer.bound": ["Bound to", "対象"],
  "issuer.dedicated": ["dedicated to this client", "このクライアント専用"],
  "issuer.keys": ["Keys", "鍵"],
  "issuer.keys.none": ["none in memory", "未読み込み"],
  "issuer.key.no-id": ["without an id", "ID なし"],
  "issuer.keys.age": ["read {time} ago", "{time}前に読み込み"],
  "issuer.good": ["in use", "使用中"],
  "issuer.warned": ["has a fault", "問題あり"],
  "issuer.unusable": ["cannot be used", "使用不可"],
  "issuer.changed": ["Changed", "変更"],
  "issuers.none": ["The client accepts no tokens of its users.", "利用者のトークンは受け付けていません。"],
  "issuer.check": ["Check", "確認"],
  "issuer.checked": ["The keys of {name} were read: {state}.", "{name} の鍵を読み込みました：{state}"],
  "issuer.add": ["Add an issuer", "発行者を追加"],
  "issuer.edit": ["Change…", "変更…"],
  "issuer.edit.title": ["Change {name}", "{name} の変更"],
  "issuer.edit.text": [
    "The keys are read before anything is stored. Tokens that were accepted before are checked again.",
    "保存する前に鍵を読み込みます。受け付け済みのトークンは再度確認します。",
  ],
  "issuer.settings": ["Settings (JSON)", "設定（JSON）"],
  "issuer.sample": ["What the backend signs", "バックエンドが署名する内容"],
  "issuer.sample.title": ["What the backend signs for {name}", "バックエンドが署名する内容（{name}）"],
  "issuer.sample.header": ["Header", "ヘッダー"],
  "issuer.sample.claims": ["Claims", "クレーム"],
  "issuer.sample.copy": ["Copy both", "両方をコピー"],
  "issuer.remove": ["Remove…", "削除…"],
  "issuer.remove.title": ["Remove {name}?", "{name} を削除しますか"],
  "issuer.remove.text": ["Its tokens are refused at once. Users and their data stay.", "トークンはただちに使えなくなります。利用者とデータは残ります。"],
  "issuer.remove.ends": ["streams that a token of it opened", "このトークンで開いたストリーム"],
  "issuer.remove.verb": ["Remove the issuer", "発行者を削除"],
  "issuer.removed": ["The issuer was removed.", "発行者を削除しました。"],
  "token.test": ["Test a token…", "トークンを試す…"],
  "token.test.title": ["Test a token", "トークンを試す"],
  "token.test.text": [
    "Paste a token that the app has. It is checked as a request with it would be: no user is created, and the token is not kept.",
    "アプリが持つトークンを貼り付けてください。要求と同じ手順で確認します。利用者は作成せず、トークンは保持しません。",
  ],
  "token.test.field": ["Token of a user", "利用者のトークン"],
  "token.test.verb": ["Test it", "試す"],
  "token.test.accepted": ["accepted, by the issuer {name}", "有効（発行者：{name}）"],
  "token.test.refused": ["refused", "拒否"],
  "token.test.refused.of": ["refused, by the issuer {name}", "拒否（発行者：{name}）"],
  "token.test.steps": ["Steps", "手順"],
  "token.test.ok": ["ok", "問題なし"],
  "token.test.user": ["User of a request", "要求の利用者"],
  "step.shape": ["Shape", "形式"],
  "step.header": ["Header", "ヘッダー"],
  "step.claims": ["Claims", "クレーム"],
  "step.issuer": ["Issuer", "発行者"],
  "step.key": ["Key", "鍵"],
  "step.signature": ["Signature", "署名"],
  "step.time": ["Times", "時刻"],
  "step.binding": ["Kind and requirements", "種類と条件"],
  "step.sender": ["Sender", "送信者"],
  "step.user": ["User", "利用者"],
});

/**
 * @param {import("./admin.js").Console} hub
 * @param {string} id of the client
 * @returns {Promise<import("./admin.js").View>}
 */
export async function open(hub, id) { return new Issuers(hub, id); }

const kinds = /** @type {Record<string, string>} */ ({ good: "good", warned: "warn", unusable: "bad" });

/** @param {any} issuer */
function state(issuer) { return issuer.issuer === null ? "unusable" : issuer.warnings.length > 0 ? "warned" : "good"; }

class Issuers {
  /**
   * @param {import("./admin.js").Console} hub
   * @param {string} id
   */
  constructor(hub, id) {
    this.hub = hub;
    this.id = id;
    this.title = partTitle(hub, id, "issuers");
    this.up = /** @type {[string, string]} */ (["#/clients", t("view.clients")]);
    const mayChange = hub.can("admin:clients");
    const add = () => this.#add();
    this.table = new DataTable({
      id: "issuers", label: t("client.part.issuers"), key: issuer => issuer.id, sort: ["name", 1], filter: false,
      columns: [
        {
          id: "name", label: t("issuer"), isHeader: true,
          cell: issuer => [issuer.name, el("span", { class: "note label", text: t(`issuer.kind.${issuer.kind}`) })], sort: issuer => issuer.name
        },
        {
          id: "state", label: t("state"),
          cell: issuer => [
            badge(kinds[state(issuer)], t(`issuer.${state(issuer)}`)),
            ...issuer.warnings.map((/** @type {string} */ warning) => el("span", { class: "note cause", lang: "en", text: warning }))
          ],
          sort: issuer => ["unusable", "warned", "good"].indexOf(state(issuer))
        },
        { id: "issuer", label: t("issuer.in-tokens"), cell: issuer => issuer.issuer ? el("code", { text: issuer.issuer }) : "–" },
        { id: "bound", label: t("issuer.bound"), cell: binding },
        {
          id: "keys", label: t("issuer.keys"),
          cell: issuer => [
            issuer.keys.length > 0 ? el("span", { class: "chips" }, ...issuer.keys.map((/** @type {any} */ key) => el(
              "code", { title: key.algorithms.join(", "), text: key.kid ?? t("issuer.key.no-id") }
            ))) : issuer.kind === "secret" ? "–" : el("span", { class: "missing", text: t("issuer.keys.none") }),
            issuer.keys_age_seconds !== null
              && el("span", { class: "note label", text: t("issuer.keys.age", { time: duration(issuer.keys_age_seconds * 1000) }) })
          ]
        },
        { id: "changed", label: t("issuer.changed"), cell: issuer => moment(issuer.changed_at), sort: issuer => issuer.changed_at },
        ...(
          mayChange ? [{ id: "actions", label: "", class: "row-actions", cell: (/** @type {any} */ issuer) => this.#actions(issuer) }] : []
        ),
      ],
      empty: () => emptyState(
        t("issuers.none"), mayChange && el("button", { type: "button", text: t("issuer.add"), on: { click: add } }),
        `torii issuers add ${clientName(hub, id)} login --preset auth0 --tenant example.eu.auth0.com --audience https://api.example`
      ),
    });
    this.node = el("div", { class: "issuers" }, clientTabs(hub, id, "issuers"), this.table.node);
    this.actions = mayChange ? [
      el("button", { type: "button", class: "test-token", text: t("token.test"), on: { click: () => testToken(hub, id) } }),
      el("button", { type: "button", class: "primary add-issuer", text: t("issuer.add"), on: { click: add } })
    ] : [];
    this.#read();
    this.timer = setInterval(() => { if (!hub.live.isQuiet) this.#read(); }, 30_000);
  }

  close() { clearInterval(this.timer); }

  async #read() {
    this.table.loading();
    try { this.table.set((await api("GET", issuerPath(this.id))).issuers); } catch (error) { this.table.fail(this.hub.explain(error)); }
  }

  /** @param {any} issuer */
  #actions(issuer) {
    const button = (/** @type {string} */ word, /** @type {string} */ name, /** @type {() => any} */ action) => el(
      "button", { type: "button", class: `quiet ${name}`, "aria-label": `${t(word)} ${issuer.name}`, text: t(word), on: { click: action } }
    );
    /** @type {[string, string, () => any][]} */
    const sample = issuer.kind === "openid" || !issuer.issuer ? [] : [["sample", t("issuer.sample"), () => showSample(issuer)]];
    return [
      button("issuer.check", "check", () => this.#check(issuer)),
      moreActions(issuer.name, [
        ["edit", t("issuer.edit"), () => this.#edit(issuer)], ...sample, ["danger remove", t("issuer.remove"), () => this.#remove(issuer)]
      ])
    ];
  }

  async #add() {
    const issuer = await addIssuer(this.hub, this.id);
    if (!issuer) return;
    this.table.put(issuer);
    if (issuer.kind !== "openid") showSample(issuer);
  }

  /** @param {any} issuer */
  async #check(issuer) {
    const button = /** @type {any} */ (document.activeElement);
    button?.setAttribute("aria-busy", "true");
    try {
      const answer = await this.hub.change("POST", `${issuerPath(this.id, issuer.id)}/check`);
      this.table.put(answer.issuer);
      this.hub.notice(t("issuer.checked", { name: issuer.name, state: t(`issuer.${state(answer.issuer)}`) }));
    } catch (error) { this.hub.fail(error); } finally { button?.removeAttribute("aria-busy"); }
  }

  /** @param {any} issuer */
  async #edit(issuer) {
    // The row may be changed by others while the dialog is open; its revision then refuses the change.
    const { id, revision } = issuer;
    const name = textField(t("name"), { value: issuer.name, required: true, maxlength: 64 });
    const settings = jsonField(t("issuer.settings"), issuer.settings, { rows: 12 });
    const values = () => ({ name: name.value(), settings: settings.value() });
    const before = values();
    const answer = await ask(t("issuer.edit.title", { name: issuer.name }), {
      verb: t("save"), class: "issuer-dialog wide", intro: [el("p", { class: "label", text: t("issuer.edit.text") })], fields: [name, settings],
      perform: async () => {
        const after = values();
        const body = changedMembers(before, after);
        if ("settings" in body) body.settings = mergePatch(before.settings, after.settings);
        return Object.keys(body).length > 0 ? this.hub.change("PATCH", issuerPath(this.id, id), { body: { ...body, revision } }) : null;
      }
    });
    if (!answer) return;
    this.table.put(answer.issuer);
    this.hub.notice(t("done"));
  }

  /** @param {any} issuer */
  async #remove(issuer) {
    const { id, name } = issuer;
    const isDone = await askToEnd(t("issuer.remove.title", { name }), {
      text: t("issuer.remove.text"), ends: [t("issuer.remove.ends")], verb: t("issuer.remove.verb"), typed: name,
      perform: () => this.hub.change("DELETE", issuerPath(this.id, id))
    });
    if (!isDone) return;
    this.table.remove(id);
    this.hub.notice(t("issuer.removed"));
  }
}

/**
 * The audiences and parties that bind an issuer's tokens.
 * @param {any} issuer
 */
function binding({ audiences, settings }) {
  const bound = [...audiences, ...[settings.parties ?? []].flat()];
  if (bound.length === 0) return t("issuer.dedicated");
  return el("span", { class: "chips" }, ...bound.map(name => el("code", { text: name })));
}

/**
 * Shows the header and the claims of tokens that an app's backend signs.
 * @param {any} issuer
 */
function showSample(issuer) {
  const key = issuer.keys[0];
  const header = JSON.stringify({ alg: key?.algorithms[0] ?? "HS256", kid: key?.kid ?? issuer.id });
  const now = Math.floor(Date.now() / 1000);
  const claims = JSON.stringify({ iss: issuer.issuer, aud: issuer.audiences[0], sub: "the user's id", iat: now, exp: now + 600 }, null, 2);
  const dialog = new Dialog(t("issuer.sample.title", { name: issuer.name }), { class: "sample-dialog wide" });
  dialog.body.append(
    el("h3", { text: t("issuer.sample.header") }), el("pre", { tabindex: "0", text: header }),
    el("h3", { text: t("issuer.sample.claims") }), el("pre", { tabindex: "0", text: claims }),
    copyButton(t("issuer.sample.copy"), "copy-sample", () => `${header}\n${claims}`)
  );
  dialog.button(t("close"), "", "primary");
  return dialog.show();
}

/**
 * Tests a pasted token. The field is emptied before it is sent, and nothing of it is in the result.
 * @param {import("./admin.js").Console} hub
 * @param {string} client
 */
function testToken(hub, client) {
  const token = secretField(t("token.test.field"));
  const result = el("div", { class: "token-result", role: "status" });
  const dialog = new FormDialog(t("token.test.title"), {
    verb: t("token.test.verb"), class: "token-test-dialog wide", intro: [el("p", { class: "label", text: t("token.test.text") })], fields: [token],
    perform: async () => {
      result.replaceChildren();
      const answer = await api("POST", `${issuerPath(client)}/test`, { body: { token: token.value() } });
      result.replaceChildren(...verdict(answer));
      token.input.focus();
      return stays;
    }
  });
  dialog.form.append(result);
  dialog.cancel.textContent = t("close");
  return dialog.ask();
}

/**
 * @param {{accepted: boolean, issuer: string|null, steps: string[], result: string[]}} answer
 * @returns {Node[]}
 */
function verdict({ accepted, issuer, steps, result }) {
  const word = accepted ? "token.test.accepted" : issuer ? "token.test.refused.of" : "token.test.refused";
  return [
    el("p", { class: "verdict-word" }, badge(accepted ? "good" : "bad", t(word, { name: issuer ?? "" }))),
    el("ol", { class: "token-steps", "aria-label": t("token.test.steps") }, ...steps.map(step)),
    ...(
      result.length > 0
        ? [el("ul", { class: "token-user", "aria-label": t("token.test.user") }, ...result.map(line => el("li", { lang: "en", text: line })))] : []
    )
  ];
}

/**
 * A step, such as "4 issuer: ok"; a line of another form as it is.
 * @param {string} line
 */
function step(line) {
  const [, name, text] = /^\d+ (\w+): (.*)$/s.exec(line) ?? [];
  if (!name) return el("li", { lang: "en", text: line });
  const isGood = text === "ok";
  return el(
    "li", { "data-step": name, class: isGood ? "good" : "bad" },
    badge(isGood ? "good" : "bad", t(`step.${name}`, {}, name)), isGood ? el("span", { class: "visually-hidden", text: ` ${t("token.test.ok")}` })
      : el("span", { class: "note cause", lang: "en", text })
  );
}
