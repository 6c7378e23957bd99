// The cards of tool calls and of what they found.
import { Dialog, el, icon, textButton } from "./base.js";
import { locale, t } from "./i18n.js";
import { makeLink, safeAddress } from "./inline.js";

/**
 * Puts words into the message field, from a card.
 * @typedef {(text: string) => void} Propose
 */

/** A card that shows a call from its start to its end. */
export class ToolCard {
  /**
   * @param {string} name
   * @param {any} args
   * @param {{title: string}} labels
   */
  constructor(name, args, labels) {
    this.state = el("span", { class: "tool-state" });
    this.name = name;
    this.title = labels.title || name;
    // Whether the call was made, or broke off while it was made.
    this.wasMade = false;
    const telling = Object.values(args ?? {}).find(value => typeof value === "string" && value) ?? "";
    const short = telling || Object.entries(args ?? {}).filter(([, value]) => typeof value === "number").map(([key, value]) => `${key} ${value}`).join(", ");
    this.summary = [labels.title || name, String(short).slice(0, 80)].filter(Boolean).join(": ");
    this.body = el("div", { class: "tool-body" });
    this.node = el("details", { class: "tool" }, el("summary", {}, icon("tool"), el("span", { class: "tool-name", text: labels.title || name }),
      telling && el("span", { class: "tool-argument", text: String(telling).slice(0, 80) }), this.state), this.body);
    if (args && Object.keys(args).length) this.body.append(el("p", { class: "label", text: t("tool.arguments") }), tree(args));
    this.run();
  }

  /**
   * @param {string} state
   * @param {string} text
   */
  #set(state, text) {
    this.node.dataset.state = state;
    this.state.textContent = text;
  }

  run() { this.#set("running", t("tool.running")); }

  /**
   * Shows a call that somebody else must make.
   * @param {string} note
   */
  wait(note) {
    this.#set("waiting", t("tool.waiting"));
    this.body.append(el("p", { class: "label", text: note }));
    this.node.open = true;
  }

  /**
   * @param {number|null} fraction
   * @param {string|null} note
   */
  advance(fraction, note) {
    this.#set("running", note || (fraction === null ? t("tool.running") : `${Math.round(fraction * 100)} %`));
  }

  /** @param {{status: string, duration_ms: number, summary: string, declined?: boolean}} call */
  finish(call) {
    const isDone = this.wasMade = call.status === "completed";
    const seconds = (call.duration_ms / 1000).toLocaleString(locale(), { maximumFractionDigits: 1 });
    const state = isDone ? "done" : call.declined ? "declined" : "failed";
    this.#set(state, isDone ? t(call.duration_ms < 50 ? "tool.done" : "tool.done-in", { seconds }) : t(`tool.${state}`));
    this.body.append(el("p", { class: "label", text: t("tool.answer") }),
      el("pre", { tabindex: "0", "aria-label": t("tool.answer"), text: call.summary.slice(0, 20_000) }));
    this.node.open = state === "failed";
  }

  /** Ends a call without an end. It may have been made. */
  abandon() {
    const { state } = this.node.dataset;
    if (state === "running") this.wasMade = true;
    if (state === "running" || state === "waiting") this.#set("failed", t("tool.ended"));
  }
}

/**
 * A value of any shape.
 * @param {any} value
 * @param {number} [depth]
 * @returns {Node}
 */
export function tree(value, depth = 0) {
  if (value === null || typeof value !== "object" || depth > 6) {
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    // A value may be a file in base64.
    return el("span", { class: "value", text: text.length > 2000 ? `${text.slice(0, 2000)}…` : text });
  }
  const pairs = Object.entries(value).slice(0, 100);
  if (pairs.length === 0) return el("span", { class: "value", text: "–" });
  return el("dl", { class: "tree" }, ...pairs.flatMap(([key, part]) => [el("dt", { text: key }), el("dd", {}, tree(part, depth + 1))]));
}

/**
 * @param {any} value
 * @param {number} [digits]
 */
const number = (value, digits = 1) => Number(value).toLocaleString(locale(), { maximumFractionDigits: digits });

/**
 * Makes the cards of an artifact.
 * @param {{type: string, data: any}} artifact
 * @param {Propose} propose
 * @returns {Node}
 */
export function artifactCards(artifact, propose) {
  try {
    const make = kinds[artifact.type];
    if (make) return make(artifact.data, propose);
  } catch (error) {
    console.warn("an artifact has another form", error);
  }
  return el("details", { class: "card" }, el("summary", { text: artifact.type }), tree(artifact.data));
}

/** The button under a part that does not fit is there only then. */
const fits = new ResizeObserver(entries => {
  for (const { target } of entries) /** @type {any} */ (target.nextElementSibling).hidden = target.scrollHeight <= target.clientHeight + 1;
});

/**
 * A part of an answer that shows its start until the person wants all of it.
 * @param {{type: string, data: any}} artifact
 * @param {Propose} propose
 */
export function foundPart(artifact, propose) {
  const body = el("div", { class: "short" }, artifactCards(artifact, propose));
  const count = (Object.values({ all: artifact.data, ...artifact.data }).find(Array.isArray) ?? []).length;
  const more = textButton(count > 1 ? t("card.all", { count }) : t("card.whole"), () => {
    fits.unobserve(body);
    body.classList.remove("short");
    more.remove();
    const further = /** @type {any} */ (body.querySelector(".further-cards"));
    if (further) further.click(); else /** @type {any} */ (body.querySelector("a, button, [tabindex]"))?.focus();
  }, { class: "show-all", hidden: true });
  fits.observe(body);
  return el("div", { class: "found-part" }, body, more);
}

/** What a model thought: a folded line with the time that it took. */
export class Thoughts {
  #item = -1; #since = 0; #time = 0;

  /** @param {boolean} isMeasured whether the thoughts arrive as they are thought */
  constructor(isMeasured) {
    this.isMeasured = isMeasured;
    this.title = el("span", { text: t("thoughts.now") });
    this.text = document.createTextNode("");
    this.node = el("details", { class: "thoughts" }, el("summary", {}, this.title), el("p", { class: "thoughts-text", dir: "auto" }, this.text));
  }

  /**
   * @param {number} item
   * @param {string} text
   */
  add(item, text) {
    this.#since ||= performance.now();
    this.title.textContent = t("thoughts.now");
    if (item !== this.#item && this.text.length > 0) this.text.appendData("\n\n");
    this.#item = item;
    this.text.appendData(text.slice(0, Math.max(0, 200_000 - this.text.length)));
  }

  /** Ends a thought; another one may follow. */
  rest() {
    if (!this.#since) return;
    this.#time += performance.now() - this.#since;
    this.#since = 0;
    const seconds = Math.round(this.#time / 1000);
    this.title.textContent = this.isMeasured && seconds > 0 ? t("thoughts.time", { seconds }) : t("thoughts");
  }
}

/**
 * What an answer used: its tokens, and what it cost if there is a price.
 * @param {any} usage
 */
export function usageText(usage) {
  const tokens = usage?.total_tokens;
  const parts = tokens > 0 ? [t("usage.tokens", { count: Number(tokens).toLocaleString(locale()) })] : [];
  const { amount, currency } = usage?.cost ?? {};
  if (amount !== undefined && currency) {
    // A currency that the browser does not know is written as it is.
    try { parts.push(Number(amount).toLocaleString(locale(), { style: "currency", currency, minimumFractionDigits: 2, maximumFractionDigits: 6 })); } catch { parts.push(`${amount} ${currency}`); }
  }
  return parts.join(" · ");
}

/** @type {Record<string, (data: any, propose: Propose) => Node>} */
const kinds = {
  "inventory.items": (items, propose) => cards(items, item => itemCard(item, propose)),
  "weather.reports": reports => cards(reports, weatherCard),
  "search.results": data => el("div", { class: "card" }, el("p", { class: "label", text: data.query ?? "" }), el("ol", { class: "results" }, ...list(data.results).map(searchResult))),
  "web.page": data => el("div", { class: "card" }, makeLink(String(data.url), String(data.title || data.url)),
    el("p", { class: "host", text: host(data.url) + (data.parts > 1 ? ` · ${data.part}/${data.parts}` : "") })),
  "contacts.birthdays": data => table([t("card.name"), t("card.birthday")],
    data.fallback ? [[data.fallback_name ?? "", "–"]] : list(data.contacts).map(contact => [contact.given_name, monthDay(contact.birthday)])),
  "calendar.events": data => table([t("card.time"), t("card.event")],
    list(data.events).map(event => [event.all_day ? t("card.all-day") : `${clock(event.start)}–${clock(event.end)}`, event.title]), data.date),
  "health.metrics": data => el("div", { class: "card" }, ...list(data.metrics).map(healthMetric)),
};

/**
 * @param {any} value
 * @returns {any[]}
 */
const list = value => Array.isArray(value) ? value : [];

/** @param {any} address */
const host = address => safeAddress(String(address))?.host ?? "";

/** @param {any} result */
const searchResult = result => el("li", {}, makeLink(String(result.url), String(result.title || result.url)),
  el("span", { class: "host", text: ` ${host(result.url)}` }), el("p", { text: String(result.content ?? "").slice(0, 300) }));

/**
 * @param {any} items
 * @param {(item: any) => Node} make
 */
function cards(items, make) {
  const all = list(items);
  const shown = el("div", { class: "cards" }, ...all.slice(0, 12).map(make));
  if (all.length > 12) {
    const more = textButton(t("card.more", { count: all.length - 12 }), () => {
      const further = all.slice(12, 200).map(make);
      more.replaceWith(...further);
      /** @type {any} */ (further[0]).focus();
    }, { class: "further-cards" });
    shown.append(more);
  }
  return shown;
}

const itemFields = ["quantity", "unit", "category", "place", "state", "code", "note", "updated_at"];

/**
 * @param {any} item
 * @param {Propose} propose
 */
function itemCard(item, propose) {
  const amount = item.quantity === undefined || item.quantity === null ? "" : `${number(item.quantity, 6)} ${item.unit ?? ""}`.trim();
  const where = [item.category, item.place].filter(Boolean).join(" · ");
  return el("button", { type: "button", class: "card", on: { click: () => showItem(item, propose) } },
    el("strong", { text: String(item.title) }), amount && el("span", { class: "amount", text: amount }), where && el("small", { text: where }));
}

/**
 * @param {any} item
 * @param {Propose} propose
 */
async function showItem(item, propose) {
  const dialog = new Dialog(String(item.title));
  dialog.body.append(el("dl", { class: "tree" }, ...itemFields.filter(field => item[field] !== undefined && item[field] !== null && item[field] !== "").flatMap(field =>
    [el("dt", { text: t(`item.${field}`) }), el("dd", { text: field === "updated_at" ? new Date(item[field]).toLocaleString(locale()) : String(item[field]) })])));
  dialog.button(t("close"), "").autofocus = true;
  dialog.button(t("item.ask"), t("item.ask.text", { title: item.title }));
  dialog.button(t("item.edit"), t("item.edit.text", { id: item.id, title: item.title }));
  dialog.button(t("item.delete"), t("item.delete.text", { id: item.id }), "danger");
  const text = await dialog.show();
  if (text) propose(String(text));
}

/** @param {any} report */
function weatherCard(report) {
  const degrees = report.temperature_unit ?? "°";
  const now = [report.condition, report.humidity === undefined ? "" : `${number(report.humidity, 0)} %`,
    report.wind_speed === undefined ? "" : `${number(report.wind_speed)} ${report.wind_speed_unit ?? ""}`];
  const rain = (/** @type {number} */ chance) => el("span", { title: t("card.rain") }, el("span", { class: "visually-hidden", text: `${t("card.rain")} ` }), `☂ ${chance} %`);
  return el("div", { class: "card weather" }, el("strong", { text: String(report.place ?? report.name) }), el("p", { class: "amount", text: `${number(report.temperature)} ${degrees}` }),
    el("p", { text: now.filter(Boolean).join(" · ") }),
    list(report.daily).length > 0 && el("ul", { class: "days" }, ...list(report.daily).slice(0, 7).map(day => el("li", {}, el("span", { text: dayName(day.date) }),
      el("span", { text: day.condition ?? "" }), el("span", { class: "chance" }, day.precipitation_probability > 0 && rain(day.precipitation_probability)),
      el("span", { text: day.temperature_max === undefined ? "" : `${number(day.temperature_min, 0)}–${number(day.temperature_max, 0)} ${degrees}` })))));
}

/** @param {any} metric */
function healthMetric(metric) {
  const days = list(metric.days);
  const most = Math.max(1e-9, ...days.map(day => Number(day.value ?? day.average ?? 0)));
  const bars = days.slice(-31).map(day => {
    const value = Number(day.value ?? day.average ?? 0);
    const meter = el("meter", { min: 0, max: most, value, "aria-label": `${day.date}` });
    return el("li", {}, el("span", { text: dayName(day.date) }), meter, el("span", { text: number(value, 0) }));
  });
  return el("div", { class: "metric" }, el("p", { class: "label", text: `${metric.name ?? metric.metric} (${metric.unit ?? ""})` }), el("ul", { class: "bars" }, ...bars));
}

/**
 * @param {string[]} head
 * @param {any[][]} rows
 * @param {string} [caption]
 */
function table(head, rows, caption) {
  const row = (/** @type {any[]} */ cells) => el("tr", {}, ...cells.map(cell => el("td", { text: String(cell) })));
  return el("div", { class: "card table", tabindex: "0", role: "group", "aria-label": caption || head.join(", ") },
    el("table", {}, caption && el("caption", { text: caption }), el("thead", {}, el("tr", {}, ...head.map(name => el("th", { scope: "col", text: name })))), el("tbody", {}, ...rows.map(row))));
}

/** @param {string} date */
function dayName(date) {
  const day = new Date(`${date}T12:00:00`);
  return Number.isNaN(day.getTime()) ? String(date) : day.toLocaleDateString(locale(), { weekday: "short", day: "numeric", month: "numeric" });
}

/** @param {string} time */
function clock(time) {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : date.toLocaleTimeString(locale(), { timeStyle: "short" });
}

/** @param {string} birthday */
function monthDay(birthday) {
  const found = /^--(\d\d)-(\d\d)$/.exec(birthday ?? "");
  return found ? new Date(2000, Number(found[1]) - 1, Number(found[2])).toLocaleDateString(locale(), { month: "long", day: "numeric" }) : String(birthday ?? "–");
}

/**
 * The places that an answer rests on, from its artifacts.
 * @param {{type: string, data: any}[]} artifacts
 */
export function sources(artifacts) {
  const found = new Map();
  for (const { type, data } of artifacts) {
    const pages = type === "search.results" ? list(data?.results) : type === "web.page" ? [data] : [];
    for (const page of pages) {
      const url = safeAddress(String(page?.url));
      if (url && !found.has(url.href)) found.set(url.href, { url, title: String(page.title || url.host) });
    }
  }
  if (found.size === 0) return null;
  const place = (/** @type {{url: URL, title: string}} */ { url, title }) =>
    el("li", {}, el("a", { href: url.href, rel: "noopener noreferrer nofollow", target: "_blank", text: url.host, title }));
  return el("details", { class: "sources" }, el("summary", { text: t("sources", { count: found.size }) }), el("ol", {}, ...[...found.values()].slice(0, 20).map(place)));
}

/** The card of a call that waits for a decision. */
export class ApprovalCard {
  /**
   * @param {any} action
   * @param {(decision: "approve"|"reject", reason: string) => Promise<void>} decide
   * @param {() => void} [onClose]
   */
  constructor(action, decide, onClose) {
    this.onClose = onClose;
    this.text = String(action.text || action.name);
    this.isClosed = false;
    // A decision is possible a moment after the card was shown.
    this.isReady = false;
    /** @type {"approve"|"reject"|null} what was decided here */ this.decision = null;
    const reason = el("input", { type: "text", placeholder: t("approval.reason"), "aria-label": t("approval.reason"), maxlength: 500 });
    this.title = el("strong", { text: t("approval.title") });
    this.left = el("p", { class: "label" });
    this.note = el("p", { class: "label", role: "status" });
    this.isDeciding = false;
    /** @type {string|null} how it ended while a decision was on its way */ this.ended = null;
    /**
     * @param {"approve"|"reject"} decision
     */
    const choose = this.choose = async decision => {
      // The buttons will be gone, and the focus must be somewhere.
      if (this.node.contains(document.activeElement)) this.node.focus();
      this.#enable(false);
      this.decision = decision;
      this.isDeciding = true;
      try {
        await decide(decision, reason.value.trim());
        this.close(t(decision === "approve" ? "approval.approved" : "approval.rejected"));
      } catch (error) {
        this.isDeciding = false;
        this.decision = null;
        if (this.ended) return this.close(this.ended);
        this.#enable(true);
        this.note.textContent = /** @type {Error} */ (error).message;
      }
    };
    this.buttons = [textButton(t("approve"), () => choose("approve"), { class: "primary" }), textButton(t("reject"), () => choose("reject")), reason];
    this.node = el("section", { class: "approval", "aria-label": t("approval.title"), tabindex: "-1" }, this.title, el("p", { text: this.text }),
      el("details", {}, el("summary", { text: t("tool.arguments") }), tree(action.arguments)), el("div", { class: "approval-actions" }, ...this.buttons), this.left, this.note);
    const deadline = new Date(action.deadline).getTime();
    const count = () => {
      const seconds = Math.round((deadline - Date.now()) / 1000);
      if (seconds <= 0) return this.close(t("approval.expired"));
      this.left.textContent = t("approval.left", { time: seconds > 90 ? t("minutes", { count: Math.round(seconds / 60) }) : t("seconds", { count: seconds }) });
    };
    this.timer = setInterval(() => { if (this.node.isConnected) count(); else clearInterval(this.timer); }, 1000);
    count();
    // A keystroke that was meant for something else must not approve.
    this.#enable(false);
    setTimeout(() => { if (!this.isClosed) this.#enable(true); }, 400);
  }

  /** @param {boolean} isEnabled */
  #enable(isEnabled) {
    this.isReady = isEnabled;
    for (const node of this.buttons) node.disabled = !isEnabled;
  }

  /**
   * Ends the waiting because the run continued or ended. Its next event may arrive before the response to the decision, and after it.
   * @param {string} text
   */
  end(text) {
    if (this.isClosed) return;
    if (this.isDeciding) this.ended = text; else this.close(text);
  }

  /**
   * Ends the waiting.
   * @param {string} text what was decided
   */
  close(text) {
    clearInterval(this.timer);
    this.#enable(false);
    this.isClosed = true;
    this.buttons[0].parentElement?.remove();
    this.left.remove();
    this.node.classList.add("closed");
    this.title.textContent = text;
    this.onClose?.();
  }
}
