// What a person has written and the server does not have yet, for each chat.
import { kept } from "./base.js";

/** The texts of message fields, and the messages on their way. The browser keeps both until the server has them. */
export class Drafts {
  /** @type {Map<string, string>} */ #fields = new Map();
  /** @type {Map<string, string[]>} */ #unsent = new Map();

  /**
   * Returns the text for the field of a chat that is opened. Messages that were not sent are in it, because the chat shows them no longer.
   * @param {string} chat
   */
  open(chat) {
    this.#fields.set(chat, kept.get(`draft.${chat}`) ?? this.#text(chat));
    this.#unsent.delete(chat);
    return this.#fields.get(chat) ?? "";
  }

  /**
   * Keeps the text of a field.
   * @param {string} chat
   * @param {string} text
   */
  keep(chat, text) {
    this.#fields.set(chat, text);
    this.#store(chat);
  }

  /**
   * Keeps a message that is being sent, and empties the field.
   * @param {string} chat
   * @param {string} text
   */
  sending(chat, text) {
    this.#unsent.set(chat, [...(this.#unsent.get(chat) ?? []), text]);
    this.keep(chat, "");
  }

  /**
   * Forgets a message that the server has.
   * @param {string} chat
   * @param {string} text
   */
  sent(chat, text) {
    const unsent = this.#unsent.get(chat) ?? [];
    if (unsent.includes(text)) unsent.splice(unsent.indexOf(text), 1);
    // The chat was opened again while the message was on its way.
    else if (this.#fields.get(chat) === text) this.#fields.set(chat, "");
    this.#store(chat);
  }

  /**
   * Whether a message waits to be sent, and is not in the field again.
   * @param {string} chat
   * @param {string} text
   */
  isUnsent(chat, text) { return this.#unsent.get(chat)?.includes(text) ?? false; }

  clear() {
    this.#fields.clear();
    this.#unsent.clear();
  }

  /** @param {string} chat */
  #text(chat) { return [...(this.#unsent.get(chat) ?? []), this.#fields.get(chat)].filter(Boolean).join("\n\n"); }

  /** @param {string} chat */
  #store(chat) { kept.set(`draft.${chat}`, this.#text(chat) || null); }
}
