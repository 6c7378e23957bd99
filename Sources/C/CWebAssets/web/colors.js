// The colors of code, by the Custom Highlight API: no element is added, so the text of a block stays one node.

/** The most characters of a block that are colored, and the most parts. */
const [longest, most] = [100_000, 5_000];

const words = {
  c: "alignas alignof auto bool break case catch char class const constexpr continue default delete do double else enum explicit extern false final float for friend goto if inline int long namespace new noexcept nullptr NULL operator override private protected public return short signed sizeof static struct switch template this throw true try typedef typename union unsigned using virtual void volatile while",
  java: "abstract as boolean break byte case catch char class const continue data default do double else enum extends false final finally float for fun if implements import in instanceof int interface internal is it lateinit let long module namespace new null object open override package private protected public record return sealed short static string super switch synchronized this throw throws true try typeof using val var virtual void when while yield async await",
  js: "as async await break case catch class const continue debugger default delete do else enum export extends false finally for from function get if implements import in instanceof interface keyof let new null of private protected public readonly return satisfies set static super switch this throw true try type typeof undefined var void while with yield",
  python: "False None True and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return self try while with yield",
  ruby: "alias and begin break case class def defined do else elsif end ensure false for if in module next nil not or redo require rescue retry return self super then true undef unless until when while yield",
  swift: "actor any as associatedtype async await borrowing break case catch class consuming continue default defer deinit didSet do else enum extension fallthrough false fileprivate final for func get guard if import in indirect init inout internal is isolated lazy let mutating nil nonisolated open operator override package private protocol public repeat rethrows return self Self sending set some static struct subscript super switch throw throws true try typealias unowned var weak where while willSet",
  go: "break case chan const continue default defer else fallthrough false for func go goto if import interface iota map nil package range return select struct switch true type var string int bool error byte rune",
  rust: "as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type unsafe use where while",
  sh: "alias case cd do done echo elif else esac exit export fi for function if in local read return select set shift source sudo then unset until while",
  sql: "add all alter and as asc between by case cast check column constraint count create cross default delete desc distinct drop else end exists foreign from full group having if in index inner insert into is join key left like limit not null offset on or order outer primary references right select set table then union unique update using values view when where with",
  data: "true false null yes no on off none",
  php: "abstract and array as break callable case catch class const continue declare default do echo else elseif enum extends final finally fn for foreach function global if implements include instanceof interface match namespace new null or private protected public readonly require return static switch this throw trait true false try use var while yield",
};

// Each alternative begins with another character or ends at its first end, so a text is read once.
const strings = String.raw`"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?`;
const [slashes, hash, dashes] = [String.raw`\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?`, String.raw`#[^\n]*`, String.raw`--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?`];
const long = String.raw`"""(?:[^"]|"(?!""))*(?:""")?|'''(?:[^']|'(?!''))*(?:''')?|`;
const back = "|`(?:[^`\\\\]|\\\\[\\s\\S])*`?";

/**
 * Comments, strings and words of a language.
 * @type {Record<string, [string, string, string, boolean?]>}
 */
const languages = {
  c: [slashes, strings, words.c], java: [slashes, long + strings, words.java], js: [slashes, strings + back, words.js], python: [hash, long + strings, words.python],
  ruby: [hash, strings, words.ruby], swift: [slashes, long + String.raw`"(?:[^"\\\n]|\\.)*"?`, words.swift], go: [slashes, strings + back, words.go],
  rust: [slashes, String.raw`"(?:[^"\\]|\\[\s\S])*"?`, words.rust], sh: [String.raw`(?<![^\s;])#[^\n]*`, strings, words.sh], sql: [dashes, strings, words.sql, true],
  data: [hash, strings, words.data], json: [slashes, strings, words.data], css: [String.raw`\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?`, strings, ""], php: [`${slashes}|${hash}`, strings, words.php],
  html: [String.raw`<!--(?:[^-]|-(?!->))*(?:-->)?`, strings, ""],
};
const names = new Map(Object.entries({
  c: "c cpp c++ cc h hpp objc objective-c cuda arduino", java: "java kotlin kt cs c# csharp scala dart", js: "js javascript jsx ts typescript tsx mjs", python: "python py python3",
  ruby: "ruby rb", swift: "swift", go: "go golang", rust: "rust rs", sh: "sh bash shell zsh console fish", sql: "sql sqlite postgresql mysql", data: "yaml yml toml ini conf env dockerfile makefile",
  json: "json json5 jsonc", css: "css scss less", php: "php", html: "html xml svg xhtml vue",
}).flatMap(([kind, all]) => all.split(" ").map(name => /** @type {[string, string]} */ ([name, kind]))));

/** @type {Map<string, RegExp>} */ const patterns = new Map();

/** @param {string} kind */
function pattern(kind) {
  const known = patterns.get(kind);
  if (known) return known;
  const [comment, string, list, ignoresCase] = languages[kind];
  const word = list ? `|(?<keyword>(?<![\\w$@.-])(?:${list.split(" ").join("|")})(?![\\w-]))` : kind === "html" ? "|(?<keyword><\\/?[A-Za-z][\\w:-]*|\\/?>)" : "|(?<keyword>@[\\w-]+|--[\\w-]+)";
  const made = new RegExp(`(?<comment>${comment})|(?<string>${string})${word}|(?<number>(?<![\\w$.])(?:0[xX][\\da-fA-F_]+|\\d[\\d_]*(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)(?!\\w))`, ignoresCase ? "gi" : "g");
  patterns.set(kind, made);
  return made;
}

/** @type {{text: Node, kind: string, range: StaticRange}[]} */ let drawn = [];

/** @param {string} kind */
function highlight(kind) {
  const name = `code-${kind}`;
  const api = /** @type {any} */ (globalThis);
  if (!api.CSS.highlights.has(name)) api.CSS.highlights.set(name, new api.Highlight());
  return api.CSS.highlights.get(name);
}

/**
 * Colors a block of code.
 * @param {Element} code an element with one text
 * @param {string} language as the block names it
 * @returns {number} how many parts got a color
 */
export function color(code, language) {
  const kind = names.get(language.toLowerCase());
  const text = code.firstChild;
  if (!kind || !text || !(/** @type {any} */ (globalThis).Highlight)) return 0;
  // What is no longer on the page is forgotten.
  const gone = drawn.filter(one => !one.text.isConnected);
  for (const { kind, range } of gone) highlight(kind).delete(range);
  if (gone.length > 0) drawn = drawn.filter(one => one.text.isConnected);
  const before = drawn.length;
  for (const found of (text.textContent ?? "").slice(0, longest).matchAll(pattern(kind))) {
    const part = Object.entries(found.groups ?? {}).find(([, value]) => value !== undefined)?.[0];
    if (!part || found[0] === "") continue;
    const range = new StaticRange({ startContainer: text, startOffset: found.index ?? 0, endContainer: text, endOffset: (found.index ?? 0) + found[0].length });
    highlight(part).add(range);
    drawn.push({ text, kind: part, range });
    if (drawn.length - before >= most) break;
  }
  return drawn.length - before;
}
