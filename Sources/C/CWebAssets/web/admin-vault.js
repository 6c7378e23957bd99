// The vault: its master keys, and the sealing of everything again under the current one.
import { api, el, send } from "./base.js";
import { t } from "./i18n.js";
import { speak } from "./admin-words.js";
import { badge, section } from "./admin-parts.js";
import { count } from "./format.js";
import { DataTable, emptyState } from "./table.js";

speak({
  "vault.keys": ["Master keys", "マスターキー"],
  "vault.key": ["Id", "ID"],
  "vault.records": ["Records under it", "封印した記録"],
  "vault.current": ["current: seals new records", "現在：新しい記録を封印"],
  "vault.given": ["earlier: only opens", "以前：開くだけ"],
  "vault.lost": ["missing: its records cannot be opened", "紛失：記録を開けません"],
  "vault.none": ["Nothing is sealed yet.", "封印した記録はまだありません。"],
  "vault.rewrap": ["Re-wrap", "再封印"],
  "vault.rewrap.text": [
    "To change the master key, put a new one before the old one, then re-wrap: the server reads the keys again and seals every record "
      + "under the current key, while it continues to serve. When no record is left under the old key, remove it.",
    "マスターキーを替えるには、古いキーの前に新しいキーを置いて再封印します。サーバーは動作したままキーを読み直し、"
      + "すべての記録を現在のキーで封印します。古いキーの記録がなくなったら、そのキーを取り除きます。",
  ],
  "vault.rewrap.verb": ["Re-wrap all records", "すべての記録を再封印"],
  "vault.progress": ["{done} of {total} records", "{total} 件中 {done} 件"],
  "vault.done": ["Done. Records sealed under {key}: {total}.", "完了：{total} 件を {key} で封印しました。"],
  "vault.nothing": ["Done: every record was already sealed under {key}.", "完了：すべての記録は {key} で封印済みです。"],
  "vault.stopped": ["It stopped. What was sealed stays so; start it again.", "停止しました。封印済みの分はそのままです。もう一度実行してください。"],
  "vault.cut": ["The connection was cut. The server continues; the table shows the state.", "接続が切れました。サーバーは処理を続けます。状態は表で確認できます。"],
  "vault.damaged": ["These keys do not open and stay as they are; remove them and add them again:", "次のキーは開けず、そのままです。削除して追加し直してください："],
});

/**
 * @param {import("./admin.js").Console} hub
 * @returns {Promise<import("./admin.js").View>}
 */
export async function open(hub) { return new Vault(hub); }

class Vault {
  /** @param {import("./admin.js").Console} hub */
  constructor(hub) {
    this.hub = hub;
    this.title = t("view.vault");
    this.table = new DataTable({
      id: "master-keys", label: t("vault.keys"), key: key => key.id, sort: ["state", 1], filter: false,
      columns: [
        { id: "id", label: t("vault.key"), isHeader: true, cell: key => el("code", { text: key.id }), sort: key => key.id },
        {
          id: "state", label: t("state"),
          cell: key => key.current ? badge("good", t("vault.current")) : key.given ? badge("wait", t("vault.given")) : badge("bad", t("vault.lost")),
          sort: key => key.current ? 0 : key.given ? 1 : 2
        },
        { id: "records", label: t("vault.records"), isNumeric: true, cell: key => count(key.records), sort: key => key.records },
      ],
      empty: () => emptyState(t("vault.none"), false, "torii vault status"),
    });
    this.bar = el("progress", { max: 1, value: 0, "aria-label": t("vault.rewrap"), hidden: true });
    this.words = el("p", { class: "rewrap-words", role: "status" });
    this.damaged = el("div");
    this.problem = el("div", { class: "problem", role: "alert" });
    this.button = el("button", { type: "button", class: "primary rewrap", text: t("vault.rewrap.verb"), on: { click: () => this.#rewrap() } });
    this.node = el("div", { class: "vault" }, section(t("vault.keys"), {}, this.table.node),
      section(
        t("vault.rewrap"), {},
        el(
          "div", { class: "panel" },
          el("p", { text: t("vault.rewrap.text") }),
          this.bar, this.words, this.problem, this.damaged, hub.can("admin:keys") && this.button,
          el("p", { class: "command" }, el("span", { class: "label", text: t("command") }), el("code", { text: "torii vault rewrap" }))
        )
      ));
    this.read();
  }

  async read() {
    try { this.table.set((await api("GET", "/admin/vault")).master_keys); } catch (error) { this.table.fail(this.hub.explain(error)); }
  }

  /** Re-wraps, and shows each line of the progress as it arrives. */
  async #rewrap() {
    this.button.disabled = true;
    this.problem.textContent = "";
    this.damaged.replaceChildren();
    let isOver = false;
    try {
      const response = await send("POST", "/admin/vault/rewrap", { headers: { Accept: "application/jsonl" } });
      const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
      const decoder = new TextDecoder();
      let rest = "";
      while (true) {
        const { value, done } = await reader.read();
        rest += decoder.decode(value, { stream: !done });
        const lines = rest.split("\n");
        rest = /** @type {string} */ (lines.pop());
        for (const line of lines.filter(Boolean)) isOver = this.#step(JSON.parse(line)) || isOver;
        if (done) break;
      }
      if (rest.trim()) isOver = this.#step(JSON.parse(rest)) || isOver;
      if (!isOver) this.words.textContent = t("vault.cut");
    } catch (error) { this.problem.textContent = this.hub.explain(error); } finally {
      this.button.disabled = false;
      this.read();
    }
  }

  /**
   * Shows a line; returns whether it is the last one.
   * @param {any} step
   */
  #step(step) {
    if (step.state === "stopped") {
      this.words.textContent = t("vault.stopped");
      this.problem.textContent = step.problem?.detail ?? "";
      return true;
    }
    this.bar.hidden = false;
    this.bar.max = Math.max(1, step.total);
    this.bar.value = step.total === 0 ? 1 : step.done;
    this.words.textContent = step.state === "done" ? t(
      step.total === 0 ? "vault.nothing" : "vault.done", { total: count(step.total), key: step.master_key }
    ) : t("vault.progress", { done: count(step.done), total: count(step.total) });
    if (step.damaged.length > 0) this.damaged.replaceChildren(
      el("p", { class: "problem", text: t("vault.damaged") }),
      el("p", { class: "chips" }, ...step.damaged.map((/** @type {string} */ id) => el("code", { text: id })))
    );
    return step.state === "done";
  }
}
