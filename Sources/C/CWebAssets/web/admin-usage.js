// Usage and cost: bars over time by model or client, the server's totals, and tables.
import { api, el } from "./base.js";
import { locale, t } from "./i18n.js";
import { speak } from "./admin-words.js";
import { tile, section } from "./admin-parts.js";
import { choiceField, clientField, field } from "./form.js";
import { browserZone, bucketStarts, compact, count, daysUntilNow, percent, price, startOfDay, sum } from "./format.js";
import { atMost } from "./admin-live.js";
import { StackedBars, asTable, seriesCount } from "./plot.js";
import { DataTable, emptyState } from "./table.js";

speak({
  "usage.period": ["Period", "期間"],
  "usage.hours": ["24 hours", "24時間"],
  "usage.days": ["{count} days", "{count} 日間"],
  "usage.custom": ["From … to …", "期間を指定"],
  "usage.from": ["First day", "最初の日"],
  "usage.to": ["Last day", "最後の日"],
  "usage.group": ["By", "内訳"],
  "usage.model": ["model", "モデル"],
  "usage.client": ["client", "クライアント"],
  "usage.measure": ["Show", "表示"],
  "usage.tokens": ["tokens", "トークン"],
  "usage.money": ["money", "費用"],
  "usage.zone": ["Days in the time zone", "日付のタイムゾーン"],
  "usage.turns": ["Turns", "対話数"],
  "usage.unsettled": ["{count} of them unsettled: their reservations count", "うち未確定 {count}（予約量で計上）"],
  "usage.settled": ["all settled", "すべて確定"],
  "usage.input": ["Tokens read", "入力トークン"],
  "usage.cached": ["{share} from the provider's cache", "{share} はキャッシュ"],
  "usage.output": ["Tokens written", "出力トークン"],
  "usage.unpriced": ["unpriced: some models have no price, so it is more", "単価のないモデルがあるため実際はこれより多い"],
  "usage.priced": ["all of it has a price", "すべて単価あり"],
  "usage.total": ["Money", "費用"],
  "usage.plot": ["Usage over time in {measure}", "使用量の推移（{measure}）"],
  "usage.bucket": ["Time", "時間"],
  "usage.none": ["Nothing was used in this time.", "この期間の使用はありません。"],
  "usage.groups": ["Totals by {group}", "{group}別の合計"],
  "usage.share": ["Share", "割合"],
  "usage.total.of": ["Total", "合計"],
  "usage.deleted": ["deleted client", "削除済みクライアント"],
  "usage.half-open": ["{from} until {until}, not included · {zone}", "{from} 以上 {until} 未満 · {zone}"],
  "usage.column.cached": ["Cached", "キャッシュ"],
  "usage.column.hits": ["Cached share", "キャッシュ率"],
  "usage.column.written": ["Into the cache", "キャッシュ書込"],
});

/**
 * @param {import("./admin.js").Console} hub
 * @param {string[]} _
 * @param {URLSearchParams} query
 * @returns {Promise<import("./admin.js").View>}
 */
export async function open(hub, _, query) {
  await hub.live.ready;
  return new Usage(hub, query);
}

/**
 * The share of the input that came from the provider's cache.
 * @param {any} sums
 */
function hits(sums) { return sums.input_tokens ? sums.cached_input_tokens / sums.input_tokens : 0; }

class Usage {
  #turn = 0;
  /** The currency of the amounts; empty if the server does not name it. */
  #currency = "";

  /**
   * @param {import("./admin.js").Console} hub
   * @param {URLSearchParams} query
   */
  constructor(hub, query) {
    this.hub = hub;
    this.title = t("view.usage");
    const choice = (
      /** @type {string} */ name, /** @type {string} */ label, /** @type {[string, string][]} */ options,
      /** @type {string} */ standard
    ) => {
      const made = choiceField(label, options, options.some(([value]) => value === query.get(name)) ? String(query.get(name)) : standard);
      made.input.addEventListener("change", () => this.#changed());
      return made;
    };
    this.period = choice(
      "period", t("usage.period"),
      [
        ["hours", t("usage.hours")],
        ...[7, 30, 90].map(days => /** @type {[string, string]} */ ([String(days), t("usage.days", { count: days })])),
        ["custom", t("usage.custom")]
      ],
      "7"
    );
    this.group = choice("group", t("usage.group"), [["model", t("usage.model")], ["client", t("usage.client")]], "model");
    this.measure = choice("measure", t("usage.measure"), [["tokens", t("usage.tokens")], ["money", t("usage.money")]], "tokens");
    const zones = [
      ...new Set([
        browserZone(), "GMT",
        ...[...hub.live.clients.values()].map(client => client.limits.time_zone).filter(Boolean),
        .../** @type {any} */ (Intl).supportedValuesOf("timeZone")
      ])
    ];
    this.zone = choice("zone", t("usage.zone"), zones.map(zone => [zone, zone]), browserZone());
    this.only = clientField([...hub.live.clients.values()], query.get("client") ?? "", () => this.#changed());
    const day = (/** @type {string} */ name, /** @type {string} */ label) => {
      const input = el("input", { type: "date", on: { change: () => this.#changed() } });
      input.value = query.get(name) ?? "";
      return field(label, input);
    };
    this.from = day("from", t("usage.from"));
    this.to = day("to", t("usage.to"));
    this.tiles = el("div", { class: "tiles usage-totals" });
    this.range = el("p", { class: "label usage-range" });
    this.bars = new StackedBars();
    this.table = el("div");
    this.bars.node.append(this.table);
    this.plot = el("div", { class: "usage-plot" }, this.bars.node);
    this.empty = el("div", { class: "empty", hidden: true });
    this.problem = el("p", { class: "problem", role: "alert" });
    this.groups = new DataTable({
      id: "usage-groups", label: t(
      "usage.groups", { group: t("usage.model") }
    ), key: group => group.key, sort: ["tokens", -1], filter: false,
      columns: [
        { id: "name", label: t("name"), isHeader: true, cell: group => this.#name(group.key), sort: group => this.#name(group.key) },
        {
          id: "turns", label: t("usage.turns"), isNumeric: true,
          cell: group => count(group.turns) + (group.unsettled_turns ? ` (${count(group.unsettled_turns)})` : ""),
          sort: group => group.turns
        },
        { id: "input", label: t("usage.input"), isNumeric: true, cell: group => count(group.input_tokens), sort: group => group.input_tokens },
        {
          id: "cached", label: t("usage.column.cached"), isNumeric: true,
          cell: group => count(group.cached_input_tokens),
          sort: group => group.cached_input_tokens
        },
        { id: "hits", label: t("usage.column.hits"), isNumeric: true, cell: group => percent(hits(group)), sort: group => hits(group) },
        {
          id: "written", label: t("usage.column.written"), isNumeric: true,
          cell: group => count(group.cache_write_tokens),
          sort: group => group.cache_write_tokens
        },
        { id: "output", label: t("usage.output"), isNumeric: true, cell: group => count(group.output_tokens), sort: group => group.output_tokens },
        { id: "tokens", label: t("usage.share"), isNumeric: true, cell: group => percent(group.share), sort: group => group.share },
        {
          id: "money", label: t("usage.total"), isNumeric: true,
          cell: group => this.#money(group.money) + (group.unpriced ? " +" : ""),
          sort: group => Number(group.money)
        },
      ],
      empty: () => emptyState(t("usage.none"), false),
    });
    this.totals = section("", { id: "usage-by" }, this.groups.node);
    this.node = el(
      "div", { class: "usage" },
      el(
        "div", { class: "filters" }, this.period.node, this.from.node, this.to.node, this.group.node, this.measure.node,
        this.only.node, this.zone.node
      ),
      this.problem, this.tiles, this.range, this.plot, this.empty, this.totals
    );
    this.actions = [el("button", { type: "button", class: "save-csv", text: t("download.csv"), on: { click: () => this.#save() } })];
    this.ends = [hub.live.on("usage", atMost(5000, () => { if (!this.isClosed) this.#read(); }))];
    this.#showDays();
    this.#read();
  }

  close() {
    this.isClosed = true;
    for (const end of this.ends) end();
  }

  #showDays() { for (const part of [this.from, this.to]) part.node.hidden = this.period.value() !== "custom"; }

  #changed() {
    this.#showDays();
    const query = new URLSearchParams(
      Object.entries({
        period: this.period.value(), group: this.group.value(), measure: this.measure.value(),
        zone: this.zone.value() === browserZone() ? "" : this.zone.value(), client: this.only.value(),
        from: this.from.value(), to: this.to.value()
      }).filter(([, value]) => value)
    );
    history.replaceState(null, "", `#/usage?${query}`);
    this.#read();
  }

  /** The chosen time: half-open. */
  #time() {
    const zone = this.zone.value();
    const period = this.period.value();
    if (period === "hours") {
      const next = Math.ceil(Date.now() / 3_600_000) * 3_600_000;
      return { by: /** @type {"hour"|"day"} */ ("hour"), from: new Date(next - 24 * 3_600_000), until: new Date(next) };
    }
    if (period !== "custom") return { by: /** @type {"hour"|"day"} */ ("day"), ...daysUntilNow(Number(period), zone) };
    const today = daysUntilNow(7, zone);
    const start = (/** @type {string} */ day, /** @type {number} */ offset) => {
      const [year, month, date] = day.split("-").map(Number);
      return startOfDay(year, month, date + offset, zone);
    };
    const from = this.from.value() ? start(this.from.value(), 0) : today.from;
    const until = this.to.value() ? start(this.to.value(), 1) : today.until;
    return { by: /** @type {"hour"|"day"} */ (until.getTime() - from.getTime() <= 2 * 86_400_000 ? "hour" : "day"), from, until };
  }

  async #read() {
    const turn = ++this.#turn;
    const { by, from, until } = this.#time();
    const [zone, group] = [this.zone.value(), this.group.value()];
    const query = new URLSearchParams({
      by, group, from: from.toISOString(), until: until.toISOString(), time_zone: zone,
      ...(this.only.value() ? { client: this.only.value() } : {})
    });
    try {
      const summary = await api("GET", `/admin/usage/summary?${query}`);
      if (turn !== this.#turn) return;
      this.problem.textContent = "";
      this.#draw(summary, by, from, until);
    } catch (error) { if (turn === this.#turn) this.problem.textContent = this.hub.explain(error); }
  }

  /** @param {string} amount */
  #money(amount) { return price(amount, this.#currency); }

  /** @param {string} key */
  #name(key) {
    return this.group.value() === "client" ? this.hub.live.clients.get(key)?.name ?? (
      this.hub.session.client === key ? this.hub.session.name : key.slice(0, 8)
    ) : key;
  }

  /**
   * @param {any} summary
   * @param {"hour"|"day"} by
   * @param {Date} from
   * @param {Date} until
   */
  #draw(summary, by, from, until) {
    const { totals } = summary;
    this.#currency = summary.currency ?? "";
    const zone = summary.time_zone;
    const isMoney = this.measure.value() === "money";
    const value = (/** @type {any} */ sums) => isMoney ? Number(sums.money) : sums.input_tokens + sums.output_tokens;
    const text = (/** @type {any} */ sums) => isMoney ? this.#money(sums.money) : count(sums.input_tokens + sums.output_tokens);
    this.tiles.replaceChildren(
      tile(
        t("usage.turns"), count(totals.turns),
        {
          note: totals.unsettled_turns ? t("usage.unsettled", { count: count(totals.unsettled_turns) }) : t("usage.settled"),
          class: totals.unsettled_turns ? "warn" : ""
        }
      ),
      tile(
        t("usage.input"), compact(totals.input_tokens),
        { note: t("usage.cached", { share: percent(hits(totals)) }) }
      ),
      tile(t("usage.output"), compact(totals.output_tokens)),
      tile(
        t("usage.total"), this.#money(totals.money),
        { note: totals.unpriced ? t("usage.unpriced") : t("usage.priced"), class: totals.unpriced ? "warn" : "" }
      ));
    const day = (/** @type {Date} */ date, withTime = by === "hour") => date.toLocaleString(
      locale(), { dateStyle: "medium", ...(withTime ? { timeStyle: "short" } : {}), timeZone: zone }
    );
    this.range.textContent = t("usage.half-open", { from: day(from), until: day(until), zone });
    const isEmpty = summary.groups.length === 0;
    this.plot.hidden = isEmpty;
    this.totals.hidden = isEmpty;
    this.empty.hidden = !isEmpty;
    if (isEmpty) this.empty.replaceChildren(emptyState(t("usage.none"), false, "torii usage --from 2026-11-01"));
    const starts = bucketStarts(by, from, until, zone);
    const ordered = [...summary.groups].sort((first, second) => value(second) - value(first));
    // A year of days has room for one bar each: their sum.
    const most = Math.min(seriesCount, Math.max(0, Math.floor(380 / starts.length) - 1));
    const otherName = t(most > 0 ? "plot.other" : "usage.total.of");
    const named = new Map(ordered.slice(0, most).map((group, index) => [group.key, `series-${index}`]));
    const order = ordered.map(group => group.key);
    const found = new Map(summary.buckets.map((/** @type {any} */ bucket) => [new Date(bucket.start).getTime(), bucket]));
    const every = Math.max(1, Math.ceil(starts.length / 8));
    const buckets = starts.map((start, index) => {
      // In the order of the legend, so that a color has its place in all bars.
      const groups = [...(found.get(start)?.groups ?? [])].sort((first, second) => order.indexOf(first.key) - order.indexOf(second.key));
      const parts = groups.filter((/** @type {any} */ sums) => named.has(sums.key)).map((/** @type {any} */ sums) => (
        { fill: /** @type {string} */ (named.get(sums.key)), name: this.#name(sums.key), value: value(sums), text: text(sums) }
      ));
      const total = (/** @type {any[]} */ list) => isMoney ? this.#money(sum(list.map(sums => sums.money))) : count(
        list.reduce((all, sums) => all + value(sums), 0)
      );
      const rest = groups.filter((/** @type {any} */ sums) => !named.has(sums.key));
      if (rest.length > 0) parts.push({
        fill: most > 0 ? "other" : "series-0", name: otherName,
        value: rest.reduce((/** @type {number} */ all, /** @type {any} */ sums) => all + value(sums), 0),
        text: total(rest)
      });
      const date = new Date(start);
      return { label: date.toLocaleString(
        locale(),
        by === "hour" ? {
          weekday: "short", hour: "2-digit", minute: "2-digit", timeZone: zone
        } : { weekday: "short", month: "short", day: "numeric", timeZone: zone }
      ), parts, total: total(groups),
        tick: index % every === 0 ? date.toLocaleString(
          locale(),
          by === "hour" ? { hour: "2-digit", minute: "2-digit", timeZone: zone } : { month: "numeric", day: "numeric", timeZone: zone }
        ) : undefined };
    });
    const rest = ordered.slice(most);
    const series = ordered.slice(0, most).map(group => (
      { fill: /** @type {string} */ (named.get(group.key)), name: this.#name(group.key), text: text(group) }
    ));
    if (rest.length > 0) series.push({
      fill: most > 0 ? "other" : "series-0", name: otherName,
      text: isMoney ? this.#money(sum(rest.map(group => group.money))) : count(rest.reduce((all, group) => all + value(group), 0))
    });
    const label = t("usage.plot", { measure: t(`usage.${this.measure.value()}`) });
    this.bars.set(
      label, buckets, series,
      number => number.toLocaleString(locale(), isMoney ? { maximumFractionDigits: 4 } : { notation: "compact", maximumFractionDigits: 1 })
    );
    const isOpen = this.table.querySelector("details")?.open;
    this.table.replaceChildren(asTable(
      label,
      [t("usage.bucket"), ...series.map(part => part.name), t("usage.total.of")],
      buckets.map(bucket => [
        bucket.label,
        ...series.map(part => bucket.parts.find((/** @type {any} */ own) => own.fill === part.fill)?.text ?? "0"),
        bucket.total
      ])
    ));
    if (isOpen) this.table.querySelector("details").open = true;
    const whole = value(totals) || 1;
    this.totals.querySelector("h2").textContent = t("usage.groups", { group: t(`usage.${this.group.value()}`) });
    this.totals.setAttribute("aria-label", t("usage.groups", { group: t(`usage.${this.group.value()}`) }));
    this.groups.set(summary.groups.map((/** @type {any} */ group) => ({ ...group, share: value(group) / whole })));
  }

  #save() {
    const { from, until } = this.#time();
    const day = (/** @type {number} */ time) => new Date(time).toLocaleDateString("en-CA", { timeZone: this.zone.value() });
    const [first, last] = [day(from.getTime()), day(until.getTime() - 1)];
    const query = new URLSearchParams({ from: first, to: last, limit: "10000", ...(this.only.value() ? { client: this.only.value() } : {}) });
    return this.hub.download(`/admin/usage?${query}`, `usage-${first}-${last}.csv`, "text/csv");
  }
}
