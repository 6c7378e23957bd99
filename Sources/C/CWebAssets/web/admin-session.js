// Who administers: sign-in by a code or a token, its confirmation when it is old, and changes that may need one.
import { ApiError, Dialog, api, el, explain, onSignedOut, signInByCode } from "./base.js";
import { t } from "./i18n.js";
import { ask, secretField } from "./form.js";

/** @type {any} */ let session = null;
/** @type {Promise<void>|null} */ let signingIn = null;

/** The session as the server describes it. */
export function current() { return session; }

/**
 * Whether the administrator has one of these scopes.
 * @param {...string} scopes
 */
export function can(...scopes) { return scopes.some(scope => session?.scopes.includes(scope)); }

onSignedOut(() => signingIn ??= signInAgain().finally(() => { signingIn = null; }));

/** Asks for a token over the page. Another administrator sees other things, so the page starts again for one. */
async function signInAgain() {
  const before = session?.client;
  await signIn(t("sign-in.again"));
  if (before && session.client !== before) location.reload();
}

/**
 * Asks for a token until one is accepted.
 * @param {string} reason
 */
async function signIn(reason) {
  const dialog = new Dialog(t("sign-in.console"), { cannotClose: true, class: "sign-in" });
  const token = secretField(t("sign-in.admin-token"));
  const problem = el("p", { class: "problem", role: "alert" });
  const verb = el("button", { type: "submit", class: "primary", text: t("sign-in") });
  const form = el("form", { autocomplete: "off", on: { submit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = token.value();
    if (!text) return token.input.focus();
    verb.disabled = true;
    problem.textContent = "";
    try {
      session = await api("POST", "/admin/session", { body: { token: text }, renews: false });
      dialog.close();
    } catch (error) {
      problem.textContent = explain(error);
      token.input.focus();
    } finally { verb.disabled = false; }
  } } }, el("p", { text: reason }), token.node, problem, el(
    "p", { class: "label", text: t("sign-in.admin-help") }
  ), el("div", { class: "dialog-actions" }, verb));
  dialog.body.append(form);
  dialog.actions.remove();
  await dialog.show();
}

/**
 * Signs in by the code in the address, by the cookie, or by asking.
 * @returns {Promise<any>} the session
 */
export async function start() {
  let reason = t("sign-in.admin-welcome");
  const code = /^#code=([\w-]+)$/.exec(location.hash)?.[1];
  if (code) {
    // The history keeps the address, so the code leaves it before it is used.
    history.replaceState(null, "", location.pathname);
    try { session = await signInByCode("/admin/session", code); } catch (error) {
      reason = error instanceof ApiError && error.status === 401 ? t("sign-in.used") : explain(error);
    }
  }
  try {
    session ??= await api("GET", "/admin/session", { renews: false });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    await signIn(reason);
  }
  return session;
}

/**
 * Sends a change. If the server wants to know that it is still the administrator who asks, the page asks for the token, and sends it again.
 * @param {string} method
 * @param {string} path
 * @param {any} [options] as for `api`
 * @returns {Promise<any>}
 */
export async function change(method, path, options) {
  try { return await api(method, path, options); } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "confirmation-required" || !await confirm()) throw error;
    return api(method, path, options);
  }
}

/** Asks for the token again; returns whether it was the right one. */
async function confirm() {
  const token = secretField(t("sign-in.admin-token"));
  const perform = async () => {
    session = await api("POST", "/admin/session/confirmation", { body: { token: token.value() }, renews: false });
    return true;
  };
  return await ask(t("confirm.title"), { class: "confirm-sign-in", verb: t("confirm.verb"), intro: [el("p", { text: t("confirm.text") })], fields: [token], perform });
}
