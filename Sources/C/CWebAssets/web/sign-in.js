// The dialog that asks for a token.
import { Dialog, api, el, explain, isEnter, textButton } from "./base.js";
import { t } from "./i18n.js";

/**
 * Asks for a token until it is accepted, and returns the session.
 * @param {string} reason
 * @returns {Promise<any>}
 */
export async function askForToken(reason) {
  const dialog = new Dialog(t("sign-in"), { cannotClose: true, class: "sign-in" });
  // No password field: browsers would offer to keep the token, and send it to other places.
  const field = el("input", {
    type: "text", class: "secret", autocomplete: "off", autocapitalize: "off", spellcheck: "false", required: true,
    "aria-label": t("sign-in.token"), placeholder: t("sign-in.token"),
  });
  const problem = el("p", { class: "problem", role: "alert" });
  /** @type {any} */ let session = null;
  const submit = async () => {
    const token = field.value.trim();
    if (!token) return field.focus();
    field.value = "";
    try {
      session = await api("POST", "/v1/session", { body: { token }, renews: false });
      dialog.close();
    } catch (error) {
      problem.textContent = explain(error);
      field.focus();
    }
  };
  field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => { if (isEnter(event)) submit(); });
  dialog.body.append(reason && el("p", { text: reason }), field, problem, el("p", { class: "label", text: t("sign-in.help") }));
  dialog.actions.append(textButton(t("sign-in"), submit, { class: "primary" }));
  await dialog.show();
  return session;
}
