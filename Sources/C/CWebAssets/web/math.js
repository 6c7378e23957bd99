// A subset of TeX as MathML, which browsers draw themselves. A source with anything else gives nothing, and is shown as it is.

/** @typedef {(parser: Parser) => Element} Reader */

const space = "http://www.w3.org/1998/Math/MathML";
/** The limits of a formula: characters, elements, and groups inside of each other. */
const [longest, most, deepest] = [4000, 2000, 32];

/**
 * Makes an element of MathML.
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node|string)} children
 */
function make(tag, attributes, ...children) {
  const node = document.createElementNS(space, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/**
 * Names and their characters, from a text of pairs.
 * @param {string} text
 */
const table = text => new Map(text.trim().split(/\s+/).map(pair => {
  const end = pair.indexOf(":", 1);
  return /** @type {[string, string]} */ ([pair.slice(0, end), pair.slice(end + 1)]);
}));

const letters = table(`
  alpha:α beta:β gamma:γ delta:δ epsilon:ϵ varepsilon:ε zeta:ζ eta:η theta:θ vartheta:ϑ iota:ι kappa:κ lambda:λ mu:μ nu:ν xi:ξ pi:π varpi:ϖ rho:ρ
  varrho:ϱ sigma:σ varsigma:ς tau:τ upsilon:υ phi:ϕ varphi:φ chi:χ psi:ψ omega:ω Gamma:Γ Delta:Δ Theta:Θ Lambda:Λ Xi:Ξ Pi:Π Sigma:Σ Upsilon:Υ Phi:Φ
  Psi:Ψ Omega:Ω infty:∞ partial:∂ nabla:∇ hbar:ℏ ell:ℓ Re:ℜ Im:ℑ aleph:ℵ emptyset:∅ varnothing:∅ imath:ı jmath:ȷ angle:∠ degree:° top:⊤ bot:⊥
  triangle:△ square:□ blacksquare:■ checkmark:✓ prime:′ pounds:£ euro:€ dagger:†`);
const operators = table(`
  times:× cdot:⋅ div:÷ pm:± mp:∓ ast:∗ star:⋆ circ:∘ bullet:∙ oplus:⊕ ominus:⊖ otimes:⊗ odot:⊙ setminus:∖ cap:∩ cup:∪ wedge:∧ land:∧ vee:∨ lor:∨ neg:¬
  lnot:¬ le:≤ leq:≤ leqslant:⩽ ge:≥ geq:≥ geqslant:⩾ ne:≠ neq:≠ ll:≪ gg:≫ approx:≈ sim:∼ simeq:≃ cong:≅ equiv:≡ propto:∝ doteq:≐ prec:≺ succ:≻ in:∈
  notin:∉ ni:∋ subset:⊂ subseteq:⊆ supset:⊃ supseteq:⊇ subsetneq:⊊ mid:∣ nmid:∤ parallel:∥ perp:⊥ to:→ rightarrow:→ longrightarrow:⟶ gets:← leftarrow:←
  longleftarrow:⟵ leftrightarrow:↔ Rightarrow:⇒ Longrightarrow:⟹ implies:⟹ Leftarrow:⇐ Leftrightarrow:⇔ iff:⟺ mapsto:↦ uparrow:↑ downarrow:↓ nearrow:↗
  searrow:↘ rightleftharpoons:⇌ hookrightarrow:↪ forall:∀ exists:∃ nexists:∄ therefore:∴ because:∵ ldots:… dots:… cdots:⋯ vdots:⋮ ddots:⋱ colon:: vdash:⊢
  models:⊨ lesssim:≲ gtrsim:≳ triangleq:≜ coloneqq:≔ asymp:≍`);
const fences = table("lbrace:{ rbrace:} langle:⟨ rangle:⟩ lfloor:⌊ rfloor:⌋ lceil:⌈ rceil:⌉ vert:| lvert:| rvert:| Vert:‖ lVert:‖ rVert:‖ lbrack:[ rbrack:]");
const large = table("sum:∑ prod:∏ coprod:∐ int:∫ iint:∬ iiint:∭ oint:∮ bigcup:⋃ bigcap:⋂ bigoplus:⨁ bigotimes:⨂ bigvee:⋁ bigwedge:⋀ bigsqcup:⨆");
const accents = table("hat:^ widehat:^ bar:¯ vec:→ tilde:~ widetilde:~ dot:˙ ddot:¨ overline:¯ overrightarrow:→ overbrace:⏞ check:ˇ");
const spaces = table(",:0.1667em ::0.2222em >:0.2222em ;:0.2778em !:-0.1667em quad:1em qquad:2em enspace:0.5em thinspace:0.1667em");
const functions = new Set("sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan log ln lg exp dim ker deg arg hom".split(" "));
const limits = new Set("lim max min sup inf det gcd Pr limsup liminf argmax argmin".split(" "));
const texts = new Set(["text", "textrm", "textnormal", "textbf", "textit", "mbox", "textsf", "texttt"]);
const ignored = new Set(["displaystyle", "textstyle", "limits", "nolimits", "nonumber", "notag", "hline"]);
/** The first capital, small letter and digit of a style, and the characters that Unicode has elsewhere. */
const styles = /** @type {Record<string, [number, number, number, Record<string, string>]>} */ ({
  mathbf: [0x1d400, 0x1d41a, 0x1d7ce, {}], boldsymbol: [0x1d468, 0x1d482, 0x1d7ce, {}], bm: [0x1d468, 0x1d482, 0x1d7ce, {}],
  mathbb: [0x1d538, 0x1d552, 0x1d7d8, { C: "ℂ", H: "ℍ", N: "ℕ", P: "ℙ", Q: "ℚ", R: "ℝ", Z: "ℤ" }],
  mathcal: [0x1d49c, 0x1d4b6, 0, { B: "ℬ", E: "ℰ", F: "ℱ", H: "ℋ", I: "ℐ", L: "ℒ", M: "ℳ", R: "ℛ", e: "ℯ", g: "ℊ", o: "ℴ" }],
  mathfrak: [0x1d504, 0x1d51e, 0, { C: "ℭ", H: "ℌ", I: "ℑ", R: "ℜ", Z: "ℨ" }], mathsf: [0x1d5a0, 0x1d5ba, 0x1d7e2, {}], mathtt: [0x1d670, 0x1d68a, 0x1d7f6, {}],
  mathit: [0, 0, 0, {}], mathrm: [0, 0, 0, {}], operatorname: [0, 0, 0, {}],
});
styles.mathscr = styles.mathcal;
/** The brackets around a table, by its environment. */
const environments = /** @type {Record<string, [string, string]>} */ ({
  matrix: ["", ""], smallmatrix: ["", ""], pmatrix: ["(", ")"], bmatrix: ["[", "]"], Bmatrix: ["{", "}"], vmatrix: ["|", "|"], Vmatrix: ["‖", "‖"],
  cases: ["{", ""], aligned: ["", ""], align: ["", ""], "align*": ["", ""], split: ["", ""], array: ["", ""], gather: ["", ""], "gather*": ["", ""],
  gathered: ["", ""], equation: ["", ""], "equation*": ["", ""],
});

/** What a formula has that is not read here. */
class Unknown extends Error {}

/** Reads a formula once, from its start to its end. */
class Parser {
  #at = 0; #made = 0; #depth = 0;
  /** The style of letters, by the command that set it. */
  #style = "";

  /** @param {string} source */
  constructor(source) { this.source = source; }

  /** The whole formula. */
  all() {
    const found = this.#row([]);
    if (this.#at < this.source.length) throw new Unknown();
    return found;
  }

  /**
   * Makes an element, and counts it.
   * @param {string} tag
   * @param {Record<string, string>} attributes
   * @param {...(Node|string)} children
   */
  #node(tag, attributes, ...children) {
    if (++this.#made > most) throw new Unknown();
    return make(tag, attributes, ...children);
  }

  #skip() { while (/\s/.test(this.source[this.#at] ?? "")) this.#at++; }

  /** The next token: a command with its backslash, or a character; "" at the end. It is not passed. */
  #peek() {
    this.#skip();
    const char = this.source[this.#at] ?? "";
    if (char !== "\\") return char === "" ? "" : String.fromCodePoint(/** @type {number} */ (this.source.codePointAt(this.#at)));
    let end = this.#at + 1;
    while (/[A-Za-z]/.test(this.source[end] ?? "")) end++;
    if (end === this.#at + 1) end++;
    else if (this.source[end] === "*" && this.source.slice(this.#at, end) === "\\operatorname") end++;
    return this.source.slice(this.#at, end);
  }

  #next() {
    const token = this.#peek();
    this.#at += token.length;
    return token;
  }

  /** @param {string} token */
  #expect(token) { if (this.#next() !== token) throw new Unknown(); }

  /**
   * Reads up to one of some tokens, which is not passed, or to the end.
   * @param {string[]} ends
   * @returns {Element}
   */
  #row(ends) {
    if (++this.#depth > deepest) throw new Unknown();
    const parts = [];
    for (let token = this.#peek(); token !== "" && !ends.includes(token) && token !== "}"; token = this.#peek()) {
      const part = this.#scripted();
      if (part) parts.push(part);
    }
    this.#depth--;
    return parts.length === 1 ? parts[0] : this.#node("mrow", {}, ...parts);
  }

  /** Reads a group in braces, or one token, as a command wants it. */
  #argument() {
    if (this.#peek() === "{") {
      this.#next();
      const row = this.#row([]);
      this.#expect("}");
      return row;
    }
    // Of a number a command takes one digit.
    if (/[0-9]/.test(this.#peek())) return this.#letter(this.#next());
    if (++this.#depth > deepest) throw new Unknown();
    const found = this.#atom();
    this.#depth--;
    if (!found) throw new Unknown();
    return found;
  }

  /** Reads a group in braces as text. */
  #raw() {
    this.#expect("{");
    const start = this.#at;
    let depth = 1;
    for (; depth > 0; this.#at++) {
      const char = this.source[this.#at];
      if (char === undefined) throw new Unknown();
      if (char === "\\") this.#at++;
      else if (char === "{") depth++;
      else if (char === "}") depth--;
    }
    return this.source.slice(start, this.#at - 1);
  }

  /** Reads an atom with what stands above and below it; null for what draws nothing. */
  #scripted() {
    const start = this.#peek();
    const isLimit = large.has(start.slice(1)) && !/int$/.test(start) || limits.has(start.slice(1)) || ["\\underbrace", "\\overbrace", "\\operatorname*"].includes(start);
    let base = this.#atom();
    /** @type {Element|null} */ let lower = null;
    /** @type {Element|null} */ let upper = null;
    for (let token = this.#peek(); ; token = this.#peek()) {
      if (token === "\\limits" || token === "\\nolimits") { this.#next(); continue; }
      if (token === "_" && !lower) { this.#next(); lower = this.#argument(); }
      else if (token === "^" && !upper) { this.#next(); upper = this.#argument(); }
      else if (token === "'" && !upper) {
        let primes = "";
        while (this.#peek() === "'") { this.#next(); primes += "′"; }
        upper = this.#node("mo", {}, primes);
        if (this.#peek() === "^") { this.#next(); upper = this.#node("mrow", {}, upper, this.#argument()); }
      } else break;
    }
    if (!lower && !upper) return base;
    base ??= this.#node("mrow", {});
    const name = isLimit ? ["munder", "mover", "munderover"] : ["msub", "msup", "msubsup"];
    if (lower && upper) return this.#node(name[2], {}, base, lower, upper);
    return lower ? this.#node(name[0], {}, base, lower) : this.#node(name[1], {}, base, /** @type {Element} */ (upper));
  }

  /**
   * Letters in the style that is set.
   * @param {string} text
   */
  #letter(text) {
    const [capital, small, digit, others] = this.#style ? styles[this.#style] : [0, 0, 0, {}];
    const shift = (/** @type {number} */ start, /** @type {string} */ first) => String.fromCodePoint(start + text.charCodeAt(0) - first.charCodeAt(0));
    const isRoman = this.#style === "mathrm" || this.#style === "operatorname";
    if (Object.hasOwn(others, text)) return this.#node("mi", {}, others[text]);
    if (capital && /^[A-Z]$/.test(text)) return this.#node("mi", {}, shift(capital, "A"));
    if (small && /^[a-z]$/.test(text)) return this.#node("mi", {}, shift(small, "a"));
    if (/^[0-9]/.test(text)) return this.#node("mn", {}, digit ? text.replace(/[0-9]/g, one => String.fromCodePoint(digit + Number(one))) : text);
    return this.#node("mi", isRoman ? { mathvariant: "normal" } : {}, text);
  }

  /**
   * A bracket; it grows with what it encloses only if it is asked to.
   * @param {string} text
   * @param {boolean} grows
   */
  #fence(text, grows = false) { return this.#node("mo", { stretchy: String(grows) }, text); }

  /** Reads the bracket after `\left` and the like. */
  #bracket() {
    const token = this.#next();
    if (token === ".") return "";
    if ("()[]|/<>".includes(token) && token) return ({ "<": "⟨", ">": "⟩" })[token] ?? token;
    const named = { "\\{": "{", "\\}": "}", "\\|": "‖" }[token] ?? fences.get(token.slice(1)) ?? (/arrow$/.test(token) ? operators.get(token.slice(1)) : undefined);
    if (named === undefined) throw new Unknown();
    return named;
  }

  /** @returns {Element|null} */
  #atom() {
    const token = this.#next();
    if (token === "") throw new Unknown();
    if (token === "{") {
      const row = this.#row([]);
      this.#expect("}");
      return row;
    }
    if (token.startsWith("\\")) return this.#command(token.slice(1));
    if (/[0-9]/.test(token)) {
      let number = token;
      while (/[0-9]/.test(this.source[this.#at] ?? "") || (this.source[this.#at] === "." && /[0-9]/.test(this.source[this.#at + 1] ?? ""))) number += this.source[this.#at++];
      return this.#letter(number);
    }
    if (token === "~") return this.#node("mspace", { width: "0.3333em" });
    if (/^\p{L}|^\p{So}/u.test(token)) {
      // Roman letters beside each other are one word.
      let word = token;
      if (this.#style === "mathrm" || this.#style === "operatorname") while (/[A-Za-z]/.test(this.source[this.#at] ?? "")) word += this.source[this.#at++];
      return this.#letter(word);
    }
    if ("()[]|".includes(token)) return this.#fence(token);
    if (token === "^" || token === "_" || token === "'") { this.#at -= token.length; return this.#node("mrow", {}); }
    if ("&#$}".includes(token)) throw new Unknown();
    return this.#node("mo", {}, ({ "-": "−", "*": "∗", "`": "‘" })[token] ?? token);
  }

  /**
   * @param {string} name
   * @returns {Element|null}
   */
  #command(name) {
    const simple = letters.get(name);
    if (simple) return this.#node("mi", {}, simple);
    if (operators.has(name)) return this.#node("mo", {}, /** @type {string} */ (operators.get(name)));
    if (fences.has(name)) return this.#fence(/** @type {string} */ (fences.get(name)));
    if (large.has(name)) return this.#node("mo", { largeop: "true", ...(/int$/.test(name) ? {} : { movablelimits: "true" }) }, /** @type {string} */ (large.get(name)));
    if (spaces.has(name)) return this.#node("mspace", { width: /** @type {string} */ (spaces.get(name)) });
    if (functions.has(name) || limits.has(name)) return this.#node("mi", { mathvariant: "normal" }, name.replace(/^(lim|arg)(?=sup|inf|max|min)/, "$1 "));
    if (ignored.has(name)) return null;
    if (texts.has(name)) return this.#text(name);
    if (Object.hasOwn(styles, name) || name === "operatorname*") return this.#styled(name.replace("*", ""));
    if (accents.has(name)) {
      const isWide = /^(wide|over)/.test(name);
      return this.#node("mover", { accent: "true" }, this.#argument(), this.#node("mo", { stretchy: String(isWide) }, /** @type {string} */ (accents.get(name))));
    }
    switch (name) {
      case " ": return this.#node("mspace", { width: "0.3333em" });
      case "{": case "}": return this.#fence(name);
      case "|": return this.#fence("‖");
      case "%": case "$": case "#": case "&": case "_": return this.#node("mo", {}, name);
      case "frac": case "dfrac": case "tfrac": case "cfrac": return this.#node("mfrac", {}, this.#argument(), this.#argument());
      case "binom": case "dbinom": case "tbinom":
        return this.#node("mrow", {}, this.#fence("(", true), this.#node("mfrac", { linethickness: "0" }, this.#argument(), this.#argument()), this.#fence(")", true));
      case "sqrt": return this.#root();
      case "underline": return this.#node("munder", {}, this.#argument(), this.#node("mo", { stretchy: "true" }, "_"));
      case "underbrace": return this.#node("munder", {}, this.#argument(), this.#node("mo", { stretchy: "true" }, "⏟"));
      case "overset": case "stackrel": { const above = this.#argument(); return this.#node("mover", {}, this.#argument(), above); }
      case "underset": { const below = this.#argument(); return this.#node("munder", {}, this.#argument(), below); }
      case "xrightarrow": return this.#node("mover", {}, this.#node("mo", { stretchy: "true" }, "→"), this.#argument());
      case "boxed": return this.#node("mrow", { class: "boxed" }, this.#argument());
      case "phantom": return this.#node("mphantom", {}, this.#argument());
      case "tag": return this.#node("mrow", {}, this.#node("mspace", { width: "2em" }), this.#node("mtext", {}, `(${this.#plain(this.#raw())})`));
      case "bmod": return this.#node("mo", { lspace: "0.2222em", rspace: "0.2222em" }, "mod");
      case "pmod": return this.#node("mrow", {}, this.#node("mspace", { width: "0.5em" }), this.#fence("("), this.#node("mi", {}, "mod"), this.#node("mspace", { width: "0.3em" }), this.#argument(), this.#fence(")"));
      case "not": {
        const next = this.#atom();
        if (next?.localName !== "mo") throw new Unknown();
        next.append("\u0338");
        return next;
      }
      case "left": return this.#enclosed();
      case "begin": return this.#environment();
    }
    if (/^(big|Big|bigg|Bigg)[lrm]?$/.test(name)) return this.#fence(this.#bracket());
    throw new Unknown();
  }

  #root() {
    if (this.#peek() !== "[") return this.#node("msqrt", {}, this.#argument());
    this.#next();
    const index = this.#row(["]"]);
    this.#expect("]");
    return this.#node("mroot", {}, this.#argument(), index);
  }

  /** Reads what stands between `\left` and `\right`. */
  #enclosed() {
    const parts = [this.#bracket()].map(open => this.#fence(open, true));
    for (;;) {
      parts.push(this.#row(["\\right", "\\middle"]));
      const token = this.#next();
      if (token !== "\\right" && token !== "\\middle") throw new Unknown();
      parts.push(this.#fence(this.#bracket(), true));
      if (token === "\\right") return this.#node("mrow", {}, ...parts);
    }
  }

  /**
   * A text without the backslashes before signs.
   * @param {string} text
   */
  #plain(text) {
    if (/\\[A-Za-z]|\$/.test(text.replace(/\\\$/g, ""))) throw new Unknown();
    return text.replace(/\\(.)/g, "$1").replace(/[{}]/g, "").replace(/ /g, "\u00a0");
  }

  /** @param {string} name */
  #text(name) {
    const style = { textbf: "bold", textit: "italic", texttt: "code" }[name];
    return this.#node("mtext", style ? { class: style } : {}, this.#plain(this.#raw()));
  }

  /** @param {string} name */
  #styled(name) {
    const before = this.#style;
    this.#style = name;
    const found = this.#argument();
    this.#style = before;
    return found;
  }

  #environment() {
    const name = this.#raw();
    if (!Object.hasOwn(environments, name)) throw new Unknown();
    const brackets = environments[name];
    if (name === "array") this.#raw();
    const isAligned = /^(align|aligned|split)/.test(name);
    /** @type {Element[]} */ const rows = [];
    /** @type {Element[]} */ let cells = [];
    for (;;) {
      const row = this.#row(["&", "\\\\", "\\end"]);
      const side = isAligned ? (cells.length % 2 === 0 ? "end" : "start") : name === "cases" ? "start" : "";
      cells.push(this.#node("mtd", side ? { class: side } : {}, row));
      const token = this.#next();
      if (token === "&") continue;
      if (token !== "\\\\" && token !== "\\end") throw new Unknown();
      const isEmpty = cells.length === 1 && row.childNodes.length === 0;
      if (!(token === "\\end" && isEmpty)) rows.push(this.#node("mtr", {}, ...cells));
      cells = [];
      if (token === "\\end") break;
      // The distance to the next row.
      if (this.#peek() === "[" && /^\[-?[0-9.]{1,6}[a-z]{2}\]/.test(this.source.slice(this.#at, this.#at + 12))) this.#at = this.source.indexOf("]", this.#at) + 1;
    }
    if (this.#raw() !== name) throw new Unknown();
    const body = this.#node("mtable", isAligned || name === "cases" ? { class: "aligned" } : {}, ...rows);
    if (!brackets[0]) return body;
    return this.#node("mrow", {}, this.#fence(brackets[0], true), body, ...(brackets[1] ? [this.#fence(brackets[1], true)] : []));
  }
}

/**
 * Draws a formula.
 * @param {string} source without the signs around it
 * @param {boolean} isBlock whether it stands on lines of its own
 * @returns {Element|null} null for a formula that is not read
 */
export function formula(source, isBlock) {
  if (source.trim() === "" || source.length > longest) return null;
  try {
    return make("math", { dir: "ltr", ...(isBlock ? { display: "block" } : {}) }, new Parser(source.trim()).all());
  } catch (error) {
    if (error instanceof Unknown) return null;
    throw error;
  }
}
