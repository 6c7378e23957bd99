// The runs: which there are, and how the time of one was spent. Never what was said in it.
import { api, el } from "./base.js";
import { t } from "./i18n.js";
import { speak } from "./admin-words.js";
import { facts, list, runBadge, section } from "./admin-parts.js";
import { choiceField, clientField, textField, timeField } from "./form.js";
import { compact, count, duration, moment } from "./format.js";
import { asTable, swatch, waterfall } from "./plot.js";
import { DataTable, emptyState } from "./table.js";

speak({
  "run": ["Run", "実行"],
  "runs.none": ["No run fits these filters.", "条件に合う実行はありません。"],
  "runs.more": ["Earlier runs", "以前の実行"],
  "run.status": ["Status", "状態"],
  "run.unfinished": ["unfinished", "未終了"],
  "run.troubled": ["failed or interrupted", "失敗・中断"],
  "run.model": ["Model", "モデル"],
  "run.since": ["Started from", "開始（から）"],
  "run.until": ["Started before", "開始（まで）"],
  "run.started": ["Started", "開始"],
  "run.queue": ["Queued", "待機"],
  "run.queued": ["{time} queued", "待機 {time}"],
  "run.work": ["Work", "内容"],
  "run.tokens": ["Tokens", "トークン"],
  "run.rounds": ["{count} rounds", "モデル呼び出し {count}"],
  "run.rounds.one": ["1 round", "モデル呼び出し 1"],
  "run.calls": ["{count} tool calls", "ツール {count}"],
  "run.calls.one": ["1 tool call", "ツール 1"],
  "run.tool": ["tool {name}", "ツール {name}"],
  "run.io": ["{input} read, {output} written", "入力 {input}、出力 {output}"],
  "run.io.cached": ["{input} read ({cached} cached), {output} written", "入力 {input}（キャッシュ {cached}）、出力 {output}"],
  "run.deleted": ["deleted client", "削除済み"],
  "run.going": ["goes on", "継続中"],
  "run.waterfall": ["How the time was spent", "時間の内訳"],
  "run.spans.none": ["No times were recorded for this run.", "この実行の時間は記録されていません。"],
  "run.omitted": ["{count} further spans are left out.", "ほか {count} 件は省略されています。"],
  "run.private": ["Counts and times only: the console never shows what was said.", "件数と時間のみ。会話の内容は表示しません。"],
  "span.queue": ["queue", "待機"],
  "span.round": ["round", "モデル"],
  "span.tool": ["tool", "ツール"],
  "span.wait": ["wait for a person or an app", "人やアプリの待ち"],
  "span.name.queue": ["Queue", "待機"],
  "span.name.round": ["Round {round} · {model}", "モデル {round} · {model}"],
  "span.name.tool": ["{tool}", "{tool}"],
  "span.name.wait.approval": ["Approval · {tool}", "承認 · {tool}"],
  "span.name.wait.client_tool": ["App · {tool}", "アプリ · {tool}"],
  "tool.state.running": ["running", "実行中"],
  "tool.state.done": ["done", "完了"],
  "tool.state.failed": ["failed", "失敗"],
  "tool.state.stopped": ["stopped", "停止"],
  "span.first": ["first word after {time}", "最初の語まで {time}"],
  "span.from": ["from {time}", "開始 {time}"],
  "span.length": ["{time} long", "長さ {time}"],
  "span.column.name": ["Span", "区間"],
  "span.column.from": ["From", "開始"],
  "span.column.length": ["Length", "長さ"],
  "span.column.note": ["Details", "詳細"],
  "finish.stop": ["ended", "終了"],
  "finish.length": ["cut at its length limit", "長さの上限"],
  "finish.tool_calls": ["called tools", "ツール呼び出し"],
  "finish.content_filter": ["filtered", "フィルター"],
  "finish.failed": ["failed", "失敗"],
  "finish.stopped": ["stopped", "停止"],
});

const unfinished = ["queued", "running", "waiting"];

/**
 * @param {import("./admin.js").Console} hub
 * @param {string[]} address
 * @param {URLSearchParams} query
 * @returns {Promise<import("./admin.js").View>}
 */
export async function open(hub, [id], query) {
  return id ? RunView.open(hub, id) : new RunsView(hub, query);
}

/** @param {any} run */
function work(run) {
  const parts = [
    run.rounds > 0 && t(run.rounds === 1 ? "run.rounds.one" : "run.rounds", { count: count(run.rounds) }),
    run.tool && t("run.tool", { name: run.tool }),
    run.tool_calls > 0 && t(run.tool_calls === 1 ? "run.calls.one" : "run.calls", { count: count(run.tool_calls) })
  ].filter(Boolean);
  return parts.length > 0 ? list(/** @type {string[]} */ (parts)) : el("span", { class: "missing", text: "–" });
}

/** @param {any} run */
function took(run) {
  if (run.duration_ms !== null) return duration(run.duration_ms);
  return unfinished.includes(run.status) ? el("span", { class: "label", text: t("run.going") }) : "–";
}

/**
 * @param {import("./admin.js").Console} hub
 * @param {any} run
 */
function clientOf(hub, run) {
  if (
    run.client_name && hub.can("admin:read", "admin:clients") && hub.live.clients.has(run.client)
  ) return el("a", { href: `#/clients/${run.client}`, text: run.client_name });
  return run.client_name ?? el("span", { class: "missing", title: run.client, text: t("run.deleted") });
}

/** The table of runs. */
class RunsView {
  /** @type {Map<string, any>} */ runs = new Map();
  /** @type {string|null} */ next = null;
  #turn = 0;

  /**
   * @param {import("./admin.js").Console} hub
   * @param {URLSearchParams} query
   */
  constructor(hub, query) {
    this.hub = hub;
    this.title = t("view.runs");
    const statuses = [...unfinished, "completed", "failed", "cancelled", "interrupted"];
    const choices = /** @type {[string, string][]} */ ([
      ["", t("all")], [unfinished.join(","), t("run.unfinished")], ["failed,interrupted", t("run.troubled")],
      ...statuses.map(status => [status, t(`status.${status}`)])
    ]);
    const asked = query.get("status")?.split(",").sort().join() ?? "";
    this.status = choiceField(t("run.status"), choices, choices.find(([value]) => value.split(",").sort().join() === asked)?.[0] ?? "");
    this.client = this.#clientField(query.get("client") ?? "");
    this.model = textField(t("run.model"), { value: query.get("model") ?? "", placeholder: "openai:gpt-6.1-terra" });
    this.since = timeField(t("run.since"), query.get("since"));
    this.until = timeField(t("run.until"), query.get("until"));
    const filters = [this.status, this.client, this.model, this.since, this.until];
    for (const part of filters) if (part !== this.client) part.input.addEventListener("change", () => this.#changed());
    this.table = new DataTable({
      id: "runs", label: this.title, key: run => run.id, sort: ["started", -1],
      columns: [
        {
          id: "id", label: t("run"), isHeader: true,
          cell: run => el("a", { href: `#/runs/${run.id}`, title: run.id, text: run.id.replace(/^run_/, "").slice(-8) }),
          text: run => run.id
        },
        {
          id: "status", label: t("run.status"),
          cell: run => [runBadge(run.status), run.problem && el("span", { class: "note label", text: t(`problem.${run.problem}`, {}, run.problem) })],
          sort: run => t(`status.${run.status}`),
          text: run => `${t(`status.${run.status}`)} ${run.problem ?? ""}`
        },
        { id: "client", label: t("client"), cell: run => clientOf(hub, run), sort: run => run.client_name ?? "" },
        {
          id: "model", label: t("run.model"),
          cell: run => run.model ?? (run.tool ? t("run.tool", { name: run.tool }) : "–"),
          sort: run => run.model ?? run.tool ?? ""
        },
        { id: "started", label: t("run.started"), cell: run => moment(run.created_at), sort: run => run.created_at + run.id },
        {
          id: "duration", label: t("took"), isNumeric: true,
          cell: run => [took(run), run.queue_ms > 0 && el("span", { class: "note label", text: t("run.queued", { time: duration(run.queue_ms) }) })],
          sort: run => run.duration_ms
        },
        { id: "work", label: t("run.work"), cell: work, sort: run => run.rounds + run.tool_calls },
        {
          id: "tokens", label: t("run.tokens"), isNumeric: true,
          cell: run => el("span", {}, compact(run.input_tokens), " → ", compact(run.output_tokens)),
          sort: run => run.input_tokens + run.output_tokens
        },
      ],
      empty: () => emptyState(t("runs.none"), false, "curl -d '{\"message\": \"…\"}' …/v1/chat"),
    });
    this.more = el(
      "button",
      { type: "button", class: "runs-more table-more", hidden: true, text: t("runs.more"), on: { click: () => this.#read(false) } }
    );
    this.node = el(
      "div", { class: "runs" },
      el("div", { class: "filters" }, ...filters.map(({ node }) => node)),
      this.table.node, this.more,
      el("p", { class: "label", text: t("run.private") })
    );
    this.ends = [hub.live.on("runs", ids => this.#update(ids)), hub.live.on("clients", () => this.#drawClients())];
    hub.live.ready.then(() => this.#drawClients(query.get("client") ?? ""));
    this.#read(true);
  }

  close() { for (const end of this.ends) end(); }

  /** @param {string} chosen */
  #clientField(chosen) { return clientField([...this.hub.live.clients.values()], chosen, () => this.#changed()); }

  /**
   * Offers the clients that there are now. A field that is used stays as it is.
   * @param {string} [chosen]
   */
  #drawClients(chosen = this.client.value()) {
    if (this.client.node.contains(document.activeElement)) return;
    const made = this.#clientField(chosen);
    this.client.node.replaceWith(made.node);
    this.client = made;
  }

  get #filters() {
    return Object.fromEntries(
      Object.entries({
        status: this.status.value(), client: this.client.value(), model: this.model.value(), since: this.since.value(),
        until: this.until.value()
      }).filter(([, value]) => value)
    );
  }

  #changed() {
    history.replaceState(null, "", `#/runs?${new URLSearchParams(this.#filters)}`);
    this.#read(true);
  }

  /** @param {boolean} isFirst whether to start from the newest */
  async #read(isFirst) {
    const turn = ++this.#turn;
    this.table.loading();
    const query = new URLSearchParams({ ...this.#filters, limit: "50", ...(isFirst || !this.next ? {} : { cursor: this.next }) });
    try {
      let page = await api("GET", `/admin/runs?${query}`);
      const found = page.runs;
      // The search of a page is bounded, so an empty one may have a next one.
      for (let pages = 0; found.length === 0 && page.next && pages < 20 && turn === this.#turn; pages++) {
        query.set("cursor", page.next);
        page = await api("GET", `/admin/runs?${query}`);
        found.push(...page.runs);
      }
      if (turn !== this.#turn) return;
      if (isFirst) this.runs = new Map();
      for (const run of found) this.runs.set(run.id, run);
      this.next = page.next;
      this.more.hidden = !page.next;
      this.table.set([...this.runs.values()]);
    } catch (error) { if (turn === this.#turn) this.table.fail(this.hub.explain(error)); }
  }

  /** @param {Set<string>} ids */
  #update(ids) {
    if (ids.has("") && ids.size === 1) return;
    const { status, client, model, since, until } = this.#filters;
    for (const id of ids) {
      const run = this.hub.live.runs.get(id);
      if (!run) continue;
      const fits = (!status || status.split(",").includes(run.status)) && (!client || run.client === client)
        && (!model || run.model === model) && (!since || run.created_at >= since) && (!until || run.created_at < until);
      if (fits) this.runs.set(id, run); else this.runs.delete(id);
    }
    this.table.set([...this.runs.values()]);
  }
}

/** A run with its waterfall. */
class RunView {
  #isReading = false; #isStale = false; #timer = 0;

  /**
   * @param {import("./admin.js").Console} hub
   * @param {string} id
   */
  static async open(hub, id) {
    const view = new RunView(hub, id);
    await view.read();
    return view;
  }

  /**
   * @param {import("./admin.js").Console} hub
   * @param {string} id
   */
  constructor(hub, id) {
    this.hub = hub;
    this.id = id;
    this.title = `${t("run")} ${id.replace(/^run_/, "").slice(-8)}`;
    this.up = /** @type {[string, string]} */ (["#/runs", t("view.runs")]);
    this.facts = el("div", { class: "panel run-facts" });
    this.plot = el("div", { class: "run-plot" });
    this.node = el(
      "div", { class: "run" }, this.facts, section(t("run.waterfall"), {}, this.plot),
      el("p", { class: "label", text: t("run.private") })
    );
    this.ends = [hub.live.on("runs", ids => { if (ids.has(id)) this.#readSoon(); })];
  }

  close() {
    clearTimeout(this.#timer);
    for (const end of this.ends) end();
  }

  /** Reads it again, at most once a second. */
  #readSoon() {
    if (this.#timer) return;
    this.#timer = setTimeout(() => { this.#timer = 0; this.read().catch(error => this.hub.fail(error)); }, 1000);
  }

  async read() {
    if (this.#isReading) { this.#isStale = true; return; }
    this.#isReading = true;
    try { this.#draw(await api("GET", `/admin/runs/${encodeURIComponent(this.id)}`)); } finally { this.#isReading = false; }
    if (this.#isStale) { this.#isStale = false; this.#readSoon(); }
  }

  /** @param {any} answer */
  #draw({ run, spans, spans_omitted: omitted }) {
    const problem = run.problem && el("span", { class: "note label", text: t(`problem.${run.problem}`, {}, run.problem) });
    const tokens = { input: count(run.input_tokens), cached: count(run.cached_tokens), output: count(run.output_tokens) };
    this.facts.replaceChildren(facts([
      [t("run.status"), [runBadge(run.status), problem ?? ""]],
      [t("client"), clientOf(this.hub, run)],
      [t("run.model"), run.model],
      [t("run.started"), moment(run.created_at)],
      [t("took"), took(run)],
      [t("run.queue"), run.queue_ms === null ? null : duration(run.queue_ms)],
      [t("run.work"), work(run)],
      [t("run.tokens"), t(run.cached_tokens ? "run.io.cached" : "run.io", tokens)],
      [t("id"), el("code", { text: run.id })],
    ]));
    if (spans.length === 0) { this.plot.replaceChildren(el("p", { class: "label", text: t("run.spans.none") })); return; }
    const isOver = !unfinished.includes(run.status);
    const now = isOver ? run.duration_ms ?? 0 : Date.now() - new Date(run.created_at).getTime();
    const end = Math.max(
      1, run.duration_ms ?? 0,
      ...spans.map((/** @type {any} */ span) => span.start_ms + (span.duration_ms ?? 0)),
      isOver ? 0 : now
    );
    const bars = spans.map((/** @type {any} */ span) => {
      const length = span.duration_ms ?? Math.max(0, end - span.start_ms);
      const name = t(
        `span.name.${span.kind}${span.kind === "wait" ? `.${span.wait}` : ""}`,
        { round: span.round, model: span.model ?? run.model ?? "", tool: span.tool }
      );
      const details = [
        span.first_token_ms !== null && span.first_token_ms !== undefined && t("span.first", { time: duration(span.first_token_ms) }),
        span.kind === "round" && t("run.io", { input: count(span.input_tokens), output: count(span.output_tokens) }),
        span.finish && t(`finish.${span.finish}`, {}, span.finish),
        span.state && t(`tool.state.${span.state}`, {}, span.state)
      ].filter(Boolean);
      const isOpen = span.duration_ms === null;
      const times = [t("span.from", { time: duration(span.start_ms) }), t("span.length", { time: isOpen ? `${duration(length)}…` : duration(length) })];
      return {
        start: span.start_ms, duration: length, first: span.first_token_ms, fill: `span-${span.kind}`, name, isOpen,
        isFailed: span.state === "failed" || span.finish === "failed",
        details: details.join(", "), note: [...times, ...details].join(" · "),
      };
    });
    const isOpen = this.plot.querySelector("details")?.open;
    const kinds = ["queue", "round", "tool", "wait"].filter(kind => spans.some((/** @type {any} */ span) => span.kind === kind));
    const legend = el("ul", { class: "plot-legend" }, ...kinds.map(kind => el("li", {}, swatch(`span-${kind}`), el("span", { text: t(`span.${kind}`) }))));
    const table = asTable(
      t("run.waterfall"),
      ["span.column.name", "span.column.from", "span.column.length", "span.column.note"].map(word => t(word)),
      bars.map((/** @type {any} */ bar) => [bar.name, duration(bar.start), bar.isOpen ? `${duration(bar.duration)}…` : duration(bar.duration), bar.details]),
    );
    this.plot.replaceChildren(
      waterfall(t("run.waterfall"), bars, end, duration, legend, table),
      omitted > 0 ? el("p", { class: "label", text: t("run.omitted", { count: omitted }) }) : "",
    );
    if (isOpen) this.plot.querySelector("details").open = true;
  }
}

