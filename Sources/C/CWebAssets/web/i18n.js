// The words of the chat page in English, and the language of a page.

/** @type {Record<string, string>} */
const words = {
  "you": "You", "cancel": "Cancel", "close": "Close", "send": "Send", "stop": "Stop", "stopping": "Stopping…", "stopped": "Stopped.", "retry": "Try again",
  "edit": "Edit", "copy": "Copy", "copied": "Copied.", "copy.failed": "The browser did not allow copying.", "code": "Code", "table": "Table",
  "refused": "The model declined to answer.", "gone": "This answer is no longer stored.", "new": "New chat", "chat": "Chat", "chats": "Chats",
  "chats.unread": "The chats cannot be loaded now.", "menu": "Chats and settings", "search": "Search chats", "search.none": "Nothing was found.",
  "none": "No chats yet.", "more": "More", "chat.actions": "Actions for {title}", "rename": "Rename", "delete": "Delete", "export.json": "Save as JSON",
  "export.markdown": "Save as Markdown", "deleted": "Deleted.", "undo": "Undo", "untitled": "Untitled", "state.running": "answering",
  "state.waiting": "waits for you", "state.queued": "queued", "message": "Message", "message.hint": "Ask something…", "model": "Model",
  "queued": "Waits for the answer before it.", "offline": "No connection to the server. What you write stays here.", "reconnecting": "Reconnecting…",
  "files.text": "Torii takes text only.", "welcome": "What can Torii do for you?", "examples": "For example", "start": "What can you do?", "start.getInventoryList": "List the inventory", "loading": "Loading…",
  "skip": "Go to the message field", "skip.answer": "Go to the last answer", "automatic": "Automatic", "sign-in": "Sign in", "sign-in.token": "Access token",
  "sign-in.help": "Paste the token that the operator gave you. On the server's machine, the command \"torii sign-in\" prints a link that signs you in.",
  "sign-in.again": "Your sign-in has ended. Nothing is lost.", "sign-in.used": "This link was used or has expired.", "sign-out": "Sign out",
  "sign-in.other": "Sign in as {name}?", "sign-in.other.text": "You are signed in as {present}. This link signs in {name}. If you did not expect it, stay.",
  "sign-in.other.verb": "Change",
  "settings": "Settings", "language": "Language",
  "signed-in": "Signed in as {name}",
  "error.network": "The server cannot be reached.",
  "error.unknown": "Something went wrong.", "error.again": "Try again in {seconds} seconds.", "error.again.one": "Try again in a second.",
  "problem.payload-too-large": "It is too long for the server.", "problem.unauthorized": "This token or link is not valid, or not valid any more.",
  "problem.rate-limited": "Too many requests.", "problem.budget-exceeded": "The budget of this client is used up.", "problem.overloaded": "The server is busy.",
  "problem.upstream-failed": "The model's service failed.", "problem.upstream-busy": "The model's service is busy.",
  "problem.upstream-timeout": "The model's service did not answer in time.",
  "problem.upstream-unauthorized": "The model's service refused the server's key. Tell the operator.",
  "problem.run-interrupted": "The server was restarted before the answer was complete.", "problem.deadline-exceeded": "The answer took too long.",
  "problem.conversation-full": "This chat is full. Start a new one.", "problem.conversation-too-long": "This chat is too long for the model. Start a new one.",
  "problem.storage-full": "The storage of this client is full. Delete some chats.", "problem.refused": "The model declined to answer.",
  "log": "Messages",
  "copy.code": "Copy code", "image": "image", "image.link": "{name} (image)", "task.done": "done", "task.open": "not done",
  "spoken.code": "Code, {lines} lines.", "spoken.code.one": "Code, one line.",
};

const languages = ["en", "ja"];
let chosen = "en";

/** @returns {string} the BCP 47 tag for formats and for the API */
export function locale() {
  return navigator.languages.find(tag => tag.toLowerCase().startsWith(chosen)) ?? chosen;
}

/**
 * The tag for the API with a message: Japanese where the script shows it, because tools answer in the language of the tag.
 * @param {string} text
 * @returns {string}
 */
export function localeOf(text) { return /[\u3041-\u30ff]/.test(text) && chosen !== "ja" ? "ja" : locale(); }

/** @returns {string} "en" or "ja" */
export function language() { return chosen; }

/**
 * Chooses the language: a kept one, or the browser's first that there is; loads its words.
 * @param {string|null} kept
 */
export async function chooseLanguage(kept) {
  const wanted = kept ?? navigator.languages.map(tag => tag.slice(0, 2).toLowerCase()).find(tag => languages.includes(tag));
  chosen = wanted === "ja" ? "ja" : "en";
  document.documentElement.lang = chosen;
  if (chosen === "ja") addWords((await import("./ja.js")).words);
}

/**
 * Adds words in the language of the page.
 * @param {Record<string, string>} table
 */
export function addWords(table) { Object.assign(words, table); }

/**
 * @param {string} key
 * @param {Record<string, any>} [values] for the names in braces
 * @param {string} [missing] what is returned for an unknown key
 */
export function t(key, values = {}, missing = key) {
  return (words[key] ?? missing).replace(/\{(\w+)\}/g, (whole, name) => name in values ? String(values[name]) : whole);
}
