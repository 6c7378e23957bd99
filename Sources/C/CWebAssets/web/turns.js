// The turns of the chat that is shown: messages are sent in their order, and answers are shown one after the other, because a page has
// one stream.
import { api, confirmed, el, explain, iconButton, isUnreachable, kept, randomKey } from "./base.js";
import { addWords, language, localeOf, t } from "./i18n.js";
import { Transcript } from "./transcript.js";

// The words of messages, calls and cards, in English and Japanese. They are loaded here because the first view does not need them.
const words = {
  "answered": ["Answer complete.", "回答が終わりました。"],
  "answering": ["Answering", "回答中"],
  "sources": ["Sources ({count})", "出典（{count}）"],
  "latest": ["Latest", "最新へ"],
  "versions": ["Earlier version", "以前の版"],
  "details": ["Details", "詳細"],
  "formula": ["Formula", "数式"],
  "wrap": ["Wrap", "折り返す"],
  "remark.note": ["Note", "注記"],
  "remark.tip": ["Tip", "ヒント"],
  "remark.important": ["Important", "重要"],
  "remark.warning": ["Warning", "警告"],
  "remark.caution": ["Caution", "注意"],
  "minutes": ["{count} min", "{count} 分"],
  "seconds": ["{count} s", "{count} 秒"],
  "tool.arguments": ["Arguments", "引数"],
  "tool.answer": ["Result", "結果"],
  "tool.running": ["… running", "… 実行中"],
  "tool.waiting": ["◦ waiting", "◦ 待機中"],
  "tool.done": ["✓ done", "✓ 完了"],
  "tool.done-in": ["✓ done, {seconds} s", "✓ 完了 {seconds} 秒"],
  "tool.failed": ["✗ failed", "✗ 失敗"],
  "tool.some-failed": ["✗ {count} failed", "✗ {count} 件失敗"],
  "tool.declined": ["You declined · nothing was done", "却下しました・何も実行していません"],
  "thoughts": ["Thoughts", "思考"],
  "thoughts.now": ["Thinking…", "思考中…"],
  "thoughts.time": ["Thought for {seconds} s", "{seconds} 秒間の思考"],
  "usage.tokens": ["{count} tokens", "{count} トークン"],
  "next": ["Next:", "次:"],
  "next.edit": ["Edit the next message", "次のメッセージを編集"],
  "next.remove": ["Remove the next message", "次のメッセージを取り消す"],
  "decide.which": ["{count} decisions wait for you. Press a button at one of them.", "{count} 件の確認待ちです。いずれかのボタンで決めてください。"],
  "tool.ended": ["✗ ended", "✗ 中断"],
  "tool.started": ["{name} is running.", "{name} を実行しています。"],
  "client-tool": ["The app that started this must run {name}.", "{name} は、開始したアプリで実行する必要があります。"],
  "card.more": ["{count} more", "あと {count} 件"],
  "card.all": ["Show all {count}", "{count} 件すべて表示"],
  "card.whole": ["Show all", "すべて表示"],
  "card.name": ["Name", "名前"],
  "card.birthday": ["Birthday", "誕生日"],
  "card.time": ["Time", "時刻"],
  "card.event": ["Event", "予定"],
  "card.all-day": ["all day", "終日"],
  "item.quantity": ["Quantity", "数量"],
  "item.unit": ["Unit", "単位"],
  "item.category": ["Category", "カテゴリ"],
  "item.place": ["Place", "場所"],
  "item.state": ["State", "状態"],
  "item.code": ["Code", "コード"],
  "item.note": ["Note", "メモ"],
  "item.updated_at": ["Changed", "更新"],
  "item.ask": ["Ask about this", "これについて聞く"],
  "item.ask.text": ["How many \"{title}\" do we have?", "「{title}」はいくつありますか"],
  "item.edit": ["Change…", "変更…"],
  "item.edit.text": ["Change the quantity of the inventory item with the ID {id} to ", "ID {id} の在庫の数量を変更: "],
  "item.delete": ["Delete…", "削除…"],
  "item.delete.text": ["Delete the inventory item with the ID {id}", "ID {id} の在庫を削除して"],
  "approve": ["Approve", "承認"],
  "reject": ["Reject", "却下"],
  "approval.title": ["Waits for your decision", "確認が必要です"],
  "approval.reason": ["Reason (optional)", "理由（任意）"],
  "approval.approved": ["Approved.", "承認しました。"],
  "approval.rejected": ["Rejected.", "却下しました。"],
  "approval.expired": ["Nobody decided in time.", "期限が過ぎました。"],
  "approval.left": ["{time} left", "残り {time}"],
  "approval.elsewhere": ["This was decided elsewhere.", "別の場所で決定済みです。"],
  "approval.stopped": ["Stopped; nothing was done.", "停止しました。何も実行していません。"],
  "approval.ended": ["The answer ended before a decision here.", "ここで決定する前に回答が終わりました。"],
  "again": ["Some of this is already done", "実行済みの操作があります"],
  "again.text": ["A new answer does not undo it, and can do it a second time.", "新しい回答では取り消されません。同じ操作がもう一度行われることがあります。"],
  "again.changed": ["Changes that were made:", "行われた変更:"],
  "again.unknown": ["Calls that may have changed something:", "変更を伴った可能性のある呼び出し:"],
  "sending": ["Sending…", "送信中…"],
  "queued.decision": ["Waits for your decision: {text}", "確認待ちです: {text}"],
  "queued.show": ["Go to the decision", "確認へ移動"],
  "not-sent": ["Not sent.", "送信できませんでした。"],
  "take-back": ["Back to the message field", "入力欄に戻す"],
  "not-sent.waits": ["Not sent. It is sent when the server can be reached.", "未送信です。サーバーに接続できたら送信します。"],
  "card.rain": ["rain or snow", "降水確率"],
  "other-model": ["Another model can be chosen at the top.", "上部で別のモデルを選べます。"],
};
const index = language() === "ja" ? 1 : 0;
addWords(Object.fromEntries(Object.entries(words).map(([key, pair]) => [key, pair[index]])));

/** The words that decide what waits. The server fills them in, so that they are its own. */
const decisions = { approve: "{{approvals}}".split(","), reject: "{{rejections}}".split(",") };

/** The most attempts to send a message before only the person sends it again. */
const most = 5;

/** The conversation on the chat page. */
export class Turns {
  // The turns whose answers are not complete, first the one that is shown.
  /** @type {any[]} */ queue = [];
  // The messages that are sent when the answers before them are complete.
  /** @type {any[]} */ held = [];
  // The run that is being stopped.
  stopping = "";
  #isBusy = false;
  // Ends when the message before was sent or refused.
  /** @type {Promise<any>} */ #before = Promise.resolve();
  /** @type {string[]} */ #unspoken = [];

  /** @param {any} page the chat page */
  constructor(page) {
    this.page = page;
    this.transcript = new Transcript(page.log, {
      announcer: page.announcer, speak: (kind, text) => this.#speak(kind, text), propose: text => page.propose(text),
      toolTitle: name => page.tools.get(name)?.titles?.[language()] ?? name,
      // The list says that the chat waits for the person; and a stream that is read again shows that the server can be reached.
      onState: state => { page.showState(state); if (state === "waiting" || (state === "live" && page.isAway)) page.refresh(); },
      onDecision: () => this.#sayWaiting(), onReplace: (run, text) => this.send(text, run), mayReplace: (run, verb) => this.#mayReplace(run, verb), onEarlier: () => this.#earlier(), onGone: () => page.open(page.conversation), hasModels: () => !page.models.hidden,
    });
  }

  /** Whether the stop has no effect yet. */
  get isStopping() { return this.stopping !== "" && this.stopping === this.queue[0]?.run; }

  clear() {
    this.page.nexts.replaceChildren();
    for (const turn of this.held) turn.go();
    this.queue = [];
    this.held = [];
    this.#isBusy = false;
    this.#before = Promise.resolve();
    this.transcript.clear();
  }

  /**
   * Says something to screen readers, as the settings want it.
   * @param {"block"|"state"} kind
   * @param {string} text
   */
  #speak(kind, text) {
    const mode = kept.get("speech") ?? "blocks";
    if (kind === "state") {
      this.page.announcer.say([...this.#unspoken, text].join(" "));
      this.#unspoken = [];
    } else if (mode === "blocks") this.page.announcer.say(text);
    else if (mode === "end") this.#unspoken.push(text);
  }

  /**
   * Shows the newest stored messages, and the answers that are being written.
   * @param {any} stored a page of messages
   */
  show(stored) {
    const { transcript } = this;
    transcript.previous = stored.previous;
    // A message may have been written before the stored ones could be read.
    const isLate = transcript.turns.length > 0;
    transcript.add(stored.messages, isLate, stored.active_runs);
    if (!isLate) transcript.toEnd();
    for (const run of stored.active_runs) this.#enqueue(transcript.turns.find(known => known.run === run) ?? transcript.unasked(run));
  }

  async #earlier() {
    const { page, transcript } = this;
    const { previous } = transcript;
    const [shown, id] = [page.shown, page.conversation];
    if (!previous || !id) return;
    const stored = await api("GET", `/v1/conversations/${id}/messages?limit=26&before=${encodeURIComponent(previous)}`);
    if (shown !== page.shown) return;
    transcript.previous = stored.previous;
    transcript.add(stored.messages, true);
  }

  /**
   * Asks before a message takes the place of a run and what follows it, if calls were made there that can change something.
   * @param {string} run
   * @param {string} verb what sends the message
   * @returns {Promise<boolean>} whether it is sent
   */
  async #mayReplace(run, verb) {
    const { page, transcript } = this;
    const { shown } = page;
    const made = transcript.madeFrom(run);
    const changing = made.filter(card => page.tools.get(card.name)?.read_only === false);
    // The page knows the server's tools; others are an app's, or the server has them no longer.
    const unknown = made.filter(card => !page.tools.has(card.name));
    if (changing.length + unknown.length === 0) return true;
    const list = (/** @type {string} */ title, /** @type {any[]} */ cards) => cards.length === 0 ? [] : [el("p", { class: "label", text: title }),
      el("ul", { class: "made" }, ...cards.map(card => el("li", { text: card.summary })))];
    if (!await confirmed(t("again"), t("again.text"), verb, ...list(t("again.changed"), changing), ...list(t("again.unknown"), unknown))) return false;
    // Another chat may be shown now, or another tab may have replaced the run.
    return shown === page.shown && transcript.turns.some(turn => turn.run === run);
  }

  /**
   * Sends a message; with a run, in its place.
   * @param {string} text
   * @param {string} [replaces]
   */
  async send(text, replaces) {
    const { page, transcript } = this;
    const [shown, key] = [page.shown, page.key];
    if (replaces) {
      transcript.replaceFrom(replaces);
      // The button that was pressed is in the fold now.
      if (document.activeElement === document.body) page.field.focus();
    }
    const busy = kept.get("busy") ?? "queue";
    const waits = !replaces && busy === "queue" && this.queue.length > 0;
    const made = /** @type {any} */ (transcript.ask(text, true, waits));
    made.isUrgent = busy !== "queue";
    if (!waits) made.question.say(t(page.isAway ? "not-sent.waits" : "sending"));
    // The first message of a new chat makes the chat for the next.
    const before = this.#before;
    const turnCame = waits && this.#hold(made, key);
    /** @type {() => void} */ let passOn = () => {};
    this.#before = new Promise(resolve => { passOn = () => resolve(undefined); });
    await before;
    await turnCame;
    await page.reading;
    if (shown !== page.shown || made.isWithdrawn) return passOn();
    this.#release(made);
    const request = {
      message: text, on_disconnect: "finish", on_busy: busy, reasoning: true, locale: localeOf(text), time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(page.conversation ? { conversation: page.conversation } : {}), ...(replaces ? { replaces } : {}), ...(page.models.value ? { model: page.models.value } : {}),
    };
    const headers = { Prefer: "respond-async", "Idempotency-Key": randomKey() };
    let isSending = false;
    let attempts = 0;
    const attempt = async () => {
      if (isSending) return;
      isSending = true;
      made.question.say(t("sending"));
      try {
        const answer = await api("POST", "/v1/chat", { body: request, headers });
        made.question.say("");
        page.sent(key, text, { conversation: answer.conversation, run: answer.run, text, replaces }, shown);
        if (shown === page.shown) {
          made.run = made.question.run = answer.run;
          this.#enqueue(made);
        }
        passOn();
      } catch (/** @type {any} */ error) {
        isSending = false;
        // The same key makes it safe to send a message again that may have arrived; but a run that a stop of the server ended stays so.
        if (error.kind === "run-interrupted") headers["Idempotency-Key"] = randomKey();
        // A server that answers other requests may close the connection of this one each time.
        const waits = isUnreachable(error) && ++attempts < most;
        if (waits) page.unreachable(again); else passOn();
        const reason = waits ? t("not-sent.waits") : `${t("not-sent")} ${explain(error)}`;
        if (shown === page.shown) {
          // What the server refuses as it is, it refuses again.
          const isRefused = [400, 413, 422].includes(error.status);
          /** @type {[string, () => void][]} */
          const buttons = [[t("retry"), attempt], [t("take-back"), () => this.#takeBack(made, key, replaces)]];
          made.question.offer(reason, ...buttons.slice(isRefused ? 1 : 0, waits ? 1 : 2));
          if (attempts < 2) transcript.reveal(made.question.node);
        }
        page.announcer.warn(reason);
      }
    };
    // If the chat was opened again meanwhile, the message is in the field.
    const again = () => { if (shown === page.shown || page.drafts.isUnsent(key, text)) attempt(); };
    await attempt();
  }

  /**
   * Puts a message that is not sent back into the field.
   * @param {any} made
   * @param {string} key the chat it was written in
   * @param {string} [replaces]
   */
  #takeBack(made, key, replaces) {
    const { page, transcript } = this;
    made.chip?.remove();
    transcript.remove(made);
    page.takeBack(key, made.question.text);
    // The turns that it would have replaced are shown again.
    if (replaces) page.open(page.conversation);
    else page.welcome.hidden = Boolean(page.conversation) || transcript.turns.length > 0;
  }

  /**
   * Shows what another tab of this browser sent.
   * @param {{run: string, text: string, replaces?: string}} message
   */
  async heard({ run, text, replaces }) {
    const { page, transcript } = this;
    const { shown } = page;
    await page.reading;
    if (shown !== page.shown || transcript.turns.some(turn => turn.run === run)) return;
    if (replaces) transcript.replaceFrom(replaces);
    const made = transcript.ask(text, false, !replaces && this.queue.length > 0);
    made.run = made.question.run = run;
    this.#enqueue(made);
  }

  /** @param {any} turn */
  async #enqueue(turn) {
    const { page } = this;
    this.queue.push(turn);
    if (this.#isBusy) {
      if (turn.question && !turn.isUrgent) this.#showNext(turn);
      return this.#sayWaiting();
    }
    const { shown } = page;
    this.#isBusy = true;
    while (this.queue.length > 0) {
      const next = this.queue[0];
      this.#release(next);
      next.question?.say("");
      this.#sayWaiting();
      page.showButtons();
      page.announcer.say(t("answering"));
      await this.transcript.live(next);
      if (shown !== page.shown) return;
      this.queue.shift();
      this.stopping = "";
      page.showState("live");
    }
    this.#isBusy = false;
    this.held.shift()?.go();
    this.#sayWaiting();
    // The server lists the chat now, or has kept nothing of it.
    page.fresh = null;
    page.showButtons();
    page.refresh();
  }

  /**
   * Shows a message that waits above the field, so that the answer that is being written stays in the view.
   * @param {any} turn
   */
  #showNext(turn) {
    if (turn.chip) return;
    const { question } = turn;
    question.node.remove();
    turn.chip = el("div", { class: "next", role: "group", "aria-label": t("next") }, el("strong", { text: t("next") }), el("span", { class: "next-text", dir: "auto", text: question.text }));
    turn.chip.append(question.note);
    this.page.nexts.append(turn.chip);
  }

  /**
   * Keeps a message until the answers before it are complete. Until then it can be changed, and the browser keeps it with the drafts.
   * @param {any} turn
   * @param {string} key the chat it was written in
   * @returns {Promise<void>} ends when its turn has come
   */
  #hold(turn, key) {
    this.#showNext(turn);
    turn.chip.append(iconButton("edit", t("next.edit"), () => this.#withdraw(turn, key, true)), iconButton("cross", t("next.remove"), () => this.#withdraw(turn, key, false)));
    this.held.push(turn);
    this.#sayWaiting();
    return new Promise(resolve => { turn.go = resolve; });
  }

  /**
   * Puts a message that waited among the others.
   * @param {any} turn
   */
  #release(turn) {
    if (!turn.chip) return;
    const hadFocus = turn.chip.contains(document.activeElement);
    turn.question.node.append(turn.question.note);
    turn.chip.remove();
    turn.chip = null;
    this.transcript.place(turn);
    if (hadFocus) this.page.field.focus();
  }

  /**
   * Takes back a message that was not sent yet.
   * @param {any} turn
   * @param {string} key the chat it was written in
   * @param {boolean} isEdited whether its text goes into the field
   */
  #withdraw(turn, key, isEdited) {
    if (!this.held.includes(turn)) return;
    this.held.splice(this.held.indexOf(turn), 1);
    turn.isWithdrawn = true;
    turn.chip.remove();
    this.transcript.remove(turn);
    if (isEdited) this.page.takeBack(key, turn.question.text);
    else {
      this.page.drafts.sent(key, turn.question.text);
      this.page.field.focus();
    }
    turn.go();
  }

  /**
   * Takes a plain yes or no as the decision that the shown answer waits for.
   * @param {string} text
   * @returns {"decided"|"unclear"|null} `null` if it is an ordinary message
   */
  decide(text) {
    const plain = text.normalize("NFKC").toLowerCase().replaceAll("’", "'");
    // A question and a pause are doubts.
    if (text.length > 64 || /[?؟¿]|\.\.|。。/.test(plain)) return null;
    const word = plain.replace(/[^\P{P}']|[\s~]/gu, " ").trim().replace(/ +/g, " ");
    const decision = /** @type {const} */ (["approve", "reject"]).find(
      name => decisions[name].includes(word) || decisions[name].includes(word.replaceAll(" ", ""))
    );
    const waiting = decision ? this.queue[0]?.answer?.approvals ?? [] : [];
    if (!decision || waiting.length === 0) return null;
    if (waiting.length > 1) {
      const text = t("decide.which", { count: waiting.length });
      this.page.notice(text, t("queued.show"), () => this.transcript.leadTo(waiting[0].node));
      return "unclear";
    }
    // A word that was written before the question was there does not answer it.
    if (!waiting[0].isReady) return "unclear";
    waiting[0].choose(decision);
    this.page.announcer.say(t(decision === "approve" ? "approval.approved" : "approval.rejected"));
    return "decided";
  }

  /** Says of each message that waits what it waits for, and leads to a decision. */
  #sayWaiting() {
    const [first, ...waiting] = this.queue;
    const approval = first?.answer?.approvals[0];
    const letters = [...(approval?.text ?? "")];
    const text = letters.length > 200 ? `${letters.slice(0, 200).join("")}…` : approval?.text;
    for (const { question } of [...waiting, ...this.held]) {
      if (approval) question?.offer(t("queued.decision", { text }), [t("queued.show"), () => this.transcript.leadTo(approval.node)]);
      else question?.say(t("queued"));
    }
  }

  /** Stops the answer that is being written. */
  async stop() {
    const { page } = this;
    const run = this.queue[0]?.run;
    if (!run || this.isStopping) return;
    this.stopping = run;
    page.showButtons();
    page.showState("stopping");
    page.announcer.say(t("stopping"));
    try {
      await api("POST", `/v1/runs/${run}/cancel`);
    } catch (error) {
      this.stopping = "";
      page.showButtons();
      page.showState("live");
      page.notice(explain(error));
    }
  }
}
