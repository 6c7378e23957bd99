// The health of the keys of a pool over time, as strips.
import { api, el } from "./base.js";
import { locale, t } from "./i18n.js";
import { speak } from "./admin-words.js";
import { keyName } from "./admin-parts.js";
import { absolute, count, duration } from "./format.js";
import { Strip, asTable, swatch } from "./plot.js";

speak({
  "health": ["Health", "状態の推移"],
  "health.period": ["Period", "期間"],
  "health.day": ["24 hours", "24時間"],
  "health.week": ["7 days", "7日間"],
  "health.none": ["Nothing is known of this time yet.", "この期間の記録はまだありません。"],
  "health.of": ["Health of {key}", "{key} の状態"],
  "health.truncated": ["The oldest changes are left out.", "古い変更は省略されています。"],
  "health.failed": ["The history could not be read.", "履歴を読み込めませんでした。"],
  "health.segment": ["{key}: {state} from {from} to {until}, {length}", "{key}：{from} から {until} まで{state}（{length}）"],
  "health.calls.one": ["1 call", "呼び出し 1 件"],
  "health.calls": ["{count} calls", "呼び出し {count} 件"],
  "health.refused": ["{count} refused", "拒否 {count}"],
  "health.limited": ["{count} rate-limited", "制限 {count}"],
  "health.out": ["{count} without credit", "残高不足 {count}"],
  "health.faults": ["faults of the upstream: {count}", "サービス障害 {count}"],
  "health.key": ["Key", "キー"],
  "health.from": ["From", "開始"],
  "health.until": ["Until", "終了"],
  "health.length": ["Length", "長さ"],
  "health.cause": ["Cause", "原因"],
  "health.now": ["now", "現在"],
  "cause.added": ["added", "追加"],
  "cause.known": ["in use when the record began", "記録開始時に使用中"],
  "cause.limited": ["rate-limited", "レート制限"],
  "cause.refused": ["a call was refused", "呼び出しの拒否"],
  "cause.out_of_credit": ["no credit", "残高不足"],
  "cause.accepted": ["a call was accepted", "呼び出しの成功"],
  "cause.checked": ["a check", "確認"],
  "cause.restored": ["restored by an administrator", "管理者による復帰"],
  "cause.rotated": ["rotated", "ローテーション"],
  "cause.rolled_back": ["rolled back", "ロールバック"],
  "cause.removed": ["removed", "削除"],
});

const elementsOfAStrip = 2;
const mostElements = 380;

/**
 * The times that a key spent in each state; `unknown` where nothing was recorded.
 * @param {any[]} changes the changes of the key, the oldest first
 * @param {number} from
 * @param {number} until
 * @returns {{start: number, end: number, state: string, cause: string}[]}
 */
export function segments(changes, from, until) {
  const made = /** @type {{start: number, end: number, state: string, cause: string}[]} */ ([]);
  const add = (/** @type {number} */ start, /** @type {number} */ end, /** @type {string} */ state, /** @type {string} */ cause) => {
    [start, end] = [Math.max(from, start), Math.min(until, end)];
    if (end <= start) return;
    const last = made.at(-1);
    if (last && last.state === state) last.end = end; else made.push({ start, end, state, cause });
  };
  const times = changes.map(change => new Date(change.time).getTime());
  add(from, times[0] ?? until, "unknown", "");
  changes.forEach((change, index) => {
    const next = times[index + 1] ?? until;
    // A key that rests is used again by itself.
    const rests = change.state === "resting" && change.until ? Math.min(next, Math.max(times[index], new Date(change.until).getTime())) : next;
    add(times[index], rests, change.state, change.cause);
    add(rests, next, "healthy", "");
  });
  return made;
}

/** The strips of a pool's keys. */
export class HealthTimelines {
  #hours = 24;
  #turn = 0;

  /**
   * @param {string} pool
   * @param {(key: string) => boolean} isUnchecked whether no check and no call has proven a key
   */
  constructor(pool, isUnchecked) {
    this.pool = pool;
    this.isUnchecked = isUnchecked;
    this.choice = el("div", {
      class: "switch", role: "group", "aria-label": t("health.period")
    }, ...[[24, "health.day"], [168, "health.week"]].map(([hours, text]) =>
      el(
        "button",
        {
          type: "button", "aria-pressed": String(hours === this.#hours), text: t(String(text)), "data-hours": hours,
          on: { click: () => this.#choose(Number(hours)) }
        }
      )));
    this.rows = el("div", { class: "strips" });
    this.ticks = el("div", { class: "plot-ticks", "aria-hidden": "true" });
    this.words = el("p", { class: "plot-words", role: "status", text: t("plot.hint") });
    this.legend = el(
      "ul", { class: "plot-legend" },
      ...["healthy", "unchecked", "in_doubt", "resting", "out_of_credit", "dead", "unknown"].map(state => el(
        "li", {}, swatch(`state-${state}`),
        el("span", { text: t(`state.${state}`) })
      ))
    );
    this.table = el("div");
    this.problem = el("p", { class: "label problem", hidden: true });
    this.node = el(
      "figure", { class: "plot health", "data-pool": pool },
      el("div", { class: "plot-head" }, el("figcaption", { text: t("health") }), this.choice),
      this.problem, this.rows,
      el("div", { class: "strip-row ticks-row" }, el("span"), this.ticks),
      this.words, this.legend, this.table
    );
    /** @type {Map<string, Strip>} */ this.strips = new Map();
  }

  /** @param {number} hours */
  #choose(hours) {
    this.#hours = hours;
    for (const button of this.choice.children) button.setAttribute("aria-pressed", String(Number(button.dataset.hours) === hours));
    this.read();
  }

  /** Reads the history; what is shown stays until it is there. */
  async read() {
    const turn = ++this.#turn;
    const until = Math.floor(Date.now() / 1000) * 1000;
    const from = until - this.#hours * 3_600_000;
    const iso = (/** @type {number} */ time) => new Date(time).toISOString().replace(".000Z", "Z");
    try {
      const history = await api("GET", `/admin/upstreams/${encodeURIComponent(this.pool)}/history?since=${iso(from)}&until=${iso(until)}`);
      if (turn === this.#turn) this.#draw(history, from, until);
    } catch {
      if (turn === this.#turn) this.#say(t("health.failed"));
    }
  }

  /** @param {string} text */
  #say(text) {
    this.problem.textContent = text;
    this.problem.hidden = !text;
  }

  /**
   * @param {any} history
   * @param {number} from
   * @param {number} until
   */
  #draw(history, from, until) {
    this.#say(history.truncated ? t("health.truncated") : history.keys.length === 0 ? t("health.none") : "");
    const keys = history.keys;
    const most = Math.max(12, Math.min(160, Math.floor(mostElements / Math.max(1, keys.length) / elementsOfAStrip)));
    const time = (/** @type {number} */ value) => new Date(value).toLocaleString(
      locale(), this.#hours > 24 ? { weekday: "short", hour: "2-digit", minute: "2-digit" } : { timeStyle: "short" }
    );
    const rows = /** @type {any[][]} */ ([]);
    const shown = keys.map((/** @type {any} */ key) => {
      const name = keyName(key);
      const outcomes = history.outcomes.filter((/** @type {any} */ outcome) => outcome.key === key.id);
      const parts = segments(history.changes.filter((/** @type {any} */ change) => change.key === key.id), from, until).map(part => {
        if (part.state === "healthy" && part.end >= until && this.isUnchecked(key.id)) part = { ...part, state: "unchecked" };
        const word = t(`state.${part.state}`);
        const cause = part.cause ? t(`cause.${part.cause}`, {}, part.cause) : "";
        const end = part.end >= until ? t("health.now") : time(part.end);
        rows.push([
          name, word, cause, absolute(part.start), part.end >= until ? t("health.now") : absolute(part.end),
          duration(part.end - part.start)
        ]);
        const calls = this.#calls(outcomes.filter(
          (/** @type {any} */ outcome) => {
            const start = new Date(outcome.start).getTime();
            return start < part.end && start + history.step_seconds * 1000 > part.start;
          }
        ));
        return {
          ...part, word,
          text: [
            t("health.segment", { key: name, state: word, from: time(part.start), until: end, length: duration(part.end - part.start) }),
            cause, calls
          ].filter(Boolean).join(" · ")
        };
      });
      const strip = this.strips.get(key.id) ?? new Strip(t("health.of", { key: name }), text => { this.words.textContent = text || t("plot.hint"); });
      this.strips.set(key.id, strip);
      strip.set(parts, from, until, most);
      return el(
        "div", { class: "strip-row", "data-key": key.id },
        el("div", { class: "strip-name" }, el("span", { text: name }), el("small", { class: "label", text: this.#calls(outcomes, true) })),
        strip.node
      );
    });
    const focused = document.activeElement;
    this.rows.replaceChildren(...shown);
    if (focused instanceof SVGElement && this.rows.contains(focused)) focused.focus();
    const ticks = this.#hours > 24 ? 7 : 6;
    this.ticks.replaceChildren(...Array.from({ length: ticks + 1 }, (_, index) => {
      const at = from + (until - from) * index / ticks;
      const tick = el(
        "span",
        {
          text: index === ticks ? t("health.now") : new Date(at).toLocaleString(
            locale(), this.#hours > 24 ? { month: "numeric", day: "numeric" } : { hour: "2-digit", minute: "2-digit" }
          )
        }
      );
      tick.style.left = `${index / ticks * 100}%`;
      return tick;
    }));
    const isOpen = this.table.querySelector("details")?.open;
    this.table.replaceChildren(asTable(
      `${t("health")}: ${this.pool}`,
      ["health.key", "state", "health.cause", "health.from", "health.until", "health.length"].map(word => t(word)),
      rows.slice(-500)
    ));
    if (isOpen) this.table.querySelector("details").open = true;
  }

  /**
   * Calls by their outcome, in words.
   * @param {any[]} outcomes
   * @param {boolean} [isShort]
   */
  #calls(outcomes, isShort = false) {
    const sum = (/** @type {string} */ name) => outcomes.reduce((total, outcome) => total + outcome[name], 0);
    const [accepted, refused, limited, out, failed] = ["accepted", "refused", "limited", "out_of_credit", "failed"].map(sum);
    const all = accepted + refused + limited + out + failed;
    if (all === 0) return isShort ? "" : t("health.calls", { count: 0 });
    const parts = [t(all === 1 ? "health.calls.one" : "health.calls", { count: count(all) })];
    for (const [value, name] of /** @type {[number, string][]} */ (
      [[refused, "refused"], [limited, "limited"], [out, "out"], [failed, "faults"]]
    )) if (value > 0) parts.push(t(`health.${name}`, { count: count(value) }));
    return parts.join(", ");
  }
}
