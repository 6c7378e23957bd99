// Tables that sort, filter, become cards when they are narrow, and keep still while a person works in them.
import { el } from "./base.js";
import { language, t } from "./i18n.js";

/**
 * @typedef {{id: string, label: string, cell: (row: any) => any, sort?: (row: any) => string|number|null|undefined, text?: (row: any) => string,
 *   isHeader?: boolean, isNumeric?: boolean, class?: string}} Column
 *   `cell` returns a text, an element or a list of them; `sort` makes the column sortable; `text` is what the filter searches
 */

const pageLength = 200;

/**
 * A table of rows with a key each.
 *
 * While the pointer is in it, or the keyboard, rows change in place but none moves, appears or disappears: no button may slip away under a
 * click. What waits is counted above the table, and is shown when the pointer leaves.
 */
export class DataTable {
  /** @type {any[]} */ #rows = [];
  /** @type {Map<string, {row: any, node: any, cells: any[]}>} */ #shown = new Map();
  /** @type {[string, 1|-1]} */ #sort;
  #limit = pageLength;
  #isRead = false;
  #waits = 0;

  /**
   * @param {{id: string, label: string, columns: Column[], key: (row: any) => string, sort?: [string, 1|-1], empty: () => Node, filter?: boolean,
   *   controls?: Node[], rowClass?: (row: any) => string}} options
   */
  constructor(options) {
    this.options = options;
    this.#sort = options.sort ?? ["", 1];
    this.filter = el(
      "input",
      {
        type: "search", class: "table-filter", placeholder: t("table.filter"),
        "aria-label": t("table.filter.of", { table: options.label }), autocomplete: "off",
        on: { input: () => { this.#draw(true); this.said.textContent = this.count.textContent; } }
      }
    );
    this.sortChoice = el("select", { "aria-label": t("table.sort"), on: { change: () => this.#sortBy(this.sortChoice.value) } },
      ...options.columns.filter(column => column.sort).map(column => el("option", { value: column.id, text: column.label })));
    this.direction = el("button", { type: "button", class: "quiet", on: { click: () => this.#sortBy(this.#sort[0]) } });
    this.count = el("span", { class: "table-count label" });
    // The number is said after the filter was changed, not whenever a row comes or goes.
    this.said = el("span", { class: "visually-hidden", role: "status" });
    this.held = el("span", { class: "table-held", hidden: true });
    this.tools = el("div", { class: "table-tools" }, options.filter !== false && this.filter,
      // A table in the order of the server has nothing to sort by.
      options.columns.some(column => column.sort) && el("div", { class: "table-sort" }, this.sortChoice, this.direction),
      ...(options.controls ?? []), this.held, this.count, this.said);
    this.heads = options.columns.map(column => this.#head(column));
    this.body = el("tbody", { role: "rowgroup" });
    this.table = el(
      "table", { role: "table", "aria-label": options.label },
      el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, ...this.heads)),
      this.body
    );
    this.more = el(
      "button",
      { type: "button", class: "table-more", hidden: true, on: { click: () => { this.#limit += pageLength; this.#draw(true); } } }
    );
    this.empty = el("div", { class: "empty", hidden: true });
    this.problem = el("p", { class: "problem", role: "alert", hidden: true });
    this.node = el("div", { class: "table-box", id: options.id, "aria-busy": "true" }, this.tools, this.problem, this.table, this.empty, this.more);
    this.body.addEventListener("pointerleave", () => this.#settle());
    this.body.addEventListener("focusout", () => queueMicrotask(() => this.#settle()));
    this.#drawHeads();
    this.#drawBody([]);
  }

  /** @param {Column} column */
  #head(column) {
    const props = {
      scope: "col", role: "columnheader",
      class: [column.class, column.isNumeric && "numeric"].filter(Boolean).join(" ") || null, "data-column": column.id
    };
    if (!column.sort) return el(
      "th", { ...props, ...(column.label ? {} : { class: "actions-head" }) },
      column.label ? el("span", { text: column.label }) : el("span", { class: "visually-hidden", text: t("table.actions") })
    );
    return el(
      "th", props,
      el(
        "button",
        { type: "button", class: "sort", on: { click: () => this.#sortBy(column.id) } },
        el("span", { text: column.label }),
        el("span", { class: "sort-mark", "aria-hidden": "true" })
      )
    );
  }

  #drawHeads() {
    const [id, direction] = this.#sort;
    for (const head of this.heads) {
      const isSorted = head.dataset.column === id;
      if (isSorted) head.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending"); else head.removeAttribute("aria-sort");
      const mark = head.querySelector(".sort-mark");
      if (mark) mark.textContent = isSorted ? (direction > 0 ? "▲" : "▼") : "";
    }
    this.sortChoice.value = id;
    this.direction.textContent = direction > 0 ? "▲" : "▼";
    this.direction.setAttribute("aria-label", t(direction > 0 ? "table.ascending" : "table.descending"));
  }

  /** @param {string} id */
  #sortBy(id) {
    this.#sort = [id, this.#sort[0] === id && this.#sort[1] > 0 ? -1 : 1];
    this.#drawHeads();
    this.#draw(true);
  }

  /** The rows, as they were last set. */
  get rows() { return this.#rows; }

  /**
   * Shows these rows in place of the former ones.
   * @param {any[]} rows
   * @param {boolean} [isAsked] whether the person asked for them, so that rows may move
   */
  set(rows, isAsked = false) {
    this.#isRead = true;
    this.#rows = rows;
    this.node.setAttribute("aria-busy", "false");
    this.problem.hidden = true;
    this.#draw(isAsked);
  }

  /**
   * Shows one row in place of the one with the same key, or adds it.
   * @param {any} row
   */
  put(row) {
    const key = this.options.key(row);
    const index = this.#rows.findIndex(known => this.options.key(known) === key);
    this.set(index < 0 ? [...this.#rows, row] : this.#rows.map((known, place) => place === index ? row : known));
  }

  /** @param {string} key */
  remove(key) { this.set(this.#rows.filter(row => this.options.key(row) !== key)); }

  /** Says that rows are being read; those that are shown stay. */
  loading() { this.node.setAttribute("aria-busy", "true"); }

  /** @param {string} text */
  fail(text) {
    this.node.setAttribute("aria-busy", "false");
    this.problem.textContent = text;
    this.problem.hidden = false;
  }

  /** Whether a person points at a row, or is in one with the keyboard. */
  get #isHeld() { return this.body.matches(":hover") || this.body.querySelector(":focus-visible") !== null; }

  #settle() {
    if (this.#waits > 0 && !this.#isHeld) this.#draw(true);
  }

  /** The rows that the filter permits, in their order. */
  #chosen() {
    const words = this.filter.value.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean);
    const texts = this.options.columns.filter(column => column.text || column.sort);
    const rows = this.#rows.filter(row => {
      if (words.length === 0) return true;
      const text = texts.map(column => column.text?.(row) ?? column.sort?.(row) ?? "").join(" ").toLocaleLowerCase();
      return words.every((/** @type {string} */ word) => text.includes(word));
    });
    const by = this.options.columns.find(column => column.id === this.#sort[0])?.sort;
    if (!by) return rows;
    const collator = new Intl.Collator(language(), { numeric: true });
    return rows.map(row => ({ row, value: by(row) })).sort((first, second) => compare(
      first.value, second.value, this.#sort[1], collator
    )).map(({ row }) => row);
  }

  /** @param {boolean} isAsked whether the person asked for it, so that rows may move */
  #draw(isAsked) {
    let rows = this.#chosen();
    const all = rows.length;
    rows = rows.slice(0, this.#limit);
    this.#waits = 0;
    if (!isAsked && this.#shown.size > 0 && this.#isHeld) {
      const fresh = new Map(this.#rows.map(row => [this.options.key(row), row]));
      const keys = new Set(rows.map(row => this.options.key(row)));
      this.#waits = [...keys].filter(key => !this.#shown.has(key)).length + [...this.#shown.keys()].filter(key => !keys.has(key)).length;
      const order = [...this.#shown.keys()].filter(key => keys.has(key));
      if (this.#waits === 0 && rows.some((row, index) => this.options.key(row) !== order[index])) this.#waits = 1;
      rows = [...this.#shown.entries()].map(([key, entry]) => fresh.get(key) ?? entry.row);
      for (const [key, entry] of this.#shown) entry.node.classList.toggle("gone", !fresh.has(key));
    }
    this.held.hidden = this.#waits === 0;
    this.held.textContent = t(this.#waits === 1 ? "table.held.one" : "table.held", { count: this.#waits });
    this.#drawBody(rows);
    this.more.hidden = all <= this.#limit;
    this.more.textContent = t("table.more", { count: Math.max(0, Math.min(pageLength, all - this.#limit)) });
    this.count.textContent = !this.#isRead ? "" : all === this.#rows.length ? t(
      all === 1 ? "table.count.one" : "table.count", { count: all }
    ) : t("table.count.of", { count: all, all: this.#rows.length });
    const isEmpty = this.#isRead && this.#rows.length === 0;
    this.table.hidden = isEmpty;
    const hasControls = (this.options.controls ?? []).length > 0;
    this.tools.hidden = !hasControls && this.#waits === 0 && (isEmpty || this.options.filter === false);
    this.empty.hidden = !this.#isRead || all > 0;
    if (!this.empty.hidden) this.empty.replaceChildren(isEmpty ? this.options.empty() : el("p", { text: t("table.none") }));
  }

  /** @param {any[]} rows */
  #drawBody(rows) {
    const shown = new Map();
    for (const row of rows) {
      const key = this.options.key(row);
      shown.set(key, this.#drawRow(key, row));
    }
    for (const [key, entry] of this.#shown) if (!shown.has(key)) entry.node.remove();
    let place = this.body.firstElementChild;
    for (const entry of shown.values()) {
      if (entry.node === place) place = place.nextElementSibling;
      else this.body.insertBefore(entry.node, place);
    }
    this.#shown = shown;
  }

  /**
   * @param {string} key
   * @param {any} row
   */
  #drawRow(key, row) {
    const known = this.#shown.get(key);
    const { columns, rowClass } = this.options;
    if (!known) {
      // The listeners in the cells keep this object, so later values are put into it.
      const kept = { ...row };
      const cells = columns.map(column => el(column.isHeader ? "th" : "td", {
        role: column.isHeader ? "rowheader" : "cell", scope: column.isHeader ? "row" : null, "data-label": column.label, "data-column": column.id,
        class: [column.class, column.isNumeric && "numeric"].filter(Boolean).join(" ") || null }, ...nodes(column.cell(kept))));
      return { row: kept, cells, node: el("tr", { role: "row", "data-key": key, class: rowClass?.(row) || null }, ...cells) };
    }
    if (JSON.stringify(known.row) === JSON.stringify(row)) return known;
    for (const name of Object.keys(known.row)) delete known.row[name];
    Object.assign(known.row, row);
    known.node.className = rowClass?.(row) ?? "";
    columns.forEach((column, index) => {
      const cell = known.cells[index];
      const fresh = cell.cloneNode(false);
      fresh.append(...nodes(column.cell(known.row)));
      if (!fresh.isEqualNode(cell)) replaceKeepingFocus(cell, [...fresh.childNodes]);
    });
    return known;
  }
}

/**
 * Replaces what is in an element; a focused button stays focused as the one in its place.
 * @param {any} node
 * @param {Node[]} children
 */
function replaceKeepingFocus(node, children) {
  const buttons = () => [...node.querySelectorAll("button, a")];
  const index = buttons().indexOf(document.activeElement);
  node.replaceChildren(...children);
  if (index >= 0) buttons()[Math.min(index, buttons().length - 1)]?.focus();
}

/** @param {any} content */
function nodes(content) {
  return (Array.isArray(content) ? content : [content]).filter(part => part !== null && part !== undefined && part !== false && part !== "");
}

/**
 * Compares two values in a direction; missing ones are last in both.
 * @param {any} first
 * @param {any} second
 * @param {1|-1} direction
 * @param {Intl.Collator} collator
 */
function compare(first, second, direction, collator) {
  const [isFirstMissing, isSecondMissing] = [first ?? "", second ?? ""].map(value => value === "");
  if (isFirstMissing || isSecondMissing) return Number(isFirstMissing) - Number(isSecondMissing);
  return direction * (typeof first === "number" && typeof second === "number" ? first - second : collator.compare(String(first), String(second)));
}

/**
 * What is shown in place of an empty table: a sentence, the action, and the command that does the same.
 * @param {string} text
 * @param {Node|null|false} action
 * @param {string} [command]
 */
export function emptyState(text, action, command) {
  return el(
    "div", {},
    el("p", { text }),
    action && el("p", {}, action),
    command && el("p", { class: "command" }, el("span", { class: "label", text: t("command") }), el("code", { text: command }))
  );
}
