// A subset of Markdown as elements. Text is scanned once; finished blocks are never touched again, so that selections, scroll
// positions and buttons in them hold while the rest is written. Nothing in a text becomes HTML.
import { el, icon } from "./base.js";
import { t } from "./i18n.js";

const deepest = 8;
const longest = 1_000_000;
/** The most characters of a paragraph in which marks are read. */
const longestInline = 20_000;
/** The most characters at the end of a growing text that wait for the end of a mark. */
const longestHeld = 200;

/**
 * @typedef {{kind: string, text: string, level?: number, start?: number, info?: string, cells?: string[], align?: string[], isChecked?: boolean|null,
 *   isOpen?: boolean, lines?: number}} Unit
 */

const marker = /^( {0,3})([-*+]|\d{1,9}[.)])( {1,4}|\t|$)/;
const fence = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;
const rule = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const heading = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const delimiter = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** Reads lines one by one, and puts out units: whole blocks, items of lists and rows of tables. */
class Scanner {
  /** @type {Unit|null} */ open = null;
  /** @type {string} */ fenceEnd = "";
  indent = 0; isAfterBlank = false; isInTable = false;
  columns = /** @type {string[]} */ ([]);

  copy() { return Object.assign(new Scanner(), this, { open: this.open && { ...this.open } }); }

  /** @param {Unit[]} out */
  #close(out) {
    if (this.open) out.push(this.open);
    this.open = null;
    this.isAfterBlank = false;
  }

  /**
   * Reads a line without its end.
   * @param {string} line
   * @param {Unit[]} out
   */
  line(line, out) {
    const open = this.open;
    if (open?.kind === "code") {
      const end = line.trim();
      if (end.length >= this.fenceEnd.length && end.startsWith(this.fenceEnd) && /^(.)\1*$/.test(end)) {
        open.isOpen = false;
        return this.#close(out);
      }
      open.text += line + "\n";
      return;
    }
    const isBlank = line.trim() === "";
    if (open?.kind === "item") {
      if (isBlank) { this.isAfterBlank = true; open.text += "\n"; return; }
      const spaces = line.length - line.trimStart().length;
      if (spaces >= this.indent) { this.isAfterBlank = false; open.text += line.slice(this.indent) + "\n"; return; }
      if (!this.isAfterBlank && !this.#begins(line) && !marker.test(line)) { open.text += line.trimStart() + "\n"; return; }
      this.#close(out);
    } else if (open?.kind === "quote") {
      if (/^ {0,3}>/.test(line)) { open.text += line.replace(/^ {0,3}> ?/, "") + "\n"; return; }
      this.#close(out);
    } else if (open?.kind === "paragraph") {
      if (isBlank) { this.#close(out); return; }
      if (open.lines === 1) {
        const head = open.text.trimEnd();
        if (head.includes("|") && line.includes("-") && delimiter.test(line)) {
          const [cells, columns] = [row(head), row(line)];
          if (cells.length === columns.length) {
            const align = columns.map(cell => cell.startsWith(":") ? (cell.endsWith(":") ? "center" : "left") : cell.endsWith(":") ? "right" : "");
            this.open = null;
            this.isInTable = true;
            this.columns = align;
            out.push({ kind: "table", text: "", cells, align });
            return;
          }
        }
      }
      if (!this.#begins(line)) { open.text += line + "\n"; open.lines = 2; return; }
      this.#close(out);
    }
    if (this.isInTable) {
      if (!isBlank && line.includes("|") && !this.#begins(line)) {
        const cells = row(line).slice(0, this.columns.length);
        while (cells.length < this.columns.length) cells.push("");
        out.push({ kind: "row", text: "", cells, align: this.columns });
        return;
      }
      this.isInTable = false;
    }
    if (isBlank) return;
    this.#start(line, out);
  }

  /**
   * Whether a line starts a block that ends a paragraph.
   * @param {string} line
   */
  #begins(line) {
    return fence.test(line) || heading.test(line) || rule.test(line) || /^ {0,3}>/.test(line)
      || (marker.test(line) && !/^ {0,3}(?!1[.)])\d/.test(line) && line.trim().length > 2);
  }

  /**
   * @param {string} line
   * @param {Unit[]} out
   */
  #start(line, out) {
    let found;
    if ((found = fence.exec(line))) {
      this.fenceEnd = found[1];
      this.open = { kind: "code", text: "", info: found[2].trim(), isOpen: true };
    } else if ((found = heading.exec(line))) {
      out.push({ kind: "heading", text: line.slice(found[0].length).trim().replace(/(^|[^\\#])#+$/, "$1").trim(), level: found[1].length });
    } else if (rule.test(line)) {
      out.push({ kind: "rule", text: "" });
    } else if (/^ {0,3}>/.test(line)) {
      this.open = { kind: "quote", text: line.replace(/^ {0,3}> ?/, "") + "\n" };
    } else if ((found = marker.exec(line))) {
      const rest = line.slice(found[0].length);
      const task = /^\[([ xX])\] /.exec(rest);
      this.indent = Math.min(found[0].length, found[1].length + found[2].length + 1);
      const number = parseInt(found[2], 10);
      const start = Number.isNaN(number) ? undefined : number;
      this.open = { kind: "item", text: (task ? rest.slice(4) : rest) + "\n", start, isChecked: task ? task[1] !== " " : null };
    } else {
      this.open = { kind: "paragraph", text: line.trimStart() + "\n", lines: 1 };
    }
  }

  /** @param {Unit[]} out */
  end(out) { this.#close(out); this.isInTable = false; }
}

/**
 * The cells of a line of a table.
 * @param {string} line
 */
function row(line) {
  const cells = [];
  let cell = "";
  const text = line.trim().replace(/^\|/, "");
  for (let index = 0; index < text.length; index++) {
    if (text[index] === "\\" && text[index + 1] === "|") { cell += "|"; index++; }
    else if (text[index] === "|") { cells.push(cell.trim()); cell = ""; }
    else cell += text[index];
  }
  if (cell.trim() !== "" || cells.length === 0) cells.push(cell.trim());
  return cells;
}

/** A rendered text that can grow. */
export class MarkdownView {
  #text = ""; #scanned = 0; #scanner = new Scanner(); #hasEnded = false;
  /** @type {{node: Node, container: Element|null}[]} */ #tail = [];
  /** @type {{unit: string, text: Text, length: number}|null} */ #growing = null;

  /**
   * @param {HTMLElement} root
   * @param {{onBlock?: (text: string) => void}} [listeners]
   */
  constructor(root, listeners = {}) { this.root = root; this.listeners = listeners; }

  get text() { return this.#text; }

  /**
   * Adds text without drawing it.
   * @param {string} text
   */
  append(text) { if (this.#text.length < longest) this.#text += text.slice(0, longest - this.#text.length); }

  /**
   * Replaces the whole text.
   * @param {string} text
   */
  replace(text) {
    this.root.replaceChildren();
    [this.#text, this.#scanned, this.#scanner, this.#hasEnded, this.#tail, this.#growing] = ["", 0, new Scanner(), false, [], null];
    this.append(text);
    this.finish();
  }

  /** Draws what was added. */
  render() {
    if (this.#hasEnded) return;
    /** @type {Unit[]} */ const closed = [];
    const end = this.#text.lastIndexOf("\n") + 1;
    const isInCode = this.#scanner.open?.kind === "code";
    while (this.#scanned < end) {
      const next = this.#text.indexOf("\n", this.#scanned);
      this.#scanner.line(this.#text.slice(this.#scanned, next), closed);
      this.#scanned = next + 1;
    }
    const partial = this.#text.slice(this.#scanned);
    if (isInCode && closed.length === 0 && this.#growing && this.#scanner.open?.kind === "code") {
      // A growing block of code keeps its node; a line that may become its end waits.
      const text = this.#scanner.open.text + (/^ {0,3}[`~]*$/.test(partial) ? "" : partial);
      const { text: node, length } = this.#growing;
      if (text.length > length) { node.appendData(text.slice(length)); this.#growing.length = text.length; }
      return;
    }
    this.#removeTail();
    for (const unit of closed) {
      this.#add(unit, false);
      if (this.listeners.onBlock) this.listeners.onBlock(spoken(unit));
    }
    const preview = this.#scanner.copy();
    /** @type {Unit[]} */ const open = [];
    if (partial && !(preview.open?.kind === "code" && /^ {0,3}[`~]*$/.test(partial))) {
      preview.line(partial, open);
      // A line of code that is not complete has no end yet.
      if (preview.open?.kind === "code") preview.open.text = preview.open.text.replace(/\n$/, "");
    }
    preview.end(open);
    for (const unit of open) this.#add(unit, true);
  }

  /** Draws the rest; nothing follows. */
  finish() {
    if (this.#hasEnded) return;
    /** @type {Unit[]} */ const units = [];
    const lines = this.#text.slice(this.#scanned).split("\n");
    if (lines[lines.length - 1] === "") lines.pop();
    for (const line of lines) this.#scanner.line(line, units);
    this.#scanner.end(units);
    this.#removeTail();
    for (const unit of units) {
      this.#add(unit, false);
      if (this.listeners.onBlock) this.listeners.onBlock(spoken(unit));
    }
    this.#hasEnded = true;
  }

  #removeTail() {
    for (const { node, container } of this.#tail.reverse()) {
      /** @type {ChildNode} */ (node).remove();
      container?.remove();
    }
    this.#tail = [];
    this.#growing = null;
  }

  /**
   * @param {Unit} unit
   * @param {boolean} isTail
   */
  #add(unit, isTail) {
    const [node, container] = place(this.root, unit, 0, isTail);
    if (!isTail) return;
    this.#tail.push({ node, container });
    if (unit.kind === "code") {
      const text = /** @type {any} */ (node).querySelector("code").firstChild;
      if (text) this.#growing = { unit: unit.kind, text, length: unit.text.length };
    }
  }
}

/**
 * The text of a finished block for screen readers.
 * @param {Unit} unit
 */
function spoken(unit) {
  if (unit.kind === "code") {
    const lines = unit.text.split("\n").length - 1;
    return t(lines === 1 ? "spoken.code.one" : "spoken.code", { lines });
  }
  if (unit.kind === "table" || unit.kind === "row") return (unit.cells ?? []).join(", ");
  return unit.text.replace(/[*_`#>|~]/g, "").trim();
}

/**
 * Puts a unit at the end of an element; items and rows go into the list or table before them.
 * @param {Element} root
 * @param {Unit} unit
 * @param {number} depth
 * @param {boolean} isOpen
 * @returns {[Node, Element|null]} the node, and the list or table that was made for it
 */
function place(root, unit, depth, isOpen) {
  const last = /** @type {any} */ (root.lastElementChild);
  if (unit.kind === "item") {
    const tag = unit.start === undefined ? "UL" : "OL";
    let container = null;
    let list = last;
    if (last?.tagName !== tag) {
      list = container = el(tag.toLowerCase(), tag === "OL" && unit.start !== 1 ? { start: unit.start } : {});
      root.append(list);
    }
    const item = el("li");
    if (typeof unit.isChecked === "boolean") {
      item.className = "task";
      item.append(el("input", { type: "checkbox", disabled: true, checked: unit.isChecked, "aria-label": t(unit.isChecked ? "task.done" : "task.open") }));
    }
    blocks(item, unit.text, depth + 1, isOpen, true);
    list.append(item);
    return [item, container];
  }
  if (unit.kind === "row") {
    const body = last?.querySelector?.("tbody");
    const line = el("tr", {}, .../** @type {string[]} */ (unit.cells).map((cell, index) => withInline(el("td", { class: align(unit, index) }), cell)));
    (body ?? root).append(line);
    return [line, null];
  }
  const node = block(unit, depth, isOpen);
  root.append(node);
  return [node, null];
}

/**
 * @param {Unit} unit
 * @param {number} index
 */
const align = (unit, index) => unit.align?.[index] ? `align-${unit.align[index]}` : null;

/**
 * @param {Unit} unit
 * @param {number} depth
 * @param {boolean} isOpen
 * @returns {Element}
 */
function block(unit, depth, isOpen) {
  switch (unit.kind) {
    case "heading": return withInline(el(`h${Math.min(6, (unit.level ?? 1) + 2)}`), unit.text);
    case "rule": return el("hr");
    case "quote": { const quote = el("blockquote"); blocks(quote, unit.text, depth + 1, isOpen, false); return quote; }
    case "code": {
      const code = el("code", {}, document.createTextNode(unit.text));
      const copy = el("button", { type: "button", class: "copy-code", "data-copy": "", "aria-label": t("copy.code"), title: t("copy.code") }, icon("copy"));
      return el("div", { class: "code" }, el("div", { class: "code-head" }, el("span", { text: (unit.info ?? "").split(/\s/)[0].slice(0, 40) }), copy),
        el("pre", { tabindex: "0", "aria-label": t("code") }, code));
    }
    case "table": {
      const head = el("tr", {}, .../** @type {string[]} */ (unit.cells).map((cell, index) => withInline(el("th", { scope: "col", class: align(unit, index) }), cell)));
      return el("div", { class: "table", tabindex: "0", role: "group", "aria-label": t("table") }, el("table", {}, el("thead", {}, head), el("tbody")));
    }
    default: return withInline(el("p"), unit.text.trimEnd(), isOpen);
  }
}

/**
 * Puts the blocks of a text into an element.
 * @param {Element} root
 * @param {string} text
 * @param {number} depth
 * @param {boolean} isOpen
 * @param {boolean} isItem
 */
function blocks(root, text, depth, isOpen, isItem) {
  if (depth > deepest) { root.append(document.createTextNode(text)); return; }
  const scanner = new Scanner();
  /** @type {Unit[]} */ const units = [];
  for (const line of text.replace(/\n+$/, "").split("\n")) scanner.line(line, units);
  scanner.end(units);
  for (const unit of units) {
    // The first line of an item is no paragraph of its own.
    const isFirst = root.childElementCount === (root.className === "task" ? 1 : 0);
    if (isItem && unit.kind === "paragraph") withInline(isFirst ? root : root.appendChild(el("p")), unit.text.trimEnd(), isOpen);
    else place(root, unit, depth, isOpen);
  }
}

/**
 * @param {any} node
 * @param {string} text
 * @param {boolean} [isOpen]
 */
function withInline(node, text, isOpen = false) {
  if (text.length > longestInline) { node.append(text); return node; }
  let { nodes, open } = inline(text);
  // The end of a growing text may be the start of a mark: it waits, so that no mark flashes up.
  if (isOpen && open >= 0 && text.length - open <= longestHeld) nodes = inline(text.slice(0, open)).nodes;
  node.append(...nodes);
  return node;
}

const space = /\s/;
/** The starts of marks. */
const special = /[\\\n`[!*_~]|https?:\/\//g;
/** The ends of addresses in running text: spaces, quotation marks, all brackets but those of ASCII, and full-width marks. */
const afterAddress = /[\s<>"'`\p{Pi}\p{Pf}、。，．！？；：｜＂＇＜＞｡､❛-❞]|(?![()[\]{}])[\p{Ps}\p{Pe}]/u;
/** The marks of a sentence, which are not the last character of an address. */
const afterSentence = ".,;:!?*_~…‥・،؛؟۔।";

/**
 * Reads the marks in a text, in one pass.
 * @param {string} text
 * @returns {{nodes: Node[], open: number}} the nodes, and where an unfinished mark starts, or -1
 */
export function inline(text) {
  /** @type {{mark: string, at: number, nodes: Node[]}[]} */
  const stack = [{ mark: "", at: -1, nodes: [] }];
  let plain = "";
  let open = -1;
  const ticks = tickRuns(text);
  const top = () => stack[stack.length - 1];
  const flush = () => { if (plain) { top().nodes.push(document.createTextNode(plain)); plain = ""; } };
  const tags = /** @type {Record<string, string>} */ ({ "**": "strong", "__": "strong", "*": "em", "_": "em", "~~": "del" });
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
      top().nodes.push(el("code", { text: /^ .*[^ ].* $/.test(code) ? code.slice(1, -1) : code }));
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
      const mark = count >= 2 ? char + char : char;
      const before = text[index - 1] ?? " ";
      const after = text[index + mark.length] ?? " ";
      const isWordMark = char === "_";
      if (tags[mark]) {
        const found = stack.map(frame => frame.mark).lastIndexOf(mark);
        const closes = found > 0 && !space.test(before) && (!isWordMark || !/[\p{L}\p{N}]/u.test(after)) && (plain || top().nodes.length);
        if (closes) {
          flush();
          unwind(found + 1);
          const { nodes } = /** @type {any} */ (stack.pop());
          top().nodes.push(el(tags[mark], {}, ...nodes));
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
    if (text[close] === ")" && depth-- === 0) return { label: text.slice(start, end), address: text.slice(end + 2, close), end: close + 1 };
    close++;
  }
  if (close === text.length) return undefined;
  // A title after the address is left out.
  const title = /^\s+(?:"[^"\n]{0,200}"|'[^'\n]{0,200}')\)/.exec(text.slice(close, close + 210));
  return title ? { label: text.slice(start, end), address: text.slice(end + 2, close), end: close + title[0].length } : null;
}

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
  const named = /(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+[\p{L}]{2,})/u.exec(label);
  if (named && url.host && named[1].toLowerCase() !== url.hostname && label !== address) return el("span", {}, link, ` (${url.host})`);
  return link;
}
