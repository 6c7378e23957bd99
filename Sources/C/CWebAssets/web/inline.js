// The marks inside a paragraph as elements: bold and slanted words, code, links, formulas. A text is read once, from its start to its end.
import { el } from "./base.js";
import { t } from "./i18n.js";

/** The most blocks and marks inside of each other. */
export const deepest = 8;
/** The most characters at the end of a growing text that wait for the end of a mark. */
export const longestHeld = 200;
/**
 * What the blocks of a text share: the addresses of labels, the places that wait for one, and the level of the first heading.
 * @typedef {{addresses: Map<string, string>, waiting: Map<string, {node: HTMLElement, label: string}[]>, count: number, level: number}} Shared
 */

/** The most places of a text that wait for the address of a label. */
const mostWaiting = 1000;

/** @returns {Shared} */
export const sharing = () => ({ addresses: new Map(), waiting: new Map(), count: 0, level: 0 });

/**
 * A label as it is compared.
 * @param {string} label
 */
export const folded = label => label.trim().replace(/\s+/g, " ").toLowerCase();

// Formulas are drawn by a module that is loaded with the first one.

/** @type {any} the module that draws formulas */ let formulas = null;
/** @type {{node: HTMLElement, source: string, isBlock: boolean}[]} the formulas that wait for it */ let waitingFormulas = [];

/**
 * Draws a formula; one that cannot be read is shown as it was written.
 * @param {string} source
 * @param {string} whole the source with the signs around it
 * @param {boolean} isBlock
 * @returns {Node}
 */
export function drawFormula(source, whole, isBlock) {
  const code = el("code", { class: "source", text: whole });
  if (formulas) return formulas.formula(source, isBlock) ?? code;
  waitingFormulas.push({ node: code, source, isBlock });
  if (waitingFormulas.length > 1) return code;
  import("./math.js").then(module => {
    formulas = module;
    for (const { node, source, isBlock } of waitingFormulas) {
      const drawn = node.parentNode && module.formula(source, isBlock);
      if (drawn) node.replaceWith(drawn);
    }
    waitingFormulas = [];
    // Without the module the sources stay; the next formula asks for it again.
  }, () => { waitingFormulas = []; });
  return code;
}

const space = /\s/;
/** The starts of marks. */
const special = /[\\\n`[!*_~<&$]|https?:\/\//g;
/** The names of characters that models write. */
const entities = /** @type {Record<string, string>} */ ({
  amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0", ensp: "\u2002", emsp: "\u2003", thinsp: "\u2009", copy: "©", reg: "®", trade: "™", deg: "°", plusmn: "±",
  times: "×", divide: "÷", ndash: "–", mdash: "—", hellip: "…", bull: "•", middot: "·", lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", laquo: "«", raquo: "»", larr: "←",
  rarr: "→", uarr: "↑", darr: "↓", harr: "↔", rArr: "⇒", euro: "€", pound: "£", yen: "¥", cent: "¢", sect: "§", para: "¶", le: "≤", ge: "≥", ne: "≠", infin: "∞", micro: "µ",
  alpha: "α", beta: "β", gamma: "γ", delta: "δ", pi: "π", sigma: "σ", omega: "ω", Delta: "Δ", Omega: "Ω", frac12: "½", sup2: "²", sup3: "³",
});
/** The elements of HTML without attributes that models write in a line. All others are text. */
const tags = /** @type {Record<string, string>} */ ({
  "**": "strong", "__": "strong", "*": "em", "_": "em", "~~": "del",
  "<sub>": "sub", "<sup>": "sup", "<kbd>": "kbd", "<mark>": "mark", "<u>": "u", "<b>": "strong", "<i>": "em", "<strong>": "strong", "<em>": "em", "<del>": "del", "<s>": "del",
});
const [tag, entity] = [/<(\/?)([a-z]{1,6}) ?\/?>/iy, /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}\d{0,2}));/iy];
const autolink = /<((?:https?:\/\/|mailto:)[^\s<>]{1,2000}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8})>/iy;
/** The ends of addresses in running text: spaces, quotation marks, all brackets but those of ASCII, and full-width marks. */
const afterAddress = /[\s<>"'`\p{Pi}\p{Pf}、。，．！？；：｜＂＇＜＞｡､❛-❞]|(?![()[\]{}])[\p{Ps}\p{Pe}]/u;
/** The marks of a sentence, which are not the last character of an address. */
const afterSentence = ".,;:!?*_~…‥・،؛؟۔।";

/**
 * Reads the marks in a text, in one pass.
 * @param {string} text
 * @param {boolean} isOpen whether the text grows
 * @param {Shared} shared
 * @returns {{nodes: Node[], open: number}} the nodes, and where an unfinished mark starts, or -1
 */
export function inline(text, isOpen, shared) {
  /** @type {{mark: string, at: number, nodes: Node[]}[]} */
  const stack = [{ mark: "", at: -1, nodes: [] }];
  let plain = "";
  let open = -1;
  const ticks = tickRuns(text);
  const top = () => stack[stack.length - 1];
  const flush = () => { if (plain) { top().nodes.push(document.createTextNode(plain)); plain = ""; } };
  const ends = new Ends(text);
  const close = (/** @type {number} */ place) => {
    flush();
    unwind(place + 1);
    const { mark, nodes } = /** @type {any} */ (stack.pop());
    top().nodes.push(el(tags[mark], {}, ...nodes));
  };
  const unwind = (/** @type {number} */ length) => {
    while (stack.length > length) {
      const { mark, nodes } = /** @type {any} */ (stack.pop());
      top().nodes.push(document.createTextNode(mark), ...nodes);
    }
  };
  let index = 0;
  while (index < text.length) {
    // Most of a text has no marks.
    special.lastIndex = index;
    const next = special.exec(text)?.index ?? text.length;
    if (next > index) { plain += text.slice(index, next); index = next; continue; }
    const char = text[index];
    if (char === "$" || (char === "\\" && (text[index + 1] === "(" || text[index + 1] === "["))) {
      const found = readFormula(text, index, ends);
      if (found) {
        flush();
        top().nodes.push(drawFormula(found.source, text.slice(index, found.end), found.isBlock));
        index = found.end;
        continue;
      }
      if (found === undefined && open < 0) open = index;
      if (char === "$") {
        // Two signs that are no start of a formula are no two starts either.
        const count = text[index + 1] === "$" ? 2 : 1;
        plain += text.slice(index, index + count);
        index += count;
        continue;
      }
    }
    if (char === "&") {
      entity.lastIndex = index;
      const found = entity.exec(text);
      const value = found && character(found);
      plain += value ?? "&";
      index += found && value ? found[0].length : 1;
      continue;
    }
    if (char === "<") {
      autolink.lastIndex = tag.lastIndex = index;
      const link = autolink.exec(text);
      if (link) {
        flush();
        top().nodes.push(makeLink(/^(https?|mailto):/i.test(link[1]) ? link[1] : `mailto:${link[1]}`, link[1], false));
        index += link[0].length;
        continue;
      }
      const found = tag.exec(text);
      const name = found?.[2].toLowerCase();
      if (found && name === "br") {
        flush();
        top().nodes.push(el("br"));
        index += found[0].length;
        // The end of the line is the same break.
        if (text[index] === "\n") index++;
        continue;
      }
      if (found && Object.hasOwn(tags, `<${name}>`) && found[0].length === found[1].length + found[2].length + 2) {
        const place = found[1] ? stack.map(frame => frame.mark.toLowerCase()).lastIndexOf(`<${name}>`) : -1;
        if (place > 0) { close(place); index += found[0].length; continue; }
        if (!found[1] && stack.length <= deepest) {
          flush();
          stack.push({ mark: `<${name}>`, at: index, nodes: [] });
          index += found[0].length;
          continue;
        }
      }
      if (!found && open < 0 && isOpen && text.length - index <= longestHeld && /^<\/?[a-z][^\s<>]{0,200}$/i.test(text.slice(index))) open = index;
      plain += "<";
      index++;
      continue;
    }
    if (char === "\\" && /[!-/:-@[-`{-~]/.test(text[index + 1] ?? "")) { plain += text[index + 1]; index += 2; continue; }
    if (char === "\n") {
      flush();
      // A line is a line: models and tools that write lists without marks mean it so.
      top().nodes.push(el("br"));
      index++;
      continue;
    }
    if (char === "`") {
      let count = 1;
      while (text[index + count] === "`") count++;
      const end = ticks.next(count, index + count);
      if (end < 0) { if (open < 0) open = index; plain += "`".repeat(count); index += count; continue; }
      flush();
      const code = text.slice(index + count, end).replace(/\n/g, " ");
      const isPadded = code.startsWith(" ") && code.endsWith(" ") && code.trim() !== "";
      top().nodes.push(el("code", { text: isPadded ? code.slice(1, -1) : code }));
      index = end + count;
      continue;
    }
    if (char === "[" || (char === "!" && text[index + 1] === "[")) {
      const start = index + (char === "!" ? 2 : 1);
      const link = readLink(text, start);
      if (link) {
        flush();
        top().nodes.push(makeLink(link.address, link.label || t("image"), char === "!"));
        index = link.end;
        continue;
      }
      const reference = char === "[" && readReference(text, start, shared, isOpen);
      if (reference) {
        flush();
        top().nodes.push(reference.node);
        index = reference.end;
        continue;
      }
      if (link === undefined && open < 0) open = index;
      plain += text.slice(index, start);
      index = start;
      continue;
    }
    if (char === "h" && (text.startsWith("https://", index) || text.startsWith("http://", index)) && !/[\w]/.test(text[index - 1] ?? "")) {
      const address = text.slice(index, endOfAddress(text, index));
      if (address.length > 10) {
        flush();
        top().nodes.push(makeLink(address, address, false));
        index += address.length;
        continue;
      }
    }
    if (char === "*" || char === "_" || char === "~") {
      let count = 1;
      while (text[index + count] === char) count++;
      // In a run of three, the mark that was opened last closes first.
      const mark = count >= 2 && !(count > 2 && top().mark === char && !space.test(text[index - 1] ?? " ")) ? char + char : char;
      const before = text[index - 1] ?? " ";
      const after = text[index + mark.length] ?? " ";
      const isWordMark = char === "_";
      if (tags[mark]) {
        let found = stack.map(frame => frame.mark).lastIndexOf(mark);
        if (found > 0 && found === stack.length - 2 && top().mark === char && stack[found].nodes.length === 0) {
          // The marks of one run were opened in the other order: ***a** b*.
          [stack[found].mark, top().mark] = [char, mark];
          found++;
        }
        const closes = found > 0 && !space.test(before) && (!isWordMark || !/[\p{L}\p{N}]/u.test(after)) && (plain || top().nodes.length);
        if (closes) {
          close(found);
          index += mark.length;
          continue;
        }
        const opens = !space.test(after) && (!isWordMark || !/[\p{L}\p{N}]/u.test(before)) && stack.length <= deepest;
        if (opens) {
          flush();
          stack.push({ mark, at: index, nodes: [] });
          index += mark.length;
          continue;
        }
        if (index + mark.length === text.length && open < 0) open = index;
      }
      plain += text.slice(index, index + count);
      index += count;
      continue;
    }
    plain += char;
    index++;
  }
  flush();
  if (stack.length > 1 && (open < 0 || stack[1].at < open)) open = stack[1].at;
  unwind(1);
  return { nodes: stack[0].nodes, open };
}

/**
 * The character of a reference; null if there is none.
 * @param {RegExpExecArray} found
 */
function character([, decimal, hexadecimal, name]) {
  if (name) return Object.hasOwn(entities, name) ? entities[name] : null;
  const code = decimal ? Number(decimal) : parseInt(hexadecimal, 16);
  return code < 32 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? null : String.fromCodePoint(code);
}

/** The next places of signs in a text. Each sign is searched for once, whatever is asked. */
class Ends {
  /** @type {Map<string, number>} */ #places = new Map();

  /** @param {string} text */
  constructor(text) { this.text = text; }

  /**
   * @param {string} sign
   * @param {number} from not less than at the call before
   */
  next(sign, from) {
    const known = this.#places.get(sign) ?? -2;
    if (known === -1 || known >= from) return known;
    const found = this.text.indexOf(sign, from);
    this.#places.set(sign, found);
    return found;
  }
}

/**
 * Reads a formula with the signs around it.
 * @param {string} text
 * @param {number} start
 * @param {Ends} ends
 * @returns {{source: string, isBlock: boolean, end: number}|null|undefined} null if there is none; undefined if the text ends before
 */
function readFormula(text, start, ends) {
  const sign = text[start] === "$" && text[start + 1] !== "$" ? "$" : text.slice(start, start + 2);
  const first = start + sign.length;
  const closing = { "$": "$", "$$": "$$", "\\(": "\\)", "\\[": "\\]" }[sign] ?? "";
  let end = ends.next(closing, first);
  // A sign of money in a formula has a backslash.
  while (sign === "$" && end > 0 && text[end - 1] === "\\" && text[end - 2] !== "\\") end = ends.next(closing, end + 1);
  const source = text.slice(first, end < 0 ? first : end);
  if (sign !== "$") {
    if (end < 0) return text.length - start <= longestHeld ? undefined : null;
    const again = ends.next(sign, first);
    if (sign !== "$$" && again >= 0 && again < end) return null;
    // Brackets with a backslash are often brackets that shall be seen.
    return source.trim() === "" || (sign !== "$$" && (isProse(source) || /^[\d\s.,]+$/.test(source) || (sign === "\\[" && source.trim().length === 1))) ? null : { source, isBlock: sign !== "\\(", end: end + sign.length };
  }
  // Prices are no formulas: "$5 and $6", "US$5", "$HOME/bin:$PATH".
  if (space.test(text[first] ?? " ") || /[\w\\]/.test(text[start - 1] ?? " ")) return null;
  if (end < 0) return /\d/.test(text[first]) ? null : undefined;
  if (end === first || space.test(text[end - 1]) || source.includes("\n") || isProse(source)) return null;
  if (/^\w/.test(text[end + 1] ?? " ") && !/^(?:th|st|nd|rd|s)(?!\w)/.test(text.slice(end + 1, end + 4))) return null;
  return { source, isBlock: false, end: end + 1 };
}

/**
 * Whether a text between signs of formulas is words, and no formula.
 * @param {string} source
 */
const isProse = source => !/[\\^_=]/.test(source) && /\p{L}{2}/u.test(source) && /\s|\p{L}{4}/u.test(source);

/**
 * Reads the rest of `[^note]`, `[label]` or `[text][label]`.
 * @param {string} text
 * @param {number} start
 * @param {Shared} shared
 * @param {boolean} isOpen
 * @returns {{node: HTMLElement, end: number}|null}
 */
function readReference(text, start, shared, isOpen) {
  const end = endOfLabel(text, start);
  if (end < 0) return null;
  const words = text.slice(start, end);
  if (/^\^[\w-]{1,40}$/.test(words)) return { node: el("sup", { class: "footnote-mark", text: words.slice(1) }), end: end + 1 };
  const second = text[end + 1] === "[" ? endOfLabel(text, end + 2) : -1;
  const label = folded(second > end + 2 ? text.slice(end + 2, second) : words);
  const after = second < 0 ? end + 1 : second + 1;
  const address = shared.addresses.get(label);
  if (address !== undefined) return { node: /** @type {any} */ (makeLink(address, words)), end: after };
  // The address may follow; until then the text is shown as it is.
  if (isOpen || label === "" || shared.count >= mostWaiting) return null;
  shared.count++;
  const node = el("span", { text: text.slice(start - 1, after) });
  const waiting = shared.waiting.get(label) ?? [];
  waiting.push({ node, label: words });
  shared.waiting.set(label, waiting);
  return { node, end: after };
}

/**
 * The end of a label without brackets; -1 if there is none.
 * @param {string} text
 * @param {number} start
 */
function endOfLabel(text, start) {
  for (let end = start; end < text.length && end - start <= 200; end++) {
    if (text[end] === "]") return end;
    if (text[end] === "[" || text[end] === "\n") return -1;
  }
  return -1;
}

/**
 * Returns the end of an address in running text. A closing bracket without an opening one is not part of it.
 * @param {string} text
 * @param {number} start
 */
function endOfAddress(text, start) {
  const open = { "(": 0, "[": 0, "{": 0 };
  const pairs = /** @type {Record<string, "("|"["|"{">} */ ({ ")": "(", "]": "[", "}": "{" });
  let end = start;
  for (; end < text.length && !afterAddress.test(text[end]); end++) {
    const char = text[end];
    if (char === "(" || char === "[" || char === "{") open[char]++;
    else if (char in pairs && open[pairs[char]]-- === 0) break;
  }
  while (afterSentence.includes(text[end - 1])) end--;
  return end;
}

/**
 * Finds runs of backticks by their length.
 * @param {string} text
 */
function tickRuns(text) {
  /** @type {Map<number, {places: number[], at: number}>} */ const runs = new Map();
  if (text.includes("`")) {
    for (const run of text.matchAll(/`+/g)) {
      const known = runs.get(run[0].length) ?? { places: [], at: 0 };
      known.places.push(Number(run.index));
      runs.set(run[0].length, known);
    }
  }
  return {
    /**
     * @param {number} length
     * @param {number} from
     */
    next(length, from) {
      const known = runs.get(length);
      if (!known) return -1;
      while (known.at < known.places.length && known.places[known.at] < from) known.at++;
      return known.places[known.at] ?? -1;
    },
  };
}

/**
 * Reads the rest of `[label](address)`.
 * @param {string} text
 * @param {number} start
 * @returns {{label: string, address: string, end: number}|null|undefined} null if there is none; undefined if the text ends before
 */
function readLink(text, start) {
  let end = start;
  while (end < text.length && text[end] !== "]" && text[end] !== "[" && end - start < 1000) end++;
  if (end === text.length) return undefined;
  if (text[end] !== "]") return null;
  if (end + 1 === text.length) return undefined;
  if (text[end + 1] !== "(") return null;
  let close = end + 2;
  let depth = 0;
  while (close < text.length && close - end < 2000 && !space.test(text[close])) {
    if (text[close] === "(" && ++depth > 1) return null;
    if (text[close] === ")" && depth-- === 0) return { label: text.slice(start, end), address: text.slice(end + 2, close).replace(/^<(.*)>$/, "$1"), end: close + 1 };
    close++;
  }
  if (close === text.length) return undefined;
  // A title after the address is left out.
  const title = /^\s+(?:"[^"\n]{0,200}"|'[^'\n]{0,200}')\)/.exec(text.slice(close, close + 210));
  return title ? { label: text.slice(start, end), address: text.slice(end + 2, close), end: close + title[0].length } : null;
}

/** A name with dots at the start of a word. */
const hostName = /^\.*((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})/u;

/**
 * An address that a page may link to; null for any other.
 * @param {string} text
 */
export function safeAddress(text) {
  let url;
  try { url = new URL(text); } catch { return null; }
  return ["https:", "http:", "mailto:"].includes(url.protocol) ? url : null;
}

/**
 * @param {string} address
 * @param {string} label
 * @param {boolean} isImage
 * @returns {Node}
 */
export function makeLink(address, label, isImage = false) {
  const url = safeAddress(address);
  if (!url) return document.createTextNode(label === address ? address : `${label} (${address})`);
  const link = el("a", { href: url.href, rel: "noopener noreferrer nofollow", target: "_blank", text: isImage ? t("image.link", { name: label }) : label });
  // The text of a link may name another place than the one that it leads to.
  const named = label === address ? undefined : (label.match(/[\p{L}\p{N}.-]+/gu) ?? []).find(word => hostName.test(word));
  if (named && url.host && hostName.exec(named)?.[1].toLowerCase() !== url.hostname) return el("span", {}, link, ` (${url.host})`);
  return link;
}
