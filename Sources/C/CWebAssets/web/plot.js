// Plots as SVG: stacked bars, timelines and waterfalls. A plot has at most 400 elements, and the arrow keys walk its points.
import { el } from "./base.js";
import { t } from "./i18n.js";

const space = "http://www.w3.org/2000/svg";
const mostElements = 400;

/**
 * @param {string} tag
 * @param {Record<string, string|number|null|undefined>} [props]
 * @param {...Node} children
 * @returns {any}
 */
function svg(tag, props = {}, ...children) {
  const node = document.createElementNS(space, tag);
  for (const [name, value] of Object.entries(props)) if (value !== null && value !== undefined) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/** The strokes that set fills apart without their colors; a fill is named by its color and has one of them. */
const strokes = ["", "M0 8L8 0M-2 2L2 -2M6 10L10 6", "M0 4H8", "M0 0L8 8M-2 6L2 10M6 -2L10 2", "M4 0V8", "M0 0L8 8M8 0L0 8"];
/** @type {Record<string, number>} the strokes of the states of a key */
const states = { healthy: 0, unchecked: 4, in_doubt: 3, resting: 1, out_of_credit: 2, dead: 5, retired: 4, removed: 4, unknown: 3 };
/** The number of fills for series. */
export const seriesCount = 6;

/** Adds the fills of all plots to the page, once. */
function definePatterns() {
  if (document.getElementById("plot-patterns")) return;
  const pattern = (/** @type {string} */ name, /** @type {number} */ stroke) => svg("pattern", {
    id: `fill-${name}`, width: 8, height: 8, patternUnits: "userSpaceOnUse"
  },
    svg("rect", { width: 8, height: 8, class: `fill-${name}` }), svg("path", { d: strokes[stroke], class: "pattern-stroke" }));
  document.body.append(svg("svg", { id: "plot-patterns", width: 0, height: 0, class: "visually-hidden", "aria-hidden": "true" },
    svg("defs", {}, ...Object.entries(states).map(([name, stroke]) => pattern(`state-${name}`, stroke)), ...Array.from(
      { length: seriesCount },
      (_, index) => pattern(`series-${index}`, index)
    ),
      pattern("other", 3), ...["queue", "round", "tool", "wait"].map((name, index) => pattern(`span-${name}`, [3, 0, 4, 1][index])))));
}

/**
 * A sample of a fill, for a legend.
 * @param {string} fill
 */
export function swatch(fill) {
  definePatterns();
  return svg(
    "svg", { class: "swatch", width: 16, height: 16, "aria-hidden": "true" },
    svg("rect", { width: 16, height: 16, rx: 3, fill: `url(#fill-${fill})` })
  );
}

/**
 * Lets the arrow keys and the pointer walk the points of a picture, each of which is put into words.
 * @param {any} picture
 * @param {{count: () => number, at: (x: number, y: number) => number, show: (index: number|null) => void}} points `at` returns the point at a place
 *   in the picture, from 0 to 1
 */
function walk(picture, points) {
  /** @type {number|null} */ let current = null;
  const go = (/** @type {number|null} */ index) => { current = index; points.show(index); };
  picture.setAttribute("tabindex", "0");
  picture.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const last = points.count() - 1;
    if (last < 0) return;
    const next = {
      ArrowRight: (current ?? -1) + 1, ArrowDown: (current ?? -1) + 1, ArrowLeft: (current ?? last + 1) - 1,
      ArrowUp: (current ?? last + 1) - 1, Home: 0, End: last
    }[event.key];
    if (event.key === "Escape") go(null);
    if (next === undefined) return;
    event.preventDefault();
    go(Math.max(0, Math.min(last, next)));
  });
  picture.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    const box = picture.getBoundingClientRect();
    const [x, y] = [
      (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height
    ].map(place => Math.max(0, Math.min(0.9999, place)));
    const index = points.at(x, y);
    if (index !== current) go(index);
  });
  picture.addEventListener("pointerleave", () => go(null));
  picture.addEventListener("blur", () => go(null));
}

const share = (/** @type {number} */ value) => `${Math.round(value * 10_000) / 100}%`;

/** Bars of the parts of a value over time. */
export class StackedBars {
  /** @type {{label: string, parts: {fill: string, name: string, value: number, text: string}[], total: string}[]} */ #buckets = [];

  constructor() {
    definePatterns();
    this.axis = el("div", { class: "plot-axis", "aria-hidden": "true" });
    this.picture = svg("svg", { class: "plot-picture", role: "img", width: "100%", height: "100%" });
    this.ticks = el("div", { class: "plot-ticks", "aria-hidden": "true" });
    this.words = el("p", { class: "plot-words", role: "status" });
    this.legend = el("ul", { class: "plot-legend" });
    this.node = el(
      "figure", { class: "plot bars" },
      el("div", { class: "plot-frame" }, this.axis, el("div", { class: "plot-area" }, this.picture), this.ticks),
      this.words, this.legend
    );
    walk(
      this.picture,
      { count: () => this.#buckets.length, at: place => Math.floor(place * this.#buckets.length), show: index => this.#show(index) }
    );
    this.hint = t("plot.hint");
    this.words.textContent = this.hint;
  }

  /**
   * @param {string} label what it shows
   * @param {{label: string, tick?: string, total: string, parts: {fill: string, name: string, value: number, text: string}[]}[]} buckets
   * @param {{fill: string, name: string, text: string}[]} series for the legend
   * @param {(value: number) => string} format for the axis
   */
  set(label, buckets, series, format) {
    this.picture.setAttribute("aria-label", label);
    this.#buckets = buckets;
    const most = Math.max(0, ...buckets.map(bucket => bucket.parts.reduce((sum, part) => sum + part.value, 0)));
    const top = niceCeiling(most);
    this.axis.replaceChildren(...[1, 0.5, 0].map(place => el("span", { text: top === 0 && place > 0 ? "" : format(top * place) })));
    const width = 1 / Math.max(1, buckets.length);
    const gap = Math.min(0.2, 0.15) * width;
    this.cursor = svg("rect", { class: "plot-cursor", y: 0, width: share(width), height: "100%", visibility: "hidden" });
    const bars = buckets.flatMap((bucket, index) => {
      let height = 0;
      return bucket.parts.filter(part => part.value > 0).map(part => {
        height += part.value / top;
        return svg(
          "rect",
          {
            x: share(index * width + gap), width: share(width - 2 * gap), y: share(1 - height),
            height: share(part.value / top), fill: `url(#fill-${part.fill})`
          }
        );
      });
    });
    this.picture.replaceChildren(
      this.cursor,
      ...[0, 0.5, 1].map(place => svg("line", { class: "plot-line", x1: 0, x2: "100%", y1: share(place), y2: share(place) })),
      ...bars.slice(0, mostElements - 10)
    );
    this.ticks.replaceChildren(...buckets.map((bucket, index) => {
      if (!bucket.tick) return "";
      const tick = el("span", { text: bucket.tick });
      tick.style.left = share((index + 0.5) * width);
      return tick;
    }));
    this.legend.replaceChildren(...series.map(
      part => el(
        "li", {}, swatch(part.fill),
        el("span", { class: "legend-name", text: part.name }),
        el("span", { class: "legend-value", text: part.text })
      )
    ));
  }

  /** @param {number|null} index */
  #show(index) {
    const bucket = index === null ? undefined : this.#buckets[index];
    this.cursor?.setAttribute("visibility", bucket ? "visible" : "hidden");
    if (!bucket || index === null) { this.words.textContent = this.hint; return; }
    this.cursor.setAttribute("x", share(index / this.#buckets.length));
    const parts = bucket.parts.filter(part => part.value > 0).map(part => `${part.name} ${part.text}`);
    this.words.textContent = [`${bucket.label}: ${bucket.total}`, ...parts].join(" · ");
  }
}

/** @param {number} value */
function niceCeiling(value) {
  if (value <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 5, 6, 8, 10].find(step => step * power >= value * 0.999) ?? 10) * power;
}

/**
 * @typedef {{start: number, end: number, state: string, word: string, text: string}} Segment a time in one state, with its name and a sentence
 */

/** The rank of the states: the worst of those that share a pixel is drawn. */
const worst = ["healthy", "unchecked", "unknown", "removed", "retired", "resting", "out_of_credit", "dead"];

/** A strip that shows the states of a thing over time: by color, pattern and word. */
export class Strip {
  /** @type {Segment[]} */ #segments = [];
  #from = 0; #until = 1;

  /**
   * @param {string} label
   * @param {(text: string) => void} say shows the sentence of a segment
   */
  constructor(label, say) {
    definePatterns();
    this.say = say;
    this.node = svg("svg", { class: "strip", role: "img", "aria-label": label, width: "100%", height: 28 });
    walk(this.node, { count: () => this.#segments.length, show: index => this.#show(index),
      at: place => {
        const time = this.#from + place * (this.#until - this.#from);
        return Math.max(0, this.#segments.findIndex(part => part.end > time));
      } });
  }

  /**
   * @param {Segment[]} segments
   * @param {number} from
   * @param {number} until
   * @param {number} most the number of segments that are drawn at most
   */
  set(segments, from, until, most) {
    this.#from = from;
    this.#until = until;
    this.#segments = segments.length > most ? coarse(segments, from, until, most) : segments;
    const place = (/** @type {number} */ time) => (time - from) / (until - from);
    this.cursor = svg("rect", { class: "strip-cursor", y: 1, height: 26, visibility: "hidden" });
    this.node.replaceChildren(...this.#segments.flatMap(part => {
      const width = place(part.end) - place(part.start);
      const rect = svg("rect", { x: share(place(part.start)), y: 2, height: 24, "data-state": part.state, fill: `url(#fill-state-${part.state})` });
      rect.style.width = `max(2px, ${share(width)})`;
      // A word that would not fit is left out: the legend has it, and so has the sentence below.
      return width > 0.16 ? [
        rect,
        svg(
          "text",
          { class: "strip-word", "data-state": part.state, x: share(place(part.start) + width / 2), y: 18, "text-anchor": "middle" },
          document.createTextNode(part.word)
        )
      ] : [rect];
    }), this.cursor);
  }

  /** @param {number|null} index */
  #show(index) {
    const part = index === null ? undefined : this.#segments[index];
    this.cursor?.setAttribute("visibility", part ? "visible" : "hidden");
    this.say(part?.text ?? "");
    if (!part || !this.cursor) return;
    const place = (/** @type {number} */ time) => (time - this.#from) / (this.#until - this.#from);
    this.cursor.setAttribute("x", share(place(part.start)));
    this.cursor.style.width = `max(3px, ${share(place(part.end) - place(part.start))})`;
  }
}

/**
 * Draws more segments than there is room for as a few: each has the worst state of its time.
 * @param {Segment[]} segments
 * @param {number} from
 * @param {number} until
 * @param {number} most
 */
function coarse(segments, from, until, most) {
  /** @type {Segment[]} */ const made = [];
  let first = 0;
  for (let index = 0; index < most; index++) {
    const [start, end] = [from + (until - from) * index / most, from + (until - from) * (index + 1) / most];
    while (first < segments.length - 1 && segments[first].end <= start) first++;
    /** @type {Segment|undefined} */ let chosen;
    for (let part = first; part < segments.length && segments[part].start < end; part++)
      if (!chosen || worst.indexOf(segments[part].state) > worst.indexOf(chosen.state)) chosen = segments[part];
    const last = made.at(-1);
    if (!chosen) continue;
    if (last && last.state === chosen.state) last.end = end; else made.push({ ...chosen, start, end });
  }
  return made;
}

/**
 * @typedef {{start: number, duration: number, fill: string, name: string, note: string, first?: number|null, isOpen?: boolean, isFailed?: boolean}} Bar
 *   times in milliseconds; `first` is the time until the first word
 */

/**
 * Bars one below the other over one axis of time. A bar is at least 2 pixels wide and has a label beside it, however short it was.
 * @param {string} label
 * @param {Bar[]} bars
 * @param {number} total the length of the axis
 * @param {(milliseconds: number) => string} format
 * @param {...any} below what else belongs to the figure
 */
export function waterfall(label, bars, total, format, ...below) {
  definePatterns();
  const height = 26;
  const words = el("p", { class: "plot-words", role: "status", text: t("plot.hint") });
  const names = el("ul", { class: "waterfall-names", "aria-hidden": "true" }, ...bars.map(bar => el("li", { title: bar.name, text: bar.name })));
  const cursor = svg("rect", { class: "plot-cursor", x: 0, width: "100%", height, visibility: "hidden" });
  const lines = [0, 0.25, 0.5, 0.75, 1].map(place => svg("line", { class: "plot-line", x1: share(place), x2: share(place), y1: 0, y2: "100%" }));
  const isSmall = bars.length <= 120;
  const rects = bars.flatMap((bar, index) => {
    const rect = svg(
      "rect",
      {
        class: bar.isOpen ? "bar-open" : bar.isFailed ? "bar-failed" : null, x: share(bar.start / total),
        y: index * height + 5, height: height - 10, rx: 2, fill: `url(#fill-${bar.fill})`
      }
    );
    rect.style.width = `max(2px, ${share(bar.duration / total)})`;
    const made = [rect];
    if (isSmall && bar.first && bar.duration > 0) {
      const wait = svg("rect", { class: "bar-first", x: share(bar.start / total), y: index * height + 5, height: height - 10 });
      wait.style.width = share(Math.min(bar.first, bar.duration) / total);
      made.push(wait);
    }
    // After the bar while a third of the width is free there, else where there is most room: after it, before it, or in it.
    const [start, end] = [bar.start / total, (bar.start + bar.duration) / total];
    const isAfter = 1 - end >= Math.min(1 / 3, Math.max(start, end - start));
    const isBefore = !isAfter && start > end - start;
    if (isSmall) made.push(svg(
      "text",
      {
        class: isAfter || isBefore ? "bar-time" : "bar-time inside", x: share(isBefore ? start : end), dx: isAfter ? 6 : -6, y: index * height + 17,
        "text-anchor": isAfter ? "start" : "end"
      },
      document.createTextNode(`${bar.isFailed ? "✕ " : ""}${format(bar.duration)}${bar.isOpen ? "…" : ""}`)
    ));
    return made;
  });
  const picture = svg(
    "svg",
    { class: "plot-picture", role: "img", "aria-label": label, width: "100%", height: Math.max(1, bars.length) * height },
    cursor, ...lines, ...rects
  );
  walk(picture, { count: () => bars.length, at: (_, y) => Math.floor(y * bars.length), show: index => {
    const bar = index === null ? undefined : bars[index];
    cursor.setAttribute("visibility", bar ? "visible" : "hidden");
    words.textContent = bar ? `${bar.name}: ${bar.note}` : t("plot.hint");
    if (bar && index !== null) cursor.setAttribute("y", String(index * height));
  } });
  // A run of a few milliseconds has fewer different times.
  const places = [[0, 0.25, 0.5, 0.75, 1], [0, 0.5, 1]].find(some => new Set(some.map(place => format(total * place))).size === some.length) ?? [0, 1];
  const ticks = el("div", { class: "plot-ticks", "aria-hidden": "true" }, ...places.map(place => {
    const tick = el("span", { text: format(total * place) });
    tick.style.left = share(place);
    return tick;
  }));
  return el(
    "figure", { class: "plot waterfall" },
    el("div", { class: "plot-frame" }, names, el("div", { class: "plot-area" }, picture), ticks),
    words, ...below
  );
}

/**
 * The numbers of a plot as a table that is folded away.
 * @param {string} label
 * @param {string[]} heads
 * @param {any[][]} rows texts or elements
 */
export function asTable(label, heads, rows) {
  return el("details", { class: "as-table" }, el("summary", { text: t("plot.table") }), el("div", {
    class: "as-table-body", tabindex: "0", role: "region", "aria-label": label
  },
    el("table", {}, el("caption", { class: "visually-hidden", text: label }), el(
      "thead", {},
      el("tr", {}, ...heads.map(text => el("th", { scope: "col", text })))
    ),
      el(
        "tbody", {},
        ...rows.map(row => el(
          "tr", {},
          ...row.map((cell, index) => {
            const made = el(index === 0 ? "th" : "td", index === 0 ? { scope: "row" } : {});
            made.append(cell);
            return made;
          })
        ))
      ))));
}
