// The dialogs of the settings and of the keyboard shortcuts.
import { Dialog, api, confirmed, el, kept, send } from "./base.js";
import { addWords, language, locale, t } from "./i18n.js";

const words = {
  "speech": ["Screen reader", "読み上げ"],
  "speech.blocks": ["Answers as they come", "回答を届いた順に"],
  "speech.end": ["Answers at their end", "回答が終わってから"],
  "speech.states": ["States only", "状態のみ"],
  "shortcuts": ["Keyboard shortcuts", "キーボードショートカット"],
  "shortcuts.on": ["On", "オン"],
  "shortcuts.off": ["Off", "オフ"],
  "limit": ["{name}: {remaining} of {quota} left", "{name}: 残り {remaining} / {quota}"],
  "key.new": ["New chat", "新しいチャット"],
  "key.search": ["Search chats", "チャットを検索"],
  "key.composer": ["To the message field", "入力欄へ"],
  "key.stop": ["Stop the answer", "回答を停止"],
  "key.code": ["Copy the last code", "最後のコードをコピー"],
  "key.list": ["This list", "この一覧"],
  "busy": ["A message during an answer", "回答中のメッセージ"],
  "busy.queue": ["waits for it", "回答を待つ"],
  "busy.replace": ["stops it", "回答を止める"],
};
addWords(Object.fromEntries(Object.entries(words).map(([key, pair]) => [key, pair[language() === "ja" ? 1 : 0]])));

/**
 * @param {string} label
 * @param {string} key the name of the setting
 * @param {[string, string][]} options values and their texts; the first one is the default
 * @param {string} [value]
 */
function choice(label, key, options, value = kept.get(key) ?? options[0][0]) {
  const select = el("select", {}, ...options.map(([name, text]) => el("option", { value: name, text, selected: name === value })));
  select.addEventListener("change", () => {
    kept.set(key, select.value);
    if (key === "language") location.reload();
  });
  return el("label", { class: "setting" }, el("span", { text: label }), select);
}

/**
 * Shows the settings, what is left of the client's limits, and the way out.
 * @param {any} page the chat page
 */
export async function showSettings(page) {
  const session = await api("GET", "/v1/session").catch(() => page.session);
  const name = session?.name ?? "";
  const count = (/** @type {number} */ value) => value.toLocaleString(locale());
  const dialog = new Dialog(t("settings"));
  dialog.body.append(el("p", { text: t("signed-in", { name }) }),
    choice(t("language"), "language", [["en", "English"], ["ja", "日本語"]], language()),
    choice(t("speech"), "speech", [["blocks", t("speech.blocks")], ["end", t("speech.end")], ["states", t("speech.states")]]),
    choice(t("busy"), "busy", [["queue", t("busy.queue")], ["replace", t("busy.replace")]]),
    choice(t("shortcuts"), "shortcuts", [["on", t("shortcuts.on")], ["off", t("shortcuts.off")]]),
    ...(session?.limits ?? []).map((/** @type {any} */ limit) =>
      el("p", { class: "label", text: t("limit", { name: limit.name, remaining: count(limit.remaining), quota: count(limit.quota) }) })),
    el("p", { class: "label", text: `Torii ${session?.version ?? ""}` }));
  dialog.button(t("sign-out"), "out");
  dialog.button(t("close"), "", "primary");
  if (await dialog.show() !== "out" || !await confirmed(t("sign-out"), t("signed-in", { name }), t("sign-out"))) return;
  await send("DELETE", "/v1/session", { renews: false }).catch(() => {});
  page.leave();
}

/** Lists the keyboard shortcuts. */
export function showShortcuts() {
  const dialog = new Dialog(t("shortcuts"));
  const rows = [
    ["Ctrl+Shift+O", "key.new"], ["Ctrl+Shift+K", "key.search"], ["Shift+Esc", "key.composer"], ["Esc", "key.stop"], ["Ctrl+Shift+;", "key.code"],
    ["Ctrl+/", "key.list"],
  ];
  dialog.body.append(el("dl", { class: "tree" }, ...rows.flatMap(([key, text]) => [el("dt", {}, el("kbd", { text: key })), el("dd", { text: t(text) })])));
  dialog.button(t("close"), "", "primary").autofocus = true;
  dialog.show();
}
