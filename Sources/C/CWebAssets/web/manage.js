// What is done now and then: a chat of the list is renamed, saved or deleted, and files are dropped.
import { ApiError, Dialog, api, el, explain, isEnter, kept, ownFields, save, textButton } from "./base.js";
import { t } from "./i18n.js";

/**
 * Shows the actions for a chat, and does the chosen one.
 * @param {any} page the chat page
 * @param {any} chat
 */
export async function showActions(page, chat) {
  const dialog = new Dialog(chat.title || t("untitled"));
  const field = el("input", { type: "text", maxlength: 200, "aria-label": t("rename") });
  field.value = chat.title ?? "";
  field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (!isEnter(event)) return;
    // The same key would press the button that has the focus after the dialog.
    event.preventDefault();
    dialog.close("rename");
  });
  const choices = [["rename", "rename"], ["export.json", "json"], ["export.markdown", "markdown"]];
  dialog.body.append(field, el("div", { class: "choices" }, ...choices.map(([label, value]) => textButton(t(label), () => dialog.close(value)))));
  dialog.button(t("delete"), "delete", "danger");
  dialog.button(t("close"), "");
  const choice = await dialog.show();
  const title = field.value.trim();
  try {
    if (choice === "rename" && title) {
      await api("PATCH", `/v1/conversations/${chat.conversation}`, { body: { title } });
      page.rename(chat.conversation, title);
      await page.refresh();
    }
    if (choice === "json" || choice === "markdown") await saveChat(chat, choice);
    if (choice === "delete") deleteChat(page, chat);
  } catch (error) { page.notice(explain(error)); }
}

/**
 * @param {any} chat
 * @param {"json"|"markdown"} form
 */
async function saveChat(chat, form) {
  const whole = await api("GET", `/v1/conversations/${chat.conversation}`);
  // Another tab may have renamed it.
  const { title } = whole;
  const name = (title || "chat").replace(/[^\p{L}\p{N} _-]/gu, "").trim().slice(0, 60) || "chat";
  if (form === "json") return save(`${name}.json`, "application/json", JSON.stringify(whole, null, 2));
  const text = whole.messages.map((/** @type {any} */ message) => `## ${message.role === "user" ? t("you") : "Torii"}\n\n${message.text}\n`).join("\n");
  save(`${name}.md`, "text/markdown", `# ${title || t("untitled")}\n\n${text}`);
}

/**
 * Hides a chat for six seconds, and then deletes it.
 * @param {any} page
 * @param {any} chat
 */
function deleteChat(page, chat) {
  const id = chat.conversation;
  page.deleting.add(id);
  page.drawList();
  if (page.conversation === id) location.hash = "#/";
  const remove = async () => {
    removeEventListener("pagehide", atOnce);
    try {
      await deleteAtServer(id);
      for (const name of ["draft", "model"]) kept.set(`${name}.${id}`, null);
    } catch (error) { page.notice(explain(error)); }
    page.deleting.delete(id);
    page.refresh();
  };
  // A page that closes keeps its word.
  const atOnce = () => { fetch(`/v1/conversations/${id}`, { method: "DELETE", keepalive: true, headers: ownFields("/v1/") }); };
  addEventListener("pagehide", atOnce, { once: true });
  const timer = setTimeout(remove, 6000);
  page.notice(t("deleted"), t("undo"), () => {
    clearTimeout(timer);
    removeEventListener("pagehide", atOnce);
    page.deleting.delete(id);
    page.drawList();
  });
}

/**
 * Deletes a chat; an answer that is being written is stopped first.
 * @param {string} id
 */
async function deleteAtServer(id) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await api("DELETE", `/v1/conversations/${id}`);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return;
      if (!(error instanceof ApiError) || error.status !== 409 || !error.problem.run || attempt === 10) throw error;
      await api("POST", `/v1/runs/${error.problem.run}/cancel`);
      await new Promise(resolve => setTimeout(resolve, 100 * 2 ** Math.min(attempt, 4)));
    }
  }
}

/**
 * Puts text files into the message field.
 * @param {any} page the chat page
 * @param {File[]} files
 */
export async function insertFiles(page, files) {
  const { field } = page;
  for (const file of files) {
    const isText = (/^text\/|json|xml|yaml/.test(file.type) || /\.(md|txt|csv|ya?ml|log|swift|toml)$/i.test(file.name)) && file.size <= 200_000;
    if (!isText) { page.notice(t("files.text")); continue; }
    field.setRangeText(await file.text(), field.selectionEnd, field.selectionEnd, "end");
  }
}
