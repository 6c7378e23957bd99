// Times, numbers and amounts as people read them.
import { el } from "./base.js";
import { locale, t } from "./i18n.js";

const units = /** @type {[Intl.RelativeTimeFormatUnit, number][]} */ ([["day", 86_400], ["hour", 3600], ["minute", 60]]);

/**
 * A time relative to now, such as "5 min. ago".
 * @param {string} iso
 * @param {"short"|"long"} [style] `long` for sentences, because a short unit ends with a period
 */
export function relative(iso, style = "short") {
  const seconds = (new Date(iso).getTime() - Date.now()) / 1000;
  if (Math.abs(seconds) < 45) return t(seconds <= 5 ? "time.now" : "time.soon");
  if (Math.abs(seconds) > 45 * 86_400) return new Date(iso).toLocaleDateString(locale(), { dateStyle: "medium" });
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size * 0.95) ?? ["minute", 60];
  return new Intl.RelativeTimeFormat(locale(), { numeric: "auto", style }).format(Math.round(seconds / length), unit);
}

/**
 * A whole time with its zone.
 * @param {string|number} time
 * @param {string} [zone]
 */
export function absolute(time, zone) {
  return new Date(time).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "medium", timeZone: zone }) + (zone ? ` (${zone})` : "");
}

/**
 * A relative time with the whole of it as a title. It stays true while it is shown.
 * @param {string|null|undefined} iso
 * @param {string} [missing]
 */
export function moment(iso, missing = "–") {
  if (!iso) return el("span", { class: "missing", text: missing });
  return el("time", { class: "moment", datetime: iso, title: absolute(iso), text: relative(iso) });
}

/** Writes the relative times of the page again. */
export function refreshMoments() {
  for (const time of document.querySelectorAll("time.moment")) {
    const text = relative(/** @type {string} */ (time.getAttribute("datetime")));
    if (time.textContent !== text) time.textContent = text;
  }
}

/** @param {number} value */
export function count(value) { return value.toLocaleString(locale()); }

/**
 * A number in few characters, with the exact one as a title.
 * @param {number} value
 */
export function compact(value) {
  const text = value.toLocaleString(locale(), { notation: "compact", maximumFractionDigits: 1 });
  return el("span", { class: "number", title: count(value), text });
}

/**
 * A decimal text with separators. Its digits stay as they are, because a floating-point number would round them.
 * @param {string} text
 */
export function money(text) {
  const [whole, fraction] = text.split(".");
  if (!/^-?\d+$/.test(whole)) return text;
  const point = (1.5).toLocaleString(locale()).charAt(1);
  return BigInt(whole).toLocaleString(locale()) + (fraction ? point + fraction : "");
}

/**
 * The sum of decimal texts, exactly.
 * @param {string[]} amounts
 */
export function sum(amounts) {
  const digits = Math.max(0, ...amounts.map(text => text.split(".")[1]?.length ?? 0));
  const total = amounts.reduce(
    (all, text) => { const [whole, fraction = ""] = text.split("."); return all + BigInt(whole + fraction.padEnd(digits, "0")); },
    0n
  );
  const text = total.toString().padStart(digits + 1, "0");
  return digits > 0 ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text;
}

/**
 * An amount with its currency as people write it; without a currency, the number alone.
 * @param {string} text a decimal text
 * @param {string|null|undefined} currency
 * @param {number} [digits] the most decimal places
 */
export function price(text, currency, digits = 6) {
  if (!currency) return money(text);
  // A currency that the browser does not know is written as it is.
  try {
    return Number(text).toLocaleString(locale(), { style: "currency", currency, maximumFractionDigits: digits });
  } catch { return `${money(text)} ${currency}`; }
}

/** @param {number} share */
export function percent(share) { return share.toLocaleString(locale(), { style: "percent", maximumFractionDigits: share < 0.1 ? 1 : 0 }); }

/**
 * A length of time.
 * @param {number} milliseconds
 */
export function duration(milliseconds) {
  const number = (/** @type {number} */ value, /** @type {string} */ unit, digits = 0) =>
    value.toLocaleString(locale(), { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: digits });
  if (milliseconds < 1000) return number(Math.round(milliseconds), "millisecond");
  const seconds = milliseconds / 1000;
  if (seconds < 60) return number(seconds, "second", seconds < 10 ? 1 : 0);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return [number(minutes, "minute"), Math.round(seconds % 60) ? number(Math.round(seconds % 60), "second") : ""].join(" ").trim();
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return [number(hours, "hour"), minutes % 60 ? number(minutes % 60, "minute") : ""].join(" ").trim();
  return number(Math.round(hours / 24), "day");
}

/**
 * The first and the last time of days in a time zone: the start of the day that is `days - 1` before today, and that of tomorrow.
 * @param {number} days
 * @param {string} zone an IANA name
 * @param {number} [now]
 */
export function daysUntilNow(days, zone, now = Date.now()) {
  const parts = Object.fromEntries(new Intl.DateTimeFormat("en-US", { timeZone: zone, year: "numeric", month: "numeric", day: "numeric" })
    .formatToParts(now).map(part => [part.type, Number(part.value)]));
  const start = (/** @type {number} */ offset) => startOfDay(parts.year, parts.month, parts.day + offset, zone);
  return { from: start(1 - days), until: start(1) };
}

/**
 * The time at which a day starts in a time zone.
 * @param {number} year
 * @param {number} month from 1
 * @param {number} day
 * @param {string} zone
 */
export function startOfDay(year, month, day, zone) {
  const wanted = Date.UTC(year, month - 1, day);
  // The offset at a time depends on the time that is sought, so the first result is only near a change of clocks wrong.
  let time = wanted - zoneOffset(wanted, zone);
  time = wanted - zoneOffset(time, zone);
  return new Date(time);
}

/**
 * @param {number} time
 * @param {string} zone
 * @returns {number} milliseconds ahead of UTC
 */
function zoneOffset(time, zone) {
  const parts = Object.fromEntries(new Intl.DateTimeFormat(
    "en-US",
    { timeZone: zone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" }
  )
    .formatToParts(time).map(part => [part.type, Number(part.value)]));
  return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second) - Math.floor(time / 1000) * 1000;
}

/**
 * The starts of the hours or days of a period.
 * @param {"hour"|"day"} by
 * @param {Date} from
 * @param {Date} until
 * @param {string} zone
 */
export function bucketStarts(by, from, until, zone) {
  const starts = [];
  if (by === "hour") for (let time = from.getTime(); time < until.getTime(); time += 3_600_000) starts.push(time);
  else {
    const parts = Object.fromEntries(
      new Intl.DateTimeFormat(
        "en-US", { timeZone: zone, year: "numeric", month: "numeric", day: "numeric" }
      ).formatToParts(from).map(part => [part.type, Number(part.value)])
    );
    for (let day = 0; day < 400; day++) {
      const start = startOfDay(parts.year, parts.month, parts.day + day, zone).getTime();
      if (start >= until.getTime()) break;
      starts.push(start);
    }
  }
  return starts;
}

/** The IANA name of the browser's time zone. */
export function browserZone() { return Intl.DateTimeFormat().resolvedOptions().timeZone; }
