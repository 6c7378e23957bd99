// The audit chain: its rows, and the proof that none was changed or removed.
import { api, el } from "./base.js";
import { t } from "./i18n.js";
import { speak } from "./admin-words.js";
import { actorNode, badge, clientOfActor, facts } from "./admin-parts.js";
import { FormDialog, copyButton, stays, textField, timeField } from "./form.js";
import { absolute, count, moment } from "./format.js";
import { DataTable, emptyState } from "./table.js";

speak({
  "audit.actor": ["Actor", "実行者"],
  "audit.action": ["Action", "操作"],
  "audit.object": ["Object starts with", "対象（前方一致）"],
  "audit.object.column": ["Object", "対象"],
  "audit.outcome": ["Outcome", "結果"],
  "audit.from": ["From", "開始"],
  "audit.until": ["Until", "終了"],
  "audit.row": ["Row", "行"],
  "audit.none": ["No row fits these filters.", "条件に合う行はありません。"],
  "audit.earlier": ["Earlier rows", "以前の行"],
  "audit.hash": ["Hash", "ハッシュ"],
  "audit.request": ["Request", "要求"],
  "audit.verify": ["Verify…", "検証…"],
  "audit.verify.title": ["Verify the audit chain", "監査チェーンの検証"],
  "audit.verify.verb": ["Verify", "検証"],
  "audit.verify.text": [
    "All rows are checked. A head that you noted earlier also shows whether the database was replaced by an older copy.",
    "すべての行を検証します。以前に控えた末尾の値があれば、古いデータベースへの置き換えも検出します。",
  ],
  "audit.noted": ["Noted head (optional)", "控えた末尾の値（任意）"],
  "audit.noted.hint": ["Such as 41:9f…, as an earlier verification showed it.", "例：41:9f…（以前の検証で表示された値）"],
  "audit.whole": ["The chain is intact.", "チェーンは完全です。"],
  "audit.broken": ["The chain is broken.", "チェーンが壊れています。"],
  "audit.rows": ["Rows that fit", "正しい行"],
  "audit.head": ["Head", "末尾の値"],
  "audit.fault": ["First fault", "最初の異常"],
  "audit.fault.row": ["row {row}: {reason}", "{row} 行目：{reason}"],
  "audit.show-row": ["Show the rows before it", "その前の行を表示"],
  "audit.copy-head": ["Copy the head", "末尾の値をコピー"],
  "audit.note-it": ["Note the head in another place, and compare it at the next verification.", "末尾の値を別の場所に控え、次回の検証で比べてください。"],
  "audit.as-noted": ["The noted head is a row of this chain.", "控えた値はこのチェーンの行です。"],
  "reason.changed": ["a field or its hash was changed", "内容かハッシュが変更された"],
  "reason.missing": ["the row is gone", "行がない"],
  "reason.misplaced": ["the row followed another one", "行の順序が違う"],
  "reason.cut_off": ["the row and all after it are gone", "以後の行がない"],
  "reason.unanchored": ["the head is gone or was changed", "末尾の値がないか変更された"],
  "reason.not_as_noted": ["it is not the row that was noted: an older copy of the database", "控えた行と違う（古いデータベース）"],
  "audit.export": ["Export all", "すべて書き出す"],
  "audit.csv": ["Save these as CSV", "表示条件を CSV で保存"],
});

/**
 * @param {import("./admin.js").Console} hub
 * @param {string[]} _
 * @param {URLSearchParams} query
 * @returns {Promise<import("./admin.js").View>}
 */
export async function open(hub, _, query) { return new Audit(hub, query); }

class Audit {
  /** @type {any[]} */ rows = [];
  /** @type {number|null} */ next = null;
  isRead = false;
  #turn = 0;

  /**
   * @param {import("./admin.js").Console} hub
   * @param {URLSearchParams} query
   */
  constructor(hub, query) {
    this.hub = hub;
    this.title = t("view.audit");
    const text = (
      /** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ placeholder
    ) => textField(label, { value: query.get(name) ?? "", placeholder });
    this.filters = {
      actor: text("actor", t("audit.actor"), "admin:preset"),
      action: text("action", t("audit.action"), "client.create"), object: text("object", t("audit.object"), "clients/"),
      from: timeField(t("audit.from"), query.get("from")), until: timeField(t("audit.until"), query.get("until"))
    };
    for (const { input } of Object.values(this.filters)) input.addEventListener("change", () => this.#changed());
    this.before = query.get("before");
    const save = () => hub.download(`/admin/audit?${this.#query(1000)}`, "audit.csv", "text/csv");
    this.table = new DataTable({
      id: "audit", label: this.title, key: row => String(row.id), sort: ["id", -1],
      columns: [
        {
          id: "id", label: t("audit.row"), isHeader: true,
          cell: row => el("span", { title: `${t("audit.hash")} ${row.hash}`, text: count(row.id) }),
          sort: row => row.id,
          text: row => `${row.id} ${row.hash}`
        },
        { id: "time", label: t("time"), cell: row => moment(row.time), sort: row => row.time, text: row => absolute(row.time) },
        {
          id: "actor", label: t("audit.actor"),
          cell: row => actorNode(hub, row.actor),
          sort: row => row.actor_name,
          text: row => `${row.actor_name} ${row.actor}`
        },
        { id: "action", label: t("audit.action"), cell: row => el("code", { class: "action", text: row.action }), sort: row => row.action },
        { id: "object", label: t("audit.object.column"), cell: row => el("code", { class: "object", text: row.object }), sort: row => row.object },
        { id: "outcome", label: t("audit.outcome"), cell: row => el("span", { lang: "en", text: row.outcome }), sort: row => row.outcome },
        {
          // The ids of the requests to one process differ at their end only.
          id: "request", label: t("audit.request"),
          cell: row => row.request_id ? el("code", { class: "fingerprint", title: row.request_id, text: `…${row.request_id.slice(-8)}` }) : "–",
          text: row => row.request_id ?? ""
        },
      ],
      empty: () => emptyState(t("audit.none"), false, "torii audit list --action client.create"),
      controls: [el("button", { type: "button", class: "quiet save-csv", text: t("audit.csv"), on: { click: save } })],
    });
    this.more = el(
      "button",
      { type: "button", class: "table-more audit-more", hidden: true, text: t("audit.earlier"), on: { click: () => this.#read(false) } }
    );
    this.node = el(
      "div", { class: "audit" },
      el("div", { class: "filters" }, ...Object.values(this.filters).map(({ node }) => node)),
      this.table.node, this.more
    );
    this.actions = [
      el(
        "button",
        {
          type: "button", class: "export", text: t("audit.export"),
          on: { click: () => hub.download("/admin/audit/export", "audit.jsonl", "application/jsonl") }
        }
      ),
      el("button", { type: "button", class: "primary verify", text: t("audit.verify"), on: { click: verify } })
    ];
    this.ends = [
      hub.live.on("audit", () => { if (!this.before && this.hub.live.audit?.id !== this.rows[0]?.id) this.#readSoon(); }),
      hub.live.on("clients", () => this.#draw())
    ];
    this.#read(true);
  }

  close() {
    clearTimeout(this.timer);
    for (const end of this.ends) end();
  }

  #readSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#read(true), 500);
  }

  get #chosen() { return Object.fromEntries(Object.entries(this.filters).map(([name, { value }]) => [name, value()]).filter(([, value]) => value)); }

  /** Shows the rows that were read, with the present names of their actors. */
  #draw() { if (this.isRead) this.table.set(this.rows.map(row => ({ ...row, actor_name: clientOfActor(this.hub, row.actor)?.name ?? row.actor }))); }

  /**
   * The audit knows ids only, so the name of a client stands for its id.
   * @param {number} limit
   */
  #query(limit) {
    const chosen = this.#chosen;
    const client = [...this.hub.live.clients.values()].find(known => known.name === chosen.actor && !known.revoked_at);
    if (client) chosen.actor = `${client.scopes.some((/** @type {string} */ scope) => scope.startsWith("admin:")) ? "admin" : "client"}:${client.id}`;
    return new URLSearchParams({ ...chosen, limit: String(limit) });
  }

  #changed() {
    this.before = null;
    history.replaceState(null, "", `#/audit?${new URLSearchParams(this.#chosen)}`);
    this.#read(true);
  }

  /** @param {boolean} isFirst whether to start from the latest */
  async #read(isFirst) {
    const turn = ++this.#turn;
    this.table.loading();
    const query = this.#query(100);
    const before = isFirst ? this.before : this.next;
    if (before) query.set("before", String(before));
    try {
      const page = await api("GET", `/admin/audit?${query}`);
      if (turn !== this.#turn) return;
      const known = new Map((isFirst ? [] : this.rows).map(row => [row.id, row]));
      for (const row of page.rows) known.set(row.id, row);
      this.rows = [...known.values()];
      this.next = page.next;
      this.more.hidden = page.next === null;
      this.isRead = true;
      this.#draw();
    } catch (error) { if (turn === this.#turn) this.table.fail(this.hub.explain(error)); }
  }
}

/** Verifies the chain in a dialog, which stays open so that the head can be copied and compared. */
function verify() {
  const noted = textField(t("audit.noted"), { hint: t("audit.noted.hint"), maxlength: 100 });
  const result = el("div", { class: "verdict", role: "status" });
  const dialog = new FormDialog(t("audit.verify.title"), { verb: t("audit.verify.verb"), class: "verify-dialog", intro: [
    el("p", { text: t("audit.verify.text") })
  ], fields: [noted], perform: async () => {
    result.replaceChildren();
    const verdict = await api("GET", `/admin/audit/verification${noted.value() ? `?noted=${encodeURIComponent(noted.value())}` : ""}`);
    result.replaceChildren(...verdictParts(verdict, noted.value(), () => dialog.close()));
    return stays;
  } });
  dialog.form.append(result);
  dialog.cancel.textContent = t("close");
  return dialog.ask();
}

/**
 * @param {any} verdict
 * @param {string} noted
 * @param {() => void} close
 * @returns {Node[]}
 */
function verdictParts(verdict, noted, close) {
  const { fault, head, whole } = verdict;
  const parts = [
    el("p", { class: "verdict-word" }, badge(whole ? "good" : "bad", t(whole ? "audit.whole" : "audit.broken")), whole && noted ? ` ${t("audit.as-noted")}` : ""),
    facts([
      [t("audit.rows"), count(verdict.rows)],
      [t("audit.head"), el("code", { class: "head", text: head ?? "–" })],
      [t("audit.fault"), fault && [
        t("audit.fault.row", { row: fault.row, reason: t(`reason.${fault.reason}`, {}, fault.reason) }),
        el("span", { class: "note label", lang: "en", text: fault.detail }),
        " ",
        el("a", { href: `#/audit?before=${fault.row + 1}`, text: t("audit.show-row"), on: { click: close } }),
      ]],
    ]),
  ];
  if (head) parts.push(copyButton(t("audit.copy-head"), "copy-head", () => head));
  if (whole) parts.push(el("p", { class: "label", text: t("audit.note-it") }));
  return parts;
}
