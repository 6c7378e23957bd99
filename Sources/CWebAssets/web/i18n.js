// The words of the chat page in English, and the language of a page.

/** @type {Record<string, string>} */
const words = {
  "you": "You", "cancel": "Cancel", "close": "Close", "send": "Send", "stop": "Stop", "stopping": "Stopping…", "stopped": "Stopped.",
  "answered": "Answer complete.", "answering": "Answering", "retry": "Try again", "edit": "Edit", "copy": "Copy", "copied": "Copied.",
  "copy.failed": "The browser did not allow copying.", "copy.code": "Copy code", "code": "Code", "table": "Table", "image": "image",
  "image.link": "{name} (image)", "task.done": "done", "task.open": "not done", "spoken.code": "Code, {lines} lines.", "spoken.code.one": "Code, one line.", "sources": "Sources ({count})",
  "latest": "Latest", "versions": "Earlier version", "refused": "The model declined to answer.", "gone": "This answer is no longer stored.",
  "minutes": "{count} min", "seconds": "{count} s", "tool.arguments": "Arguments", "tool.answer": "Result", "tool.running": "… running",
  "tool.waiting": "◦ waiting", "tool.done": "✓ done", "tool.done-in": "✓ done, {seconds} s", "tool.failed": "✗ failed", "tool.ended": "✗ ended",
  "tool.started": "{name} is running.", "client-tool": "The app that started this must run {name}.", "card.more": "{count} more", "card.name": "Name",
  "card.birthday": "Birthday", "card.time": "Time", "card.event": "Event", "card.all-day": "all day", "item.quantity": "Quantity", "item.unit": "Unit",
  "item.category": "Category", "item.place": "Place", "item.state": "State", "item.code": "Code", "item.note": "Note", "item.updated_at": "Changed",
  "item.ask": "Ask about this", "item.ask.text": "How many \"{title}\" do we have?", "item.edit": "Change…",
  "item.edit.text": "Change the quantity of the inventory item with the ID {id} to ", "item.delete": "Delete…",
  "item.delete.text": "Delete the inventory item with the ID {id}", "approve": "Approve", "reject": "Reject",
  "approval.title": "Waits for your decision", "approval.reason": "Reason (optional)", "approval.approved": "Approved.",
  "approval.rejected": "Rejected.", "approval.expired": "Nobody decided in time.", "approval.left": "{time} left",
  "approval.elsewhere": "This was decided elsewhere.", "approval.stopped": "Stopped; nothing was done.",
  "approval.ended": "The answer ended before a decision here.", "new": "New chat", "chat": "Chat", "chats": "Chats", "chats.unread": "The chats cannot be loaded now.", "menu": "Chats and settings", "search": "Search chats",
  "search.none": "Nothing was found.", "none": "No chats yet.", "more": "More", "chat.actions": "Actions for {title}", "rename": "Rename",
  "delete": "Delete", "export.json": "Save as JSON", "export.markdown": "Save as Markdown", "deleted": "Deleted.", "undo": "Undo",
  "untitled": "Untitled", "state.running": "answering", "state.waiting": "waits for you", "state.queued": "queued", "message": "Message",
  "message.hint": "Ask something…", "model": "Model", "sending": "Sending…", "queued": "Waits for the answer before it.",
  "queued.decision": "Waits for your decision: {text}", "queued.show": "Go to the decision", "not-sent": "Not sent.",
  "offline": "No connection to the server. What you write stays here.", "reconnecting": "Reconnecting…", "files.text": "Torii takes text only.",
  "welcome": "What can Torii do for you?", "examples": "For example", "loading": "Loading…", "skip": "Go to the message field", "sign-in": "Sign in",
  "sign-in.token": "Access token",
  "sign-in.help": "Paste the token that the operator gave you. On the server's machine, the command \"torii sign-in\" prints a link that signs you in.",
  "sign-in.again": "Your sign-in has ended. Nothing is lost.", "sign-in.used": "This link was used or has expired.", "sign-out": "Sign out",
  "settings": "Settings", "language": "Language", "speech": "Screen reader", "speech.blocks": "Answers as they come",
  "speech.end": "Answers at their end", "speech.states": "States only", "shortcuts": "Keyboard shortcuts", "shortcuts.on": "On",
  "signed-in": "Signed in as {name}", "limit": "{name}: {remaining} of {quota} left", "key.new": "New chat", "key.search": "Search chats",
  "key.composer": "To the message field", "key.stop": "Stop the answer", "key.code": "Copy the last code", "key.list": "This list",
  "error.network": "The server cannot be reached.", "error.unknown": "Something went wrong.", "error.again": "Try again in {seconds} seconds.",
  "error.again.one": "Try again in a second.", "take-back": "Back to the message field", "problem.payload-too-large": "It is too long for the server.",
  "problem.unauthorized": "This token or link is not valid any more.", "problem.rate-limited": "Too many requests.",
  "problem.budget-exceeded": "The budget of this client is used up.", "problem.overloaded": "The server is busy.",
  "problem.upstream-failed": "The model's service failed.", "problem.upstream-busy": "The model's service is busy.",
  "problem.upstream-timeout": "The model's service did not answer in time.",
  "problem.upstream-unauthorized": "The model's service refused the server's key. Tell the operator.",
  "problem.run-interrupted": "The server was restarted before the answer was complete.", "problem.deadline-exceeded": "The answer took too long.",
  "problem.conversation-full": "This chat is full. Start a new one.",
  "problem.conversation-too-long": "This chat is too long for the model. Start a new one.",
  "problem.storage-full": "The storage of this client is full. Delete some chats.", "problem.refused": "The model declined to answer.",
  "busy": "A message during an answer", "busy.queue": "waits for it", "busy.replace": "stops it", "shortcuts.off": "Off",
  "log": "Messages", "not-sent.waits": "Not sent. It is sent when the server can be reached.", "card.rain": "rain or snow",
  "other-account": "Somebody else has signed in.", "other-model": "Another model can be chosen at the top.",
};

const languages = ["en", "ja"];
let chosen = "en";

/** @returns {string} the BCP 47 tag for formats and for the API */
export function locale() {
  return navigator.languages.find(tag => tag.toLowerCase().startsWith(chosen)) ?? chosen;
}

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
