// A subset of Markdown as elements. Text is scanned once; finished blocks are never touched again, so that selections, scroll
// positions and buttons in them hold while the rest is written. Nothing in a text becomes HTML.
import { el, icon } from "./base.js";
import { t } from "./i18n.js";
import { deepest, drawFormula, folded, inline, longestHeld, makeLink, safeAddress, sharing } from "./inline.js";

/** @typedef {import("./inline.js").Shared} Shared */

const longest = 1_000_000;
/** The most characters of a paragraph in which marks are read. */
const longestInline = 20_000;
/** The most columns of a table: each row has a cell for each, however short it is. */
const mostColumns = 100;

/**
 * @typedef {{kind: string, text: string, level?: number, start?: number, info?: string, cells?: string[], align?: string[], isChecked?: boolean|null,
 *   isOpen?: boolean, label?: string, last?: string}} Unit
 */

// Every expression here is linear: no two parts that repeat can read the same character one after the other.
const marker = /^( {0,3})([-*+]|\d{1,9}[.)])( {1,4}|\t|$)/;
const fence = /^( {0,3})(?:(`{3,})([^`]*)|(~{3,})(.*))$/;
const rule = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const heading = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const underline = /^ {0,3}(=+|-{2,})[ \t]*$/;
const quote = /^ {0,3}> ?/;
const definition = /^ {0,3}\[([^[\]]{1,200})\]:[ \t]*(?=\S)/;
const details = /^ {0,3}<details(?: open)?>/i;
const alert = /^\[!(note|tip|important|warning|caution)\][ \t]*$/i;

/**
 * The width of the space at the start of a line; a tab leads to the next multiple of four.
 * @param {string} line
 */
function margin(line) {
  let width = 0;
  for (let index = 0; index < line.length; index++) {
    if (line[index] === " ") width++;
    else if (line[index] === "\t") width += 4 - width % 4;
    else break;
  }
  return width;
}

/**
 * A line without the first columns of its space.
 * @param {string} line
 * @param {number} count
 */
function cut(line, count) {
  let width = 0;
  let index = 0;
  for (; width < count && (line[index] === " " || line[index] === "\t"); index++) width += line[index] === " " ? 1 : 4 - width % 4;
  return " ".repeat(Math.max(0, width - count)) + line.slice(index);
}

/**
 * Whether a line is that under the head of a table.
 * @param {string} line
 */
const isDelimiter = line => margin(line) < 4 && row(line).every(cell => /^:?-+:?$/.test(cell));

/** The signs around a formula on lines of its own. */
const display = /** @type {Record<string, string>} */ ({ "$$": "$$", "\\[": "\\]" });

/**
 * The sign with which a line starts a formula, if the formula ends with the line or after it.
 * @param {string} line
 */
function startsFormula(line) {
  const text = line.trim();
  const sign = text.slice(0, 2);
  if (!Object.hasOwn(display, sign) || margin(line) > 3) return null;
  const end = text.indexOf(display[sign], 2);
  return end < 0 || end === text.length - 2 ? sign : null;
}

/** Reads lines one by one, and puts out units: whole blocks, items of lists and rows of tables. */
class Scanner {
  /** @type {Unit|null} */ open = null;
  /** @type {string} */ fenceEnd = "";
  indent = 0; isAfterBlank = false; isInTable = false;
  columns = /** @type {string[]} */ ([]);

  /** @param {boolean} isTop whether the text is a whole one, and not part of a block */
  constructor(isTop = false) { this.isTop = isTop; }

  copy() { return Object.assign(new Scanner(), this, { open: this.open && { ...this.open } }); }

  /** @param {Unit[]} out */
  #close(out) {
    const open = this.open;
    if (open) {
      if (open.kind === "indented") out.push({ ...open, kind: "code", text: open.text.replace(/\n+$/, "\n") });
      // A formula without its end is no formula.
      else if (open.kind === "formula" && open.isOpen) out.push({ ...open, kind: "paragraph" });
      else out.push(open);
    }
    this.open = null;
    this.isAfterBlank = false;
  }

  /**
   * Whether a line ends the block of code that is open.
   * @param {string} line
   */
  endsCode(line) {
    const end = line.trim();
    return end.length >= this.fenceEnd.length && margin(line) < 4 && end === this.fenceEnd[0].repeat(end.length);
  }

  /**
   * Reads a line without its end.
   * @param {string} line
   * @param {Unit[]} out
   */
  line(line, out) {
    const open = this.open;
    if (open?.kind === "code") {
      if (this.endsCode(line)) {
        open.isOpen = false;
        return this.#close(out);
      }
      open.text += cut(line, this.indent) + "\n";
      return;
    }
    const isBlank = line.trim() === "";
    if (open?.kind === "details") {
      open.text += line + "\n";
      this.#closeDetails(line, out);
      return;
    }
    if (open?.kind === "indented") {
      if (isBlank || margin(line) >= 4) { open.text += cut(line, 4) + "\n"; return; }
      this.#close(out);
    } else if (open?.kind === "formula") {
      if (isBlank) { this.#close(out); return; }
      open.text += line + "\n";
      if (line.trimEnd().endsWith(display[this.fenceEnd])) { open.isOpen = false; this.#close(out); }
      return;
    } else if (open?.kind === "item") {
      if (isBlank) { this.isAfterBlank = true; open.text += "\n"; return; }
      if (margin(line) >= this.indent) { this.isAfterBlank = false; open.text += cut(line, this.indent) + "\n"; return; }
      if (!this.isAfterBlank && !this.#begins(line) && !marker.test(line)) { open.text += line.trimStart() + "\n"; return; }
      this.#close(out);
    } else if (open?.kind === "quote") {
      if (quote.test(line)) { open.text += line.replace(quote, "") + "\n"; return; }
      this.#close(out);
    } else if (open?.kind === "note") {
      if (!isBlank && !this.#begins(line) && !definition.test(line)) { open.text += line.trimStart() + "\n"; return; }
      this.#close(out);
    } else if (open?.kind === "paragraph") {
      if (isBlank) { this.#close(out); return; }
      // The last line of a paragraph may be the head of a table.
      const head = open.last ?? "";
      if (head.includes("|") && line.includes("-") && isDelimiter(line)) {
        const [cells, columns] = [row(head), row(line)];
        if (cells.length === columns.length && cells.length <= mostColumns) {
          const align = columns.map(cell => cell.startsWith(":") ? (cell.endsWith(":") ? "center" : "left") : cell.endsWith(":") ? "right" : "");
          open.text = open.text.slice(0, -1 - head.length);
          if (open.text) this.#close(out);
          this.open = null;
          this.isInTable = true;
          this.columns = align;
          out.push({ kind: "table", text: "", cells, align });
          return;
        }
      }
      const found = underline.exec(line);
      if (found) {
        this.open = null;
        out.push({ kind: "heading", text: open.text.trim(), level: found[1][0] === "=" ? 1 : 2 });
        return;
      }
      if (!this.#begins(line)) { open.text += line + "\n"; open.last = line; return; }
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
    return fence.test(line) || heading.test(line) || rule.test(line) || quote.test(line) || details.test(line) || startsFormula(line) !== null
      || (marker.test(line) && !/^ {0,3}(?!1[.)])\d/.test(line) && line.trim().length > 2);
  }

  /**
   * @param {string} line
   * @param {Unit[]} out
   */
  #start(line, out) {
    let found;
    let sign;
    if (margin(line) >= 4) {
      this.open = { kind: "indented", text: cut(line, 4) + "\n", info: "", isOpen: false };
    } else if ((found = fence.exec(line))) {
      this.fenceEnd = found[2] ?? found[4];
      this.indent = found[1].length;
      this.open = { kind: "code", text: "", info: (found[3] ?? found[5]).trim(), isOpen: true };
    } else if ((found = heading.exec(line))) {
      out.push({ kind: "heading", text: line.slice(found[0].length).trim().replace(/(^|[^\\#])#+$/, "$1").trim(), level: found[1].length });
    } else if (rule.test(line)) {
      out.push({ kind: "rule", text: "" });
    } else if (quote.test(line)) {
      this.open = { kind: "quote", text: line.replace(quote, "") + "\n" };
    } else if ((sign = startsFormula(line))) {
      this.fenceEnd = sign;
      this.open = { kind: "formula", text: line + "\n", isOpen: true };
      if (line.trim().length > 2 && line.trim().indexOf(display[sign], 2) > 0) { this.open.isOpen = false; this.#close(out); }
    } else if (details.test(line)) {
      this.open = { kind: "details", text: line.replace(details, "") + "\n", level: 1, isOpen: true };
      this.#closeDetails(this.open.text, out);
    } else if ((found = marker.exec(line))) {
      const rest = line.slice(found[0].length);
      const task = /^\[([ xX])\] /.exec(rest);
      this.indent = found[1].length + found[2].length + 1;
      const number = parseInt(found[2], 10);
      const start = Number.isNaN(number) ? undefined : number;
      this.open = { kind: "item", text: (task ? rest.slice(4) : rest) + "\n", start, isChecked: task ? task[1] !== " " : null };
    } else if (this.isTop && (found = definition.exec(line))) {
      this.#define(found[1], line, line.slice(found[0].length).trim(), out);
    } else {
      this.#paragraph(line);
    }
  }

  /**
   * Opens a paragraph, whose last line may become the head of a table.
   * @param {string} line
   */
  #paragraph(line) {
    const last = line.trimStart();
    this.open = { kind: "paragraph", text: last + "\n", last };
  }

  /**
   * Reads the address that a label stands for, or a note at the foot.
   * @param {string} label
   * @param {string} line
   * @param {string} rest what follows the label
   * @param {Unit[]} out
   */
  #define(label, line, rest, out) {
    if (label[0] === "^") { this.open = { kind: "note", text: rest + "\n", label: label.slice(1) }; return; }
    const end = rest.search(/\s/);
    const address = (end < 0 ? rest : rest.slice(0, end)).replace(/^<([^>]*)>$/, "$1");
    const isDefinition = safeAddress(address) && (end < 0 || /^["'(]/.test(rest.slice(end).trim()));
    if (isDefinition) out.push({ kind: "definition", text: address, label });
    else this.#paragraph(line);
  }

  /**
   * Ends the part that can be unfolded, if a line has its end.
   * @param {string} line
   * @param {Unit[]} out
   */
  #closeDetails(line, out) {
    const open = /** @type {Unit} */ (this.open);
    const isStart = open.text.length > line.length + 1 && details.test(line);
    open.level = (open.level ?? 1) + (isStart ? 1 : 0) - (/<\/details>\s{0,9}$/i.test(line) ? 1 : 0);
    if (open.level > 0) return;
    open.isOpen = false;
    open.text = open.text.replace(/<\/details>\s{0,9}$/i, "");
    this.#close(out);
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
  #text = ""; #scanned = 0; #scanner = new Scanner(true); #hasEnded = false; #shared = sharing();
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
    [this.#text, this.#scanned, this.#scanner, this.#hasEnded, this.#tail, this.#growing] = ["", 0, new Scanner(true), false, [], null];
    this.#shared = sharing();
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
      const text = this.#scanner.open.text + (/^ {0,3}[`~]*$/.test(partial) ? "" : cut(partial, this.#scanner.indent));
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
    if (unit.kind === "definition") { if (!isTail) define(this.#shared, unit); return; }
    const [node, container] = place(this.root, unit, 0, isTail, this.#shared);
    if (!isTail) return;
    this.#tail.push({ node, container });
    if (unit.kind === "code") {
      const text = /** @type {any} */ (node).querySelector("code").firstChild;
      if (text) this.#growing = { unit: unit.kind, text, length: unit.text.length };
    }
  }
}

/**
 * Notes the address of a label, and makes links of the places that wait for it.
 * @param {Shared} shared
 * @param {Unit} unit
 */
function define(shared, unit) {
  const label = folded(unit.label ?? "");
  if (shared.addresses.has(label)) return;
  shared.addresses.set(label, unit.text);
  for (const { node, label: text } of shared.waiting.get(label) ?? []) node.replaceChildren(makeLink(unit.text, text));
  shared.waiting.delete(label);
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
  if (unit.kind === "definition") return "";
  if (unit.kind === "formula") return unit.text.trim();
  if (unit.kind === "table" || unit.kind === "row") return (unit.cells ?? []).join(", ");
  return unit.text.replace(/[*_`#>|~]/g, "").trim();
}

/**
 * Puts a unit at the end of an element; items and rows go into the list or table before them.
 * @param {Element} root
 * @param {Unit} unit
 * @param {number} depth
 * @param {boolean} isOpen
 * @param {Shared} shared
 * @returns {[Node, Element|null]} the node, and the list or table that was made for it
 */
function place(root, unit, depth, isOpen, shared) {
  const last = /** @type {any} */ (root.lastElementChild);
  if (unit.kind === "item") {
    const tag = unit.start === undefined ? "UL" : "OL";
    let container = null;
    let list = last;
    if (last?.tagName !== tag) {
      list = container = el(tag.toLowerCase(), { dir: direction(unit.text, depth), ...(tag === "OL" && unit.start !== 1 ? { start: unit.start } : {}) });
      root.append(list);
    }
    const item = el("li");
    if (typeof unit.isChecked === "boolean") {
      item.className = "task";
      item.append(el("input", { type: "checkbox", disabled: true, checked: unit.isChecked, "aria-label": t(unit.isChecked ? "task.done" : "task.open") }));
    }
    blocks(item, unit.text, depth + 1, isOpen, true, shared);
    list.append(item);
    return [item, container];
  }
  if (unit.kind === "row") {
    const body = last?.querySelector?.("tbody");
    const line = el("tr", {}, .../** @type {string[]} */ (unit.cells).map((cell, index) => withInline(el("td", { class: align(unit, index) }), cell, isOpen, shared)));
    (body ?? root).append(line);
    return [line, null];
  }
  const node = block(unit, depth, isOpen, shared);
  root.append(node);
  return [node, null];
}

/**
 * @param {Unit} unit
 * @param {number} index
 */
const align = (unit, index) => unit.align?.[index] ? `align-${unit.align[index]}` : null;

/** The letters that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * The direction of a block by its first letter; what is in it has the same. The browser's own search (`dir="auto"`) walks a list or a table
 * again for each part that is added.
 * @param {string} text
 * @param {number} depth
 */
const direction = (text, depth) => depth === 0 && rightToLeft.test(/\p{L}/u.exec(text)?.[0] ?? "") ? "rtl" : null;

/**
 * @param {Unit} unit
 * @param {number} depth
 * @param {boolean} isOpen
 * @param {Shared} shared
 * @returns {Element}
 */
function block(unit, depth, isOpen, shared) {
  const dir = direction(unit.kind === "table" ? (unit.cells ?? []).join(" ") : unit.text.replace(/^\s{0,20}<summary>/i, ""), depth);
  switch (unit.kind) {
    case "heading": {
      // The first heading of a text follows that of the message, whatever its level is.
      const first = shared.level || (unit.level ?? 1);
      if (!isOpen) shared.level = first;
      return withInline(el(`h${Math.min(6, 3 + Math.max(0, (unit.level ?? 1) - first))}`, { dir }), unit.text, isOpen, shared);
    }
    case "rule": return el("hr");
    case "quote": return quoted(unit, depth, isOpen, shared);
    case "details": {
      // A part without its end stays unfolded, so that nothing of a text is hidden by mistake.
      const found = /^\s{0,20}<summary>([^<]{0,500})<\/summary>/i.exec(unit.text);
      const fold = el("details", { class: "fold", dir, open: Boolean(unit.isOpen) }, withInline(el("summary"), found?.[1].trim() || t("details"), isOpen, shared));
      const body = fold.appendChild(el("div"));
      blocks(body, unit.text.slice(found?.[0].length ?? 0).replace(/^\n+/, ""), depth + 1, isOpen, false, shared);
      return fold;
    }
    case "note": return withInline(el("p", { class: "footnote", dir }, el("sup", { text: unit.label }), " "), unit.text.trimEnd(), isOpen, shared);
    case "formula": return el("div", { class: "formula", tabindex: "0", role: "group", "aria-label": t("formula") }, drawFormula(unit.text.trim().slice(2, -2), unit.text.trim(), true));
    case "code": {
      const language = (unit.info ?? "").split(/\s/)[0].replace(/^\{?\.?/, "").replace(/\}$/, "").slice(0, 40);
      const code = el("code", {}, document.createTextNode(unit.text));
      const wrap = el("button", { type: "button", class: "wrap-code", "data-wrap": "", "aria-pressed": "false", text: t("wrap") });
      const copy = el("button", { type: "button", class: "copy-code", "data-copy": "", "aria-label": t("copy.code"), title: t("copy.code") }, icon("copy"));
      if (!isOpen) colored(code, language);
      return el("div", { class: "code", dir: "ltr" }, el("div", { class: "code-head" }, el("span", { text: language }), wrap, copy),
        el("pre", { tabindex: "0", "aria-label": t("code") }, code));
    }
    case "table": {
      const head = el("tr", {}, .../** @type {string[]} */ (unit.cells).map((cell, index) => withInline(el("th", { scope: "col", class: align(unit, index) }), cell, isOpen, shared)));
      return el("div", { class: "table", dir, tabindex: "0", role: "group", "aria-label": t("table") }, el("table", {}, el("thead", {}, head), el("tbody")));
    }
    default: return withInline(el("p", { dir }), unit.text.trimEnd(), isOpen, shared);
  }
}

/**
 * Draws a quotation, or a remark with its kind in the first line.
 * @param {Unit} unit
 * @param {number} depth
 * @param {boolean} isOpen
 * @param {Shared} shared
 */
function quoted(unit, depth, isOpen, shared) {
  const end = unit.text.indexOf("\n");
  const kind = alert.exec(unit.text.slice(0, end).trimStart())?.[1].toLowerCase();
  const text = kind ? unit.text.slice(end + 1) : unit.text;
  const node = el("blockquote", { class: kind && `remark ${kind}`, dir: direction(text, depth) }, kind && el("strong", { class: "remark-kind", text: t(`remark.${kind}`) }));
  blocks(node, text, depth + 1, isOpen, false, shared);
  return node;
}

/** @type {Promise<any>|null} the module that colors code, which is loaded with the first block */ let colors = null;

/**
 * Colors a block of code if its language is known.
 * @param {HTMLElement} code
 * @param {string} language
 */
function colored(code, language) {
  if (!language || !("Highlight" in globalThis)) return;
  colors ??= import("./colors.js").catch(() => { colors = null; });
  colors.then(module => module?.color(code, language));
}

/**
 * Puts the blocks of a text into an element.
 * @param {Element} root
 * @param {string} text
 * @param {number} depth
 * @param {boolean} isOpen
 * @param {boolean} isItem
 * @param {Shared} shared
 */
function blocks(root, text, depth, isOpen, isItem, shared) {
  if (depth > deepest) { root.append(document.createTextNode(text)); return; }
  const scanner = new Scanner();
  /** @type {Unit[]} */ const units = [];
  for (const line of text.replace(/\n+$/, "").split("\n")) scanner.line(line, units);
  scanner.end(units);
  for (const [index, unit] of units.entries()) {
    // The first line of an item is no paragraph of its own.
    if (isItem && unit.kind === "paragraph") withInline(index === 0 ? root : root.appendChild(el("p")), unit.text.trimEnd(), isOpen, shared);
    else place(root, unit, depth, isOpen, shared);
  }
}

/**
 * @param {any} node
 * @param {string} text
 * @param {boolean} isOpen
 * @param {Shared} shared
 */
function withInline(node, text, isOpen, shared) {
  if (text.length > longestInline) { node.append(text); return node; }
  let { nodes, open } = inline(text, isOpen, shared);
  // The end of a growing text may be the start of a mark: it waits, so that no mark flashes up.
  if (isOpen && open >= 0 && text.length - open <= longestHeld) nodes = inline(text.slice(0, open), isOpen, shared).nodes;
  node.append(...nodes);
  return node;
}
