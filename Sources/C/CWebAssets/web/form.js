// Fields, forms in dialogs, and the dialogs before something ends.
import { Dialog, el, explain, randomKey } from "./base.js";
import { t } from "./i18n.js";

/**
 * @typedef {{node: any, input: any, value: () => any}} Field
 */

/**
 * Puts a label, a hint and an input together.
 * @param {string} label
 * @param {any} input
 * @param {string} [hint]
 * @param {() => any} [value]
 * @returns {Field}
 */
export function field(label, input, hint, value = () => input.value.trim()) {
  input.id ||= `field-${randomKey().slice(0, 8)}`;
  const note = hint ? el("small", { class: "hint", id: `${input.id}-hint`, text: hint }) : null;
  if (note) input.setAttribute("aria-describedby", note.id);
  return { input, value, node: el("div", { class: "field" }, el("label", { for: input.id, text: label }), input, note) };
}

/**
 * @param {string} label
 * @param {{value?: string, hint?: string, required?: boolean, pattern?: string, placeholder?: string, maxlength?: number}} [options]
 */
export function textField(label, options = {}) {
  const input = el(
    "input",
    {
      type: "text", autocomplete: "off", spellcheck: "false", required: options.required,
      maxlength: options.maxlength ?? 200, placeholder: options.placeholder
    }
  );
  input.value = options.value ?? "";
  return field(label, input, options.hint);
}

/**
 * A whole number; `null` for an empty field.
 * @param {string} label
 * @param {{value?: number|null, hint?: string, min?: number, max?: number, required?: boolean, placeholder?: string}} [options]
 */
export function numberField(label, options = {}) {
  const input = el(
    "input",
    {
      type: "number", inputmode: "numeric", step: "1", min: options.min ?? 0, max: options.max,
      required: options.required, placeholder: options.placeholder
    }
  );
  input.value = options.value ?? "";
  return field(label, input, options.hint, () => input.value === "" ? null : Number(input.value));
}

/**
 * An amount of money, as decimal text with a point; empty for none. The field says so, because a browser says only that the form is wrong.
 * @param {string} label
 * @param {{value?: string, placeholder?: string}} [options]
 */
export function moneyField(label, options = {}) {
  const made = textField(label, { ...options, maxlength: 20 });
  const { input } = made;
  input.setAttribute("inputmode", "decimal");
  input.addEventListener("input", () => input.setCustomValidity(/^(\d+(\.\d{1,6})?)?$/.test(made.value()) ? "" : t("money.form")));
  return made;
}

/**
 * @param {string} label
 * @param {[string, string][]} options values and texts
 * @param {string} [value]
 * @param {string} [hint]
 */
export function choiceField(label, options, value, hint) {
  return field(label, el("select", {}, ...options.map(([name, text]) => el("option", { value: name, text, selected: name === value }))), hint);
}

/**
 * A JSON object as a text; `null` while the text is none. The field says so, because a browser says only that the form is wrong.
 * @param {string} label
 * @param {any} [value]
 * @param {{hint?: string, rows?: number}} [options]
 */
export function jsonField(label, value = {}, options = {}) {
  const input = el("textarea", { rows: options.rows ?? 8, spellcheck: "false", autocomplete: "off", autocapitalize: "off" });
  input.value = JSON.stringify(value, null, 2);
  const read = () => {
    try {
      const made = JSON.parse(input.value);
      return made !== null && typeof made === "object" && !Array.isArray(made) ? made : null;
    } catch { return null; }
  };
  input.addEventListener("input", () => input.setCustomValidity(read() ? "" : t("json.form")));
  return field(label, input, options.hint, read);
}

/** The most clients of a list. Of more, one is searched for. */
const mostChoices = 50;
/** The most names that a search offers. */
const mostOffers = 20;

/**
 * A field that chooses a client or all of them: from a list, or by a search where there are many.
 * @param {any[]} clients
 * @param {string} chosen an id, or ""
 * @param {() => void} changed
 * @returns {Field}
 */
export function clientField(clients, chosen, changed) {
  const sorted = [...clients].sort((first, second) => first.name.localeCompare(second.name));
  if (sorted.length <= mostChoices) {
    const made = choiceField(t("client"), [["", t("all")], ...sorted.map(client => /** @type {[string, string]} */ ([client.id, client.name]))], chosen);
    made.input.addEventListener("change", changed);
    return made;
  }
  const counts = new Map();
  for (const { name } of sorted) counts.set(name, (counts.get(name) ?? 0) + 1);
  const shown = (/** @type {any} */ client) => counts.get(client.name) > 1 ? `${client.name} (${client.id.slice(0, 8)})` : client.name;
  const offers = el("datalist", { id: `clients-${randomKey().slice(0, 8)}` });
  const input = el("input", { type: "search", list: offers.id, autocomplete: "off", spellcheck: "false", placeholder: t("client.search"), maxlength: 200 });
  const known = sorted.find(client => client.id === chosen);
  let id = known?.id ?? "";
  input.value = known ? shown(known) : "";
  const offer = () => {
    const wanted = input.value.trim().toLowerCase();
    const found = sorted.filter(client => client.name.toLowerCase().includes(wanted) || client.id.startsWith(wanted)).slice(0, mostOffers);
    offers.replaceChildren(...found.map(client => el("option", { value: shown(client) })));
  };
  input.addEventListener("input", () => { input.setCustomValidity(""); offer(); });
  input.addEventListener("change", () => {
    const wanted = input.value.trim();
    const client = sorted.find(client => shown(client) === wanted || client.id === wanted);
    if (wanted && !client) {
      input.setCustomValidity(t("client.unknown"));
      input.reportValidity();
      return;
    }
    id = client?.id ?? "";
    changed();
  });
  offer();
  const made = field(t("client"), input, undefined, () => id);
  made.node.append(offers);
  return made;
}

/**
 * A time in the browser's zone, as ISO text; `null` for an empty field.
 * @param {string} label
 * @param {string|null} [value]
 * @param {string} [hint]
 */
export function timeField(label, value, hint) {
  const input = el("input", { type: "datetime-local" });
  if (value) {
    const date = new Date(value);
    input.value = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  }
  return field(label, input, hint, () => input.value ? new Date(input.value).toISOString().replace(/\.\d+Z$/, "Z") : null);
}

/**
 * @param {string} label
 * @param {boolean} [value]
 */
export function checkField(label, value = false) {
  const input = el("input", { type: "checkbox", id: `field-${randomKey().slice(0, 8)}` });
  input.checked = value;
  return { input, value: () => input.checked, node: el("div", { class: "field check-field" }, input, el("label", { for: input.id, text: label })) };
}

/**
 * A field for a secret. It is no password field, because browsers would offer to keep the text, and it has no name and no spelling check,
 * which would send the text away. `value()` reads the field and clears it.
 * @param {string} label
 * @param {{hint?: string, warn?: (text: string) => string}} [options] `warn` returns what is suspicious about a text
 * @returns {Field}
 */
export function secretField(label, options = {}) {
  const input = el(
    "input",
    {
      type: "text", class: "secret", autocomplete: "off", autocapitalize: "off", autocorrect: "off",
      spellcheck: "false", required: true, "data-secret": ""
    }
  );
  const warning = el("p", { class: "warning", role: "status" });
  input.addEventListener("input", () => { warning.textContent = options.warn?.(input.value.trim()) ?? ""; });
  const made = field(label, input, options.hint, () => {
    const text = input.value.trim();
    input.value = "";
    warning.textContent = "";
    return text;
  });
  made.node.append(warning);
  return made;
}

/**
 * The members that differ from those of a form when it was opened, so that a request changes, and the audit lists, nothing else.
 * @param {Record<string, any>} before
 * @param {Record<string, any>} after
 */
export function changedMembers(before, after) {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])));
}

/**
 * The merge patch (RFC 7396) that makes one object another: a member that is gone is null.
 * @param {Record<string, any>} before
 * @param {Record<string, any>} after
 * @returns {Record<string, any>}
 */
export function mergePatch(before, after) {
  const isObject = (/** @type {any} */ value) => value !== null && typeof value === "object" && !Array.isArray(value);
  const removed = Object.keys(before).filter(name => !Object.hasOwn(after, name)).map(name => [name, null]);
  const changed = Object.entries(changedMembers(before, after)).map(
    ([name, value]) => [name, isObject(value) ? mergePatch(isObject(before[name]) ? before[name] : {}, value) : value]
  );
  return Object.fromEntries([...removed, ...changed]);
}

/**
 * An error for people: the text of the page, what the server says, and the faults of fields.
 * @param {any} error
 * @returns {Node[]}
 */
export function describe(error) {
  const text = explain(error);
  // Of a wrong token the server says no more than the page.
  const detail = error?.status === 401 ? "" : error?.problem?.detail;
  const faults = error?.problem?.errors ?? [];
  const isMore = detail && detail !== text;
  // The server's sentence starts with a small letter, because a name may be its first word; so it follows a colon.
  return [
    el("span", { text: isMore ? text.replace(/\.$/, ":").replace(/。$/, "：") : text }),
    isMore && el("span", { class: "detail", lang: "en", text: detail }),
    faults.length > 0 && el(
      "ul", {},
      ...faults.map((/** @type {any} */ fault) => el("li", { lang: "en", text: `${fault.pointer.replace(/^\//, "")}: ${fault.detail}` }))
    )
  ].filter(Boolean);
}

/**
 * Asks for fields and performs an action with them, until it succeeds or the person cancels.
 * @param {string} title
 * @param {{fields?: Field[], intro?: any[], verb: string, kind?: string, class?: string, perform: (dialog: FormDialog) => Promise<any>}} options
 * @returns {Promise<any>} what the action returned; `null` if it was cancelled
 */
export async function ask(title, options) {
  const dialog = new FormDialog(title, options);
  return dialog.ask();
}

/** What an action returns if the dialog shall stay open. */
export const stays = Symbol("stays");

/** A dialog with fields and a button that performs an action. */
export class FormDialog extends Dialog {
  /** @type {any} */ #result = null;
  #isBusy = false;

  /**
   * @param {string} title
   * @param {{fields?: Field[], intro?: any[], verb: string, kind?: string, class?: string, isAlert?: boolean, perform: (dialog: FormDialog) => Promise<any>}} options
   */
  constructor(title, options) {
    super(title, { class: ["form-dialog", options.class].filter(Boolean).join(" "), isAlert: options.isAlert });
    this.options = options;
    this.problem = el("div", { class: "problem", role: "alert" });
    this.form = el("form", {
      id: `form-${randomKey().slice(0, 8)}`, autocomplete: "off",
      on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); this.#submit(); } }
    },
      ...(options.intro ?? []), ...(options.fields ?? []).map(({ node }) => node), this.problem);
    this.body.append(this.form);
    this.cancel = this.button(t("cancel"), "", "cancel");
    this.verb = el("button", { type: "submit", form: this.form.id, class: options.kind ?? "primary", text: options.verb });
    this.actions.append(this.verb);
    if (options.kind === "danger") this.cancel.autofocus = true;
  }

  /** @returns {Promise<any>} */
  async ask() {
    await this.show();
    return this.#result;
  }

  async #submit() {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.verb.disabled = true;
    this.verb.setAttribute("aria-busy", "true");
    this.problem.replaceChildren();
    try {
      const result = await this.options.perform(this);
      if (result === stays) return;
      this.#result = result;
      this.close("done");
    } catch (error) {
      this.problem.replaceChildren(...describe(error));
    } finally {
      this.#isBusy = false;
      this.verb.disabled = false;
      this.verb.removeAttribute("aria-busy");
    }
  }
}

/**
 * Asks before something ends. The focus is on Cancel, and the button has the verb. With `typed`, the person must type that text first.
 * @param {string} title
 * @param {{text: string, ends?: string[], verb: string, typed?: string, typedLabel?: string, fields?: Field[], perform: () => Promise<any>}} options
 *   `ends` lists what will end
 * @returns {Promise<any>} what the action returned, or true; `null` if it was cancelled
 */
export async function askToEnd(title, options) {
  const name = options.typed === undefined ? null : textField(options.typedLabel ?? t("danger.type", { name: options.typed }));
  const dialog = new FormDialog(title, {
    verb: options.verb, kind: "danger", class: "danger-dialog", isAlert: true, fields: [...(options.fields ?? []), ...(name ? [name] : [])],
    intro: [
      el("p", { text: options.text }),
      (options.ends ?? []).length > 0 && el("ul", { class: "ends" }, ...(options.ends ?? []).map(text => el("li", { text })))
    ].filter(Boolean),
    perform: () => options.perform().then(result => result ?? true),
  });
  if (name) {
    name.node.classList.add("typed-name");
    dialog.verb.disabled = true;
    name.input.addEventListener("input", () => { dialog.verb.disabled = name.value() !== options.typed; });
  }
  return dialog.ask();
}

/**
 * A button that copies a text, and says so beside it.
 * @param {string} label
 * @param {string} kind the class of the button
 * @param {() => string} text
 */
export function copyButton(label, kind, text) {
  const said = el("span", { class: "label", role: "status" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      said.textContent = t("copied");
    } catch { said.textContent = t("copy.failed"); }
  };
  return el("p", { class: "copy-line" }, el("button", { type: "button", class: kind, text: label, on: { click: copy } }), " ", said);
}

/**
 * Shows a secret once. It is gone from the page when the person has stored it.
 * @param {string} title
 * @param {string} text what the secret is for
 * @param {string} secret
 * @param {string[]} [warnings]
 */
export async function showOnce(title, text, secret, warnings = []) {
  const dialog = new Dialog(title, { cannotClose: true, class: "once-dialog" });
  const node = el("output", { class: "once", text: secret });
  secret = "";
  dialog.body.append(
    el("p", { text }), node, copyButton(t("copy"), "copy-once", () => node.textContent), el("p", { class: "warning", text: t("once.warning") }),
    ...warnings.map(warning => el("p", { class: "warning", lang: "en", text: warning })),
  );
  dialog.button(t("once.stored"), "", "primary");
  await dialog.show();
  node.textContent = "";
  node.remove();
}
