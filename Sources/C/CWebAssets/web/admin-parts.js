// Parts that several views of the console show: states, names of keys, meters of limits, numbers in boxes.
import { Dialog, el, iconButton } from "./base.js";
import { locale, t } from "./i18n.js";
import { speak } from "./admin-words.js";
import { absolute, count, moment, percent, price, relative } from "./format.js";

speak({
  "unlabelled": ["no label", "ラベルなし"],
  "limit.requests-per-minute": ["Requests a minute", "毎分の要求数"],
  "limit.concurrent-runs": ["Runs at a time", "同時実行数"],
  "limit.tokens-per-minute": ["Tokens a minute", "毎分のトークン"],
  "limit.tokens-per-day": ["Tokens a day", "毎日のトークン"],
  "limit.tokens-per-month": ["Tokens a month", "毎月のトークン"],
  "limit.money-per-day": ["Money a day", "毎日の費用"],
  "limit.money-per-month": ["Money a month", "毎月の費用"],
  "limit.storage-mb": ["Storage (MB)", "保存容量（MB）"],
  "limit.inventory-items": ["Items", "在庫の件数"],
  "limit.retention-days": ["Days of keeping chats", "チャットの保存日数"],
  "limit.lifted": ["{name}: no limit", "{name}：上限なし"],
  "limit.zone": ["Time zone of days and months", "日と月のタイムゾーン"],
  "limit.models": ["Models", "使用できるモデル"],
  "limit.models.hint": ["Names with commas between them; empty for every model.", "カンマ区切り。空欄はすべて。"],
  "limit.effort": ["Most reasoning", "推論量の上限"],
  "limit.effort.any": ["no limit", "上限なし"],
  "limit.empty": ["none", "なし"],
  "limit.text": ["{used} used + {reserved} reserved of {quota} ({share})", "使用 {used} ＋ 予約 {reserved} / {quota}（{share}）"],
  "limit.resets": ["available again {time}", "{time}に回復"],
  "limit.high": ["almost used up", "残りわずか"],
  "limit.full": ["used up", "使い切りました"],
  "limit.of": ["{share} of {name}", "{name} の {share}"],
});

/** The signs that set the states apart without their colors. */
const signs = /** @type {Record<string, string>} */ ({ good: "●", wait: "◐", warn: "▲", bad: "✕", off: "○", busy: "◔" });

/**
 * A state as a sign and a word.
 * @param {string} kind `good`, `busy`, `wait`, `warn`, `bad` or `off`
 * @param {string} word
 * @param {string} [title]
 */
export function badge(kind, word, title) {
  return el(
    "span", { class: `badge ${kind}`, title },
    el("span", { class: "badge-sign", "aria-hidden": "true", text: signs[kind] }),
    el("span", { text: word })
  );
}

const keyKinds = /** @type {Record<string, string>} */ ({
  healthy: "good", unchecked: "wait", in_doubt: "warn", resting: "wait", out_of_credit: "warn", dead: "bad", retired: "off"
});
const runKinds = /** @type {Record<string, string>} */ ({
  queued: "wait", running: "busy", waiting: "warn", completed: "good", failed: "bad", cancelled: "off",
  interrupted: "bad"
});
const rotationKinds = /** @type {Record<string, string>} */ ({
  requested: "busy", verifying: "busy", active: "busy", draining: "busy", retired: "good", rejected: "bad",
  rolled_back: "warn"
});

/**
 * The state of a key: that of its health while it is in use.
 * @param {any} key
 * @returns {string}
 */
export function keyState(key) {
  return key.state === "active" ? key.health?.state ?? "unknown" : key.state;
}

/** @param {string} state */
export function keyBadge(state) { return badge(keyKinds[state] ?? "off", t(`state.${state}`, {}, state)); }

/** @param {string} status */
export function runBadge(status) { return badge(runKinds[status] ?? "off", t(`status.${status}`, {}, status)); }

/** @param {string} state */
export function rotationBadge(state) { return badge(rotationKinds[state] ?? "off", t(`rotation.${state}`, {}, state)); }

/**
 * The result of a key's check; its reason is the title.
 * @param {any} check
 */
export function checkBadge(check) {
  const kinds = /** @type {Record<string, string>} */ ({ verified: "good", invalid: "bad" });
  return badge(kinds[check.result] ?? "warn", t(`check.${check.result}`), check.reason);
}

/**
 * The end of a key's text.
 * @param {string|null} lastFour
 */
export function tail(lastFour) { return el("code", { class: "tail", text: lastFour ? `····${lastFour}` : "····" }); }

/**
 * A key as people tell it from others.
 * @param {any} key
 */
export function keyName(key) { return `${key.label || t("unlabelled")} ····${key.last_four ?? ""}`; }

/**
 * The client that an actor of the audit is, such as `admin:` and an id; undefined for one that the console does not know.
 * @param {import("./admin.js").Console} hub
 * @param {string} actor
 */
export function clientOfActor(hub, actor) { return hub.live.clients.get(actor.slice(actor.indexOf(":") + 1)); }

/**
 * An actor: the name of a client that the console knows, with the id as its title; else the text of the audit.
 * @param {import("./admin.js").Console} hub
 * @param {string} actor
 */
export function actorNode(hub, actor) {
  const client = clientOfActor(hub, actor);
  return client ? el("a", { href: `#/clients/${client.id}`, title: actor, text: client.name }) : el("span", { text: actor });
}

/**
 * An expiry, which stands out when it is near or over.
 * @param {string|null} iso
 */
export function expiry(iso) {
  const made = moment(iso, t("time.never"));
  if (!iso) return made;
  const days = (new Date(iso).getTime() - Date.now()) / 86_400_000;
  if (days < 14) made.classList.add(days < 0 ? "over" : "near");
  return made;
}

/**
 * What is used and reserved of a limit, as `GET /admin/clients/{id}/limits` describes it.
 * @param {any} limit
 */
export function limitMeter(limit) {
  const amount = (/** @type {any} */ value) => typeof value === "string" ? price(value, limit.currency ?? "") : count(value);
  const part = (/** @type {any} */ value) => Number(limit.quota) > 0 ? Math.max(0, Math.min(1, Number(value) / Number(limit.quota))) : 0;
  const name = t(`limit.${limit.name}`, {}, limit.name);
  const level = limit.share >= 1 ? "full" : limit.share >= 0.8 ? "high" : "low";
  const reset = limit.resets_at ? t("limit.resets", { time: relative(limit.resets_at) }) : "";
  const text = t(
    "limit.text",
    { used: amount(limit.used), reserved: amount(limit.reserved), quota: amount(limit.quota), share: percent(limit.share) }
  );
  const bar = el("div", { class: "meter-bar" }, el("span", { class: "meter-used" }), el("span", { class: "meter-reserved" }));
  bar.children[0].style.width = `${part(limit.used) * 100}%`;
  bar.children[1].style.width = `${Math.min(part(limit.reserved), 1 - part(limit.used)) * 100}%`;
  const meter = el(
    "div",
    {
      role: "meter", class: "meter", "data-level": level, "data-limit": limit.name, "aria-label": name,
      "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": Math.round(Math.min(1, limit.share) * 100),
      "aria-valuetext": `${text} ${reset}`
    },
    bar
  );
  return el("div", { class: "limit" }, el(
    "div", { class: "limit-head" },
    el("span", { class: "limit-name", text: name }),
    el("span", { class: "limit-level", text: level === "low" ? "" : t(`limit.${level}`) })
  ), meter,
    el("div", { class: "limit-foot label" }, el("span", { text }), limit.resets_at && el("span", { title: absolute(limit.resets_at), text: reset })));
}

/** The members of limits and plans that are numbers, in the order in which they are shown. */
const numbers = [
  "requests_per_minute", "concurrent_runs", "tokens_per_minute", "tokens_per_day", "tokens_per_month", "money_per_day",
  "money_per_month", "storage_mb", "inventory_items", "retention_days"
];

/**
 * The limits of a client, a plan or a user in few words.
 * @param {Record<string, any>} limits
 * @param {string} [currency]
 */
export function limitWords(limits, currency = "") {
  return list(numbers.filter(name => limits[name] !== undefined).map(key => {
    const [name, value] = [t(`limit.${key.replaceAll("_", "-")}`), limits[key]];
    if (value === null) return t("limit.lifted", { name });
    return `${name} ${typeof value === "string" ? price(value, currency) : count(value)}`;
  }));
}

/**
 * A number in a box that leads to its view.
 * @param {string} label
 * @param {any} value
 * @param {{href?: string, note?: any, class?: string}} [options]
 */
export function tile(label, value, options = {}) {
  const made = el(
    options.href ? "a" : "div", { class: ["tile", options.class].filter(Boolean).join(" "), href: options.href },
    el("span", { class: "tile-label", text: label })
  );
  const number = el("span", { class: "tile-value" });
  number.append(value);
  made.append(number);
  if (options.note) { const note = el("span", { class: "tile-note" }); note.append(options.note); made.append(note); }
  return made;
}

/**
 * Names and values below each other.
 * @param {[string, any][]} rows a row without a value is left out
 */
export function facts(rows) {
  return el("dl", { class: "facts" }, ...rows.filter(([, value]) => value !== null && value !== undefined && value !== "").map(([name, value]) => {
    const made = el("dd");
    made.append(...(Array.isArray(value) ? value : [value]));
    return el("div", {}, el("dt", { text: name }), made);
  }));
}

/**
 * A list of words in the language of the page.
 * @param {string[]} words
 */
export function list(words) { return new Intl.ListFormat(locale(), { style: "narrow", type: "conjunction" }).format(words); }

/**
 * A section with a heading.
 * @param {string} title
 * @param {{class?: string, id?: string, actions?: any[]}} options
 * @param {...any} children
 */
export function section(title, options, ...children) {
  const heading = el("h2", { text: title });
  return el(
    "section", { class: options.class, id: options.id, "aria-label": title },
    el("div", { class: "section-head" }, heading, el("div", { class: "section-actions" }, ...(options.actions ?? []).filter(Boolean))),
    ...children
  );
}

/**
 * A button that opens a dialog with further actions.
 * @param {string} name of what they are for
 * @param {[string, string, () => any][]} actions a class, a text and what it does
 */
export function moreActions(name, actions) {
  return iconButton("more", t("table.more-actions", { name }), async () => {
    const dialog = new Dialog(name, { class: "choices-dialog" });
    dialog.body.append(el(
      "div", { class: "choices" },
      ...actions.map(([kind, text]) => el("button", { type: "button", class: kind, text, on: { click: () => dialog.close(kind) } }))
    ));
    dialog.button(t("cancel"), "", "cancel");
    const chosen = await dialog.show();
    actions.find(([kind]) => kind === chosen)?.[2]();
  }, { class: "icon-button more" });
}
