// The messages of a conversation: drawn from a page of the API, and from the events of runs.
import { api, copy, el, explain, explainProblem, icon, iconButton, isEnter, textButton, timeElement } from "./base.js";
import { language, t } from "./i18n.js";
import { ApprovalCard, Thoughts, ToolCard, foundPart, sources, usageText } from "./cards.js";
import { MarkdownView } from "./markdown.js";
import { EventFollower } from "./stream.js";

/**
 * @typedef {{id: string, role: string, text: string, run?: string, status?: string, created_at?: string, model?: string, refused?: boolean,
 *   tool_calls?: any[], problem?: any}} Message
 */

/**
 * The language of a text, for glyphs and voices; null if it is that of the page. Kana are Japanese; Latin words on the Japanese page are
 * taken for English.
 * @param {string} text
 */
function languageOf(text) {
  if (/[\u3040-\u30ff]/.test(text)) return language() === "ja" ? null : "ja";
  return language() === "ja" && !/\p{Script=Han}/u.test(text) ? "en" : null;
}

/** A message of the user. */
export class Question {
  /**
   * @param {string} text
   * @param {{created_at?: string, onEdit?: (text: string) => void, mayEdit?: () => Promise<boolean>}} [options]
   */
  constructor(text, options = {}) {
    this.text = text;
    this.run = "";
    this.note = el("p", { class: "send-state" });
    this.bubble = el("div", { class: "bubble", dir: "auto", lang: languageOf(text), text });
    this.edit = iconButton("edit", t("edit"), () => this.#startEditing());
    this.onEdit = options.onEdit;
    this.mayEdit = options.mayEdit;
    this.node = el("article", { class: "question" }, el("h2", { class: "visually-hidden", text: t("you") }), this.bubble,
      el("div", { class: "actions" }, options.created_at && timeElement(options.created_at), this.edit), this.note);
    this.setEditable(false);
  }

  /** @param {boolean} isEditable */
  setEditable(isEditable) { this.edit.hidden = !isEditable; }

  #startEditing() {
    const field = el("textarea", { rows: 3, dir: "auto", "aria-label": t("edit") });
    field.value = this.text;
    const end = () => { form.replaceWith(this.bubble); this.edit.hidden = false; this.edit.focus(); };
    const submit = async () => {
      const text = field.value.trim();
      const isChanged = text !== "" && text !== this.text;
      // What was written stays if the person does not want to send it after all.
      if (isChanged && await this.mayEdit?.() === false) return;
      end();
      if (isChanged) this.onEdit?.(text);
    };
    field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape" && !event.isComposing && event.keyCode !== 229) { event.stopPropagation(); end(); }
      if (isEnter(event) && !event.shiftKey) { event.preventDefault(); submit(); }
    });
    const form = el("div", { class: "editing" }, field, el("div", { class: "dialog-actions" }, textButton(t("cancel"), end), textButton(t("send"), submit, { class: "primary" })));
    this.edit.hidden = true;
    this.bubble.replaceWith(form);
    field.focus();
  }

  /**
   * Says something about the sending, with buttons.
   * @param {string} text
   * @param {...[string, () => void]} buttons verbs and actions
   */
  offer(text, ...buttons) {
    this.note.replaceChildren(text, ...buttons.flatMap(([verb, action]) => [" ", textButton(verb, action)]));
  }

  /** @param {string} text */
  say(text) { this.note.textContent = text; }
}

/** An answer: the cards of its calls, its text and its end. */
export class Answer {
  /** @type {Map<string, ToolCard>} */ #calls = new Map();
  /** @type {Map<string, ApprovalCard>} */ #approvals = new Map();
  // All cards of decisions, also those that are closed.
  /** @type {Map<string, ApprovalCard>} */ #asked = new Map();
  #artifacts = /** @type {any[]} */ ([]);
  /** @type {Thoughts|null} */ #thoughts = null;
  /** @type {{node: any, title: any, state: any}|null} the line that several calls are folded into */ #activity = null;
  #frame = 0;

  /** @param {Transcript} transcript */
  constructor(transcript) {
    this.transcript = transcript;
    this.run = "";
    this.tools = el("div", { class: "tools" });
    this.decisions = el("div", { class: "decisions" });
    this.found = el("div", { class: "found" });
    this.text = el("div", { class: "text" });
    this.ending = el("div", { class: "ending" });
    this.waiting = el("p", { class: "thinking", "aria-hidden": "true" }, el("span"), el("span"), el("span"));
    this.actions = el("div", { class: "actions" });
    this.node = el("article", { class: "answer", "aria-busy": "true" }, el("h2", { class: "visually-hidden", text: "Torii" }),
      this.tools, this.decisions, this.waiting, this.text, this.found, this.ending, this.actions);
    this.view = new MarkdownView(this.text, { onBlock: text => this.isLive && transcript.options.speak("block", text) });
    this.isLive = false;
    // Whether this page has sent the message, so that the events arrive as they happen.
    this.isOwn = false;
    /** @type {string|undefined} the model that was asked first */ this.model = undefined;
    /** @type {(() => void)|undefined} */ this.onRetry = undefined;
  }

  /**
   * Shows a stored answer.
   * @param {Message} message
   */
  fill(message) {
    this.run = message.run ?? "";
    for (const call of message.tool_calls ?? []) {
      this.#start(call.call, call.name, call.arguments);
      this.#finish(call);
    }
    this.#fold();
    this.view.replace(message.text);
    this.#setLanguage();
    this.end(message.status ?? "completed", { problem: message.problem, model: message.model, refused: message.refused, created_at: message.created_at });
  }

  /**
   * @param {string} id
   * @param {string} name
   * @param {any} args
   */
  #start(id, name, args) {
    const known = this.#calls.get(id);
    if (known) return known.run();
    const title = this.transcript.options.toolTitle(name);
    const card = new ToolCard(name, args, { title });
    this.#calls.set(id, card);
    this.tools.append(card.node);
    // The card of a decision becomes that of its call.
    const asked = this.#asked.get(id)?.node;
    const hadFocus = asked?.contains(document.activeElement);
    asked?.remove();
    if (hadFocus) card.node.querySelector("summary").focus();
    if (this.isLive) this.transcript.options.speak("state", t("tool.started", { name: title }));
  }

  /** @param {any} call */
  #finish(call) {
    if (!this.#calls.has(call.call)) this.#start(call.call, call.name, call.arguments);
    const isRejected = this.#asked.get(call.call)?.decision === "reject";
    this.#calls.get(call.call)?.finish(isRejected && call.status !== "completed" ? { ...call, declined: true } : call);
    for (const artifact of call.artifacts ?? []) {
      this.#artifacts.push(artifact);
      this.found.append(foundPart(artifact, this.transcript.options.propose));
    }
  }

  /** Folds several calls into one line that says what is done now. */
  #fold() {
    if (this.#calls.size < 2) return;
    const cards = [...this.#calls.values()];
    if (!this.#activity) {
      const [title, state] = [el("span", { class: "tool-name" }), el("span", { class: "tool-state" })];
      const node = el("details", { class: "tool activity" }, el("summary", {}, icon("tool"), title, state));
      this.#activity = { node, title, state };
      this.tools.replaceWith(node);
      node.append(this.tools);
    }
    const { node, title, state } = this.#activity;
    const counts = new Map();
    for (const card of cards) counts.set(card.title, (counts.get(card.title) ?? 0) + 1);
    const names = [...counts].map(([name, count]) => count > 1 ? `${name} × ${count}` : name);
    title.textContent = [...names.slice(0, 3), names.length > 3 && `+${names.length - 3}`].filter(Boolean).join(", ");
    const states = cards.map(card => String(card.node.dataset.state));
    node.dataset.state = ["waiting", "running", "failed", "declined"].find(one => states.includes(one)) ?? "done";
    const failed = states.filter(one => one === "failed").length;
    state.textContent = node.dataset.state === "failed" ? t("tool.some-failed", { count: failed }) : t(`tool.${node.dataset.state}`);
    // What somebody must do is not folded away.
    if (states.includes("waiting")) node.open = true;
  }

  /**
   * Applies an event of the run.
   * @param {string} type
   * @param {any} data
   * @returns {boolean} whether it was the last one
   */
  apply(type, data) {
    const { options } = this.transcript;
    if (this.#approvals.size && type !== "action.required") {
      // A call that waits is not made if the run ends.
      const end = type === "run.cancelled" ? "approval.stopped" : type.startsWith("run.") ? "approval.ended" : "approval.elsewhere";
      for (const card of this.#approvals.values()) card.end(t(end));
      this.#approvals.clear();
    }
    if (type !== "reasoning.delta") this.#thoughts?.rest();
    switch (type) {
      case "reasoning.delta":
        if (!this.#thoughts) this.tools.before((this.#thoughts = new Thoughts(this.isOwn)).node);
        this.#thoughts.add(data.item, data.text);
        return false;
      case "message.delta":
        this.waiting.hidden = true;
        this.view.append(data.text);
        this.#draw();
        // The next frame moves the view; measuring for each word would cost more than the word.
        return false;
      case "run.started": this.model = data.model; break;
      case "tool.started": this.#start(data.call, data.name, data.arguments); break;
      case "tool.progress": this.#calls.get(data.call)?.advance(data.fraction, data.note); break;
      case "tool.finished": this.#finish(data); break;
      case "action.required": this.#ask(data); break;
      case "object.completed": this.view.replace("```json\n" + JSON.stringify(data.object, null, 2) + "\n```"); break;
      case "message.completed":
        cancelAnimationFrame(this.#frame);
        this.#frame = 0;
        // A model may have written before its calls; the answer is what it wrote last.
        if (this.view.text === data.text) this.view.finish(); else this.view.replace(data.text);
        this.#setLanguage();
        this.result = { model: data.model, refused: data.refused };
        break;
      case "run.completed": this.end("completed", { ...this.result, usage: data.usage }); options.speak("state", t("answered")); return true;
      case "run.failed": this.end("failed", { problem: data.problem }); return true;
      case "run.interrupted": this.end("interrupted", { problem: data.problem }); return true;
      case "run.cancelled": this.end("cancelled", { usage: data.usage }); options.speak("state", t("stopped")); return true;
    }
    this.#fold();
    this.transcript.follow();
    return false;
  }

  #draw() {
    if (this.#frame || document.visibilityState === "hidden") return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.view.render();
      if (this.view.text.length < 400) this.#setLanguage();
      this.transcript.follow();
    });
  }

  #setLanguage() {
    const found = languageOf(this.view.text);
    if (found) this.text.lang = found; else this.text.removeAttribute("lang");
  }

  /** Draws what arrived while the page was hidden. */
  catchUp() { if (this.isLive) { this.view.render(); this.transcript.follow(); } }

  /** @param {any} action */
  #ask(action) {
    this.waiting.hidden = true;
    if (action.kind !== "approval") {
      this.#start(action.call, action.name, action.arguments);
      this.#calls.get(action.call)?.wait(t("client-tool", { name: this.transcript.options.toolTitle(action.name) }));
      return;
    }
    if (this.#approvals.has(action.call)) return;
    const card = new ApprovalCard(action, async (decision, reason) => {
      const body = { decisions: [{ call: action.call, decision, ...(decision === "reject" && reason ? { reason } : {}) }] };
      try {
        await api("POST", `/v1/runs/${this.run}/outputs`, { body });
      } catch (error) {
        if (/** @type {any} */ (error).status === 409) throw new Error(t("approval.elsewhere"));
        throw new Error(explain(error));
      }
    }, () => this.transcript.options.onDecision());
    this.transcript.options.onState("waiting");
    this.#approvals.set(action.call, card);
    this.#asked.set(action.call, card);
    this.decisions.append(card.node);
    this.transcript.options.onDecision();
    this.transcript.options.speak("state", `${t("approval.title")}: ${action.text ?? action.name}`);
  }

  /** The cards of the calls that were made. */
  get made() { return [...this.#calls.values()].filter(card => card.wasMade); }

  /** The approvals that wait for a decision. */
  get approvals() { return [...this.#approvals.values()].filter(card => !card.isClosed); }

  /**
   * @param {string} status
   * @param {any} [details]
   */
  end(status, details = {}) {
    const wasLive = this.isLive;
    this.isLive = false;
    // The server stores the same with the answer.
    if (wasLive) details = { created_at: new Date().toISOString(), ...details, model: details?.model ?? this.model };
    this.status = status;
    this.waiting.hidden = true;
    this.node.removeAttribute("aria-busy");
    if (status === "cancelled" || status === "failed" || status === "interrupted") {
      this.view.finish();
      for (const card of this.#calls.values()) card.abandon();
      this.#fold();
      const text = status === "cancelled" ? t("stopped") : explainProblem(details.problem);
      this.ending.replaceChildren(el("p", { class: status === "cancelled" ? "label" : "problem", text }), ...this.#reasons(details.problem, text));
      if (status !== "cancelled" && wasLive) this.transcript.options.announcer.warn(text);
    } else if (details?.refused) {
      this.ending.replaceChildren(el("p", { class: "label", text: t("refused") }));
    }
    const places = sources(this.#artifacts);
    if (places) this.ending.append(places);
    this.retry = iconButton("retry", t("retry"), () => this.onRetry?.());
    this.actions.replaceChildren(iconButton("copy", t("copy"), () => copy(this.view.text, this.transcript.options.announcer)), this.retry);
    if (details?.created_at) this.actions.append(timeElement(details.created_at));
    if (details?.model) this.actions.append(el("span", { class: "label", text: details.model }));
    const used = usageText(details?.usage);
    if (used) this.actions.append(el("span", { class: "usage", text: used }));
    this.setRetryable(false);
  }

  /**
   * What helps after a failure: the words of the server, and the choice of another model.
   * @param {any} problem
   * @param {string} text what is shown already
   */
  #reasons(problem, text) {
    const kind = String(problem?.type ?? "").replace("urn:torii:problem:", "");
    const detail = typeof problem?.detail === "string" && problem.detail !== text && kind !== "run-interrupted" ? problem.detail.slice(0, 1000) : "";
    const isOfModel = kind.startsWith("upstream-") || kind === "refused" || kind === "conversation-too-long";
    return [detail && el("p", { class: "label", lang: "en", text: detail }),
      isOfModel && this.transcript.options.hasModels() && el("p", { class: "label", text: t("other-model") })].filter(Boolean);
  }

  /** @param {boolean} isRetryable */
  setRetryable(isRetryable) { if (this.retry) this.retry.hidden = !isRetryable; }
}

/** The messages on the page, and the place in them. */
export class Transcript {
  /** @type {{question: Question|null, answer: Answer|null, run: string}[]} */ turns = [];
  #isFollowing = true;
  /** @type {EventFollower|null} */ #follower = null;
  #spacer = el("div", { class: "spacer", "aria-hidden": "true" });

  /**
   * @param {HTMLElement} node
   * @param {{speak: (kind: "block"|"state", text: string) => void, announcer: any, propose: (text: string) => void, toolTitle: (name: string) => string,
   *   onState: (state: string) => void, onDecision: () => void, onReplace: (run: string, text: string) => void, mayReplace: (run: string, verb: string) => Promise<boolean>, onEarlier: () => Promise<void>, onGone: () => void, hasModels: () => boolean}} options
   */
  constructor(node, options) {
    this.node = node;
    this.options = options;
    this.list = el("div", { class: "messages" });
    this.latest = el("button", { type: "button", class: "latest", hidden: true, on: { click: () => this.toEnd() } }, icon("down"), ` ${t("latest")}`);
    node.append(this.list, this.#spacer, this.latest);
    // Only what the person does ends the following, and never the growth of the content.
    const away = () => { this.#isFollowing = false; };
    for (const type of ["wheel", "touchmove"]) node.addEventListener(type, away, { passive: true });
    node.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => { if (["PageUp", "ArrowUp", "Home"].includes(event.key)) away(); });
    // A press on the scrollbar, or the start of a selection.
    node.addEventListener("pointerdown", (/** @type {any} */ event) => { if (!event.target.closest("a, button, summary, input")) away(); });
    node.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") for (const turn of this.turns) turn.answer?.catchUp(); });
    node.addEventListener("click", (/** @type {any} */ event) => {
      const button = event.target.closest?.("[data-copy]");
      if (button) copy(button.closest(".code").querySelector("code").textContent, options.announcer);
      const wrap = event.target.closest?.("[data-wrap]");
      if (wrap) wrap.setAttribute("aria-pressed", String(wrap.closest(".code").classList.toggle("wrapped")));
    });
  }

  /** @type {string|null} */ previous = null;

  clear() {
    this.stopFollowing();
    this.turns = [];
    this.list.replaceChildren();
    this.previous = null;
    this.#anchor = null;
    this.#spacer.style.height = "0";
    this.#isFollowing = true;
    this.latest.hidden = true;
  }

  /**
   * Puts stored messages at the start or the end.
   * @param {Message[]} messages
   * @param {boolean} isEarlier
   * @param {string[]} active
   */
  add(messages, isEarlier, active = []) {
    const made = [];
    for (const message of messages) {
      if (message.role === "user") {
        const question = this.#question(message.text, message.created_at);
        question.run = message.run ?? "";
        made.push({ question, answer: /** @type {Answer|null} */ (null), run: question.run });
      } else {
        const answer = new Answer(this);
        answer.fill(message);
        const last = made[made.length - 1];
        if (last && !last.answer && last.run === answer.run) last.answer = answer;
        else made.push({ question: null, answer, run: answer.run });
      }
    }
    const nodes = made.flatMap(turn => [turn.question?.node, turn.answer?.node].filter(node => node !== undefined));
    if (isEarlier) {
      const height = this.node.scrollHeight;
      this.list.prepend(.../** @type {Node[]} */ (nodes));
      this.node.scrollTop += this.node.scrollHeight - height;
      this.turns.unshift(...made);
    } else {
      this.list.append(.../** @type {Node[]} */ (nodes));
      this.turns.push(...made);
    }
    for (const turn of made) if (active.includes(turn.run)) turn.answer = null;
    this.#update();
  }

  /** Only the last question can be edited without losing more than its answer; earlier ones can too. */
  #update() {
    const last = this.turns[this.turns.length - 1];
    for (const turn of this.turns) {
      turn.question?.setEditable(Boolean(turn.run) && Boolean(turn.answer) && !turn.answer?.isLive);
      turn.answer?.setRetryable(turn === last && Boolean(turn.run) && !turn.answer?.isLive);
      if (turn.answer) turn.answer.onRetry = async () => {
        if (turn.question && await this.options.mayReplace(turn.run, t("retry"))) this.options.onReplace(turn.run, turn.question.text);
      };
    }
  }

  /**
   * Makes a message that can be edited.
   * @param {string} text
   * @param {string} [created_at]
   */
  #question(text, created_at) {
    /** @type {Question} */ const question = new Question(text, {
      created_at, onEdit: edited => this.options.onReplace(question.run, edited), mayEdit: () => this.options.mayReplace(question.run, t("send")),
    });
    return question;
  }

  /**
   * Adds a message that is being sent.
   * @param {string} text
   * @param {boolean} [isOwn] whether it is shown at the top of the view; not so if another tab sent it
   * @param {boolean} [waits] whether its place is elsewhere until the answer before it is complete
   */
  ask(text, isOwn = true, waits = false) {
    const question = this.#question(text);
    const turn = { question, answer: /** @type {Answer|null} */ (null), run: "", isOwn };
    this.turns.push(turn);
    if (!waits) this.list.append(question.node);
    if (isOwn && !waits) this.#bringUp(question.node);
    return turn;
  }

  /**
   * Shows a message that waited, at the end and without moving what is read.
   * @param {any} turn
   */
  place(turn) {
    this.list.append(turn.question.node);
    this.reveal(turn.question.node);
  }

  /** The last answer, which can have the focus. */
  get lastAnswer() {
    const node = this.turns.map(turn => turn.answer?.node).filter(Boolean).pop();
    if (node) node.tabIndex = -1;
    return node;
  }

  /**
   * Adds a turn without its message.
   * @param {string} run
   */
  unasked(run) {
    const turn = { question: null, answer: /** @type {Answer|null} */ (null), run };
    this.turns.push(turn);
    return turn;
  }

  /**
   * Removes a message that is not sent.
   * @param {any} turn
   */
  remove(turn) {
    this.turns.splice(this.turns.indexOf(turn), 1);
    turn.question.node.remove();
    if (this.#anchor === turn.question.node) this.#anchor = null;
    this.#update();
    this.#showLatest();
  }

  /**
   * Brings the end of a message into the view, unless the person has moved away.
   * @param {HTMLElement} node
   */
  reveal(node) {
    const end = node.offsetTop + node.offsetHeight - this.node.clientHeight + 12;
    if (this.#isFollowing && end > this.node.scrollTop) this.node.scrollTop = end;
  }

  /**
   * Puts a question at the top of the view, with room for the answer below.
   * @param {HTMLElement} node
   */
  #bringUp(node) {
    this.#isFollowing = true;
    this.#anchor = node;
    this.#room();
    this.node.scrollTop = node.offsetTop - 12;
  }

  /** @type {HTMLElement|null} */ #anchor = null;

  /** Leaves room below the question at the top of the view. */
  #room(end = this.list.offsetTop + this.list.offsetHeight, clientHeight = this.node.clientHeight) {
    if (!this.#anchor) return;
    const below = end - this.#anchor.offsetTop;
    const height = `${Math.max(0, clientHeight - below - 24)}px`;
    if (this.#spacer.style.height !== height) this.#spacer.style.height = height;
  }

  /**
   * Returns the cards of the calls that were made from a run on.
   * @param {string} run
   */
  madeFrom(run) {
    const index = this.turns.findIndex(turn => turn.run === run);
    return index < 0 ? [] : this.turns.slice(index).flatMap(turn => turn.answer?.made ?? []);
  }

  /**
   * Folds the turns from a run on, because a new one replaces them.
   * @param {string} run
   */
  replaceFrom(run) {
    const index = this.turns.findIndex(turn => turn.run === run);
    if (index < 0) return;
    const gone = this.turns.splice(index);
    const fold = el("details", { class: "versions" }, el("summary", { text: t("versions") }));
    gone[0].question?.node.before(fold);
    for (const turn of gone) {
      turn.question?.setEditable(false);
      turn.answer?.setRetryable(false);
      fold.append(...[turn.question?.node, turn.answer?.node].filter(node => node !== undefined));
    }
  }

  /**
   * Shows the events of a run, to its end.
   * @param {{answer: Answer|null, run: string}} turn
   */
  async live(turn) {
    const answer = new Answer(this);
    answer.run = turn.run;
    answer.isLive = true;
    answer.isOwn = Boolean(/** @type {any} */ (turn).isOwn);
    turn.answer = answer;
    const question = /** @type {any} */ (turn).question;
    if (question) question.node.after(answer.node); else this.list.append(answer.node);
    this.#update();
    this.#room();
    const follower = new EventFollower(next => `/v1/runs/${turn.run}/events${next > 0 ? `?after=${next - 1}` : ""}`, {
      onEvent: (type, data) => answer.apply(type, data),
      onState: state => this.options.onState(state),
      onGone: () => this.options.onGone(),
    });
    this.#follower = follower;
    try {
      await follower.run();
    } catch (error) {
      answer.end("failed", { problem: /** @type {any} */ (error).problem ?? { detail: explain(error) } });
    } finally {
      if (this.#follower === follower) this.#follower = null;
      this.#update();
      this.#room();
    }
  }

  /** Reads a cut stream again at once. */
  reconnect() { this.#follower?.retry(); }

  stopFollowing() { this.#follower?.stop(); this.#follower = null; }

  /** Moves with a growing answer, unless the person has moved away. */
  follow() {
    // All is measured before anything is set, so that a frame has one layout.
    const end = this.list.offsetTop + this.list.offsetHeight;
    const { scrollTop, clientHeight } = this.node;
    // What was found stands below the text, and must not push it out of the view.
    const { found } = this.turns[this.turns.length - 1]?.answer ?? {};
    const last = found?.childElementCount ? Math.min(end, found.offsetTop + 80) : end;
    const moves = this.#isFollowing && last > scrollTop + clientHeight;
    this.#room(end, clientHeight);
    if (moves) this.node.scrollTop = last - clientHeight + 12;
    this.latest.hidden = moves || end <= scrollTop + clientHeight + 40;
  }

  #scrolled() {
    const { scrollTop, clientHeight } = this.node;
    if (this.list.offsetTop + this.list.offsetHeight - scrollTop - clientHeight < 8) this.#isFollowing = true;
    this.#showLatest();
    if (scrollTop < 300 && this.previous && !this.isLoading) {
      this.isLoading = true;
      // A step that failed is made again with the next movement.
      this.options.onEarlier().catch(() => {}).finally(() => { this.isLoading = false; });
    }
  }

  #showLatest() {
    this.latest.hidden = this.list.offsetTop + this.list.offsetHeight <= this.node.scrollTop + this.node.clientHeight + 40;
  }

  /**
   * Leads to a part of a message.
   * @param {HTMLElement} node one that can have the focus
   */
  leadTo(node) {
    this.#isFollowing = false;
    this.node.scrollTop = node.offsetTop - 12;
    node.focus({ preventScroll: true });
  }

  toEnd() {
    this.#isFollowing = true;
    this.node.scrollTop = this.list.offsetTop + this.list.offsetHeight - this.node.clientHeight + 12;
    this.#showLatest();
  }
}
