// The words of the pages, in the languages of the table.

/** @type {Record<string, [string, string]>} English, Japanese */
const words = {
  "you": ["You", "あなた"], "cancel": ["Cancel", "キャンセル"], "close": ["Close", "閉じる"], "send": ["Send", "送信"], "stop": ["Stop", "停止"], "stopping": ["Stopping…", "停止中…"],
  "stopped": ["Stopped.", "停止しました。"], "answered": ["Answer complete.", "回答が終わりました。"], "answering": ["Answering", "回答中"], "retry": ["Try again", "もう一度"], "edit": ["Edit", "編集"], "copy": ["Copy", "コピー"],
  "copied": ["Copied.", "コピーしました。"], "copy.failed": ["The browser did not allow copying.", "ブラウザがコピーを許可しませんでした。"], "copy.code": ["Copy code", "コードをコピー"], "code": ["Code", "コード"], "table": ["Table", "表"],
  "image": ["image", "画像"], "image.link": ["{name} (image)", "{name}（画像）"], "task.done": ["done", "完了"], "task.open": ["not done", "未完了"], "spoken.code": ["Code, {lines} lines.", "コード、{lines} 行。"], "sources": ["Sources ({count})", "出典（{count}）"],
  "latest": ["Latest", "最新へ"], "versions": ["Earlier version", "以前の版"], "refused": ["The model declined to answer.", "モデルは回答を控えました。"], "gone": ["This answer is no longer stored.", "この回答は保存されていません。"], "minutes": ["{count} min", "{count} 分"], "seconds": ["{count} s", "{count} 秒"],
  "tool.arguments": ["Arguments", "引数"], "tool.answer": ["Result", "結果"], "tool.running": ["running…", "実行中…"], "tool.waiting": ["waiting", "待機中"], "tool.done": ["✓ done, {seconds} s", "✓ 完了 {seconds} 秒"], "tool.failed": ["✗ failed", "✗ 失敗"],
  "tool.ended": ["✗ ended", "✗ 中断"], "tool.started": ["{name} is running.", "{name} を実行しています。"], "client-tool": ["The app that started this must run {name}.", "{name} は、開始したアプリで実行する必要があります。"],
  "card.more": ["{count} more", "あと {count} 件"], "card.name": ["Name", "名前"], "card.birthday": ["Birthday", "誕生日"], "card.time": ["Time", "時刻"], "card.event": ["Event", "予定"], "card.all-day": ["all day", "終日"],
  "item.quantity": ["Quantity", "数量"], "item.unit": ["Unit", "単位"], "item.category": ["Category", "カテゴリ"], "item.place": ["Place", "場所"], "item.state": ["State", "状態"], "item.code": ["Code", "コード"], "item.note": ["Note", "メモ"], "item.updated_at": ["Changed", "更新"],
  "item.ask": ["Ask about this", "これについて聞く"], "item.ask.text": ["How many \"{title}\" do we have?", "「{title}」はいくつありますか"], "item.edit": ["Change…", "変更…"], "item.edit.text": ["Change the quantity of the inventory item with the ID {id} to ", "ID {id} の在庫の数量を変更: "], "item.delete": ["Delete…", "削除…"], "item.delete.text": ["Delete the inventory item with the ID {id}", "ID {id} の在庫を削除して"],
  "approve": ["Approve", "承認"], "reject": ["Reject", "却下"], "approval.title": ["Waits for your decision", "確認が必要です"], "approval.reason": ["Reason (optional)", "理由（任意）"], "approval.approved": ["Approved.", "承認しました。"], "approval.rejected": ["Rejected.", "却下しました。"], "approval.expired": ["Nobody decided in time.", "期限が過ぎました。"], "approval.left": ["{time} left", "残り {time}"], "approval.elsewhere": ["This was decided elsewhere.", "別の場所で決定済みです。"],
  "new": ["New chat", "新しいチャット"], "chats": ["Chats", "チャット"], "menu": ["Chats and settings", "チャットと設定"], "search": ["Search chats", "チャットを検索"], "search.none": ["Nothing was found.", "見つかりませんでした。"], "none": ["No chats yet.", "まだチャットはありません。"], "more": ["More", "もっと見る"],
  "chat.actions": ["Actions for {title}", "{title} の操作"], "rename": ["Rename", "名前を変更"], "delete": ["Delete", "削除"], "export.json": ["Save as JSON", "JSON で保存"], "export.markdown": ["Save as Markdown", "Markdown で保存"], "deleted": ["Deleted.", "削除しました。"], "undo": ["Undo", "元に戻す"], "untitled": ["Untitled", "無題"],
  "state.running": ["answering", "回答中"], "state.waiting": ["waits for you", "確認待ち"], "state.queued": ["queued", "待機中"],
  "message": ["Message", "メッセージ"], "message.hint": ["Ask something…", "質問を入力…"], "model": ["Model", "モデル"], "sending": ["Sending…", "送信中…"], "queued": ["Waits for the answer before it.", "前の回答を待っています。"], "not-sent": ["Not sent.", "送信できませんでした。"], "offline": ["No connection to the server. What you write stays here.", "サーバーに接続できません。入力内容は保持されます。"], "reconnecting": ["Reconnecting…", "再接続中…"],
  "files.text": ["Torii takes text only.", "テキストのみ使用できます。"], "welcome": ["What can Torii do for you?", "ご用件は何でしょうか"], "examples": ["For example", "たとえば"], "loading": ["Loading…", "読み込み中…"], "skip": ["Go to the message field", "入力欄へ移動"],
  "sign-in": ["Sign in", "サインイン"], "sign-in.token": ["Access token", "アクセストークン"], "sign-in.help": ["Paste the token that the operator gave you. On the server's machine, the command `torii sign-in` prints a link that signs you in.", "運用者から受け取ったトークンを貼り付けてください。サーバー上では torii sign-in コマンドがサインイン用のリンクを表示します。"], "sign-in.again": ["Your sign-in has ended. Nothing is lost.", "サインインの有効期限が切れました。内容は失われません。"], "sign-in.used": ["This link was used or has expired.", "このリンクは使用済みか、有効期限切れです。"], "sign-out": ["Sign out", "サインアウト"],
  "settings": ["Settings", "設定"], "language": ["Language", "言語"], "speech": ["Screen reader", "読み上げ"], "speech.blocks": ["Answers as they come", "回答を届いた順に"], "speech.end": ["Answers at their end", "回答が終わってから"], "speech.states": ["States only", "状態のみ"], "shortcuts": ["Keyboard shortcuts", "キーボードショートカット"], "shortcuts.on": ["Use shortcuts", "ショートカットを使う"], "signed-in": ["Signed in as {name}", "{name} でサインイン中"], "limit": ["{name}: {remaining} of {quota} left", "{name}: 残り {remaining} / {quota}"],
  "key.new": ["New chat", "新しいチャット"], "key.search": ["Search chats", "チャットを検索"], "key.composer": ["To the message field", "入力欄へ"], "key.stop": ["Stop the answer", "回答を停止"], "key.code": ["Copy the last code", "最後のコードをコピー"], "key.list": ["This list", "この一覧"],
  "error.network": ["The server cannot be reached.", "サーバーに接続できません。"], "error.unknown": ["Something went wrong.", "問題が発生しました。"], "error.again": ["Try again in {seconds} seconds.", "{seconds} 秒後にもう一度お試しください。"],
  "problem.unauthorized": ["This token or link is not valid any more.", "このトークンまたはリンクは無効です。"], "problem.rate-limited": ["Too many requests.", "リクエストが多すぎます。"], "problem.budget-exceeded": ["The budget of this client is used up.", "利用枠を使い切りました。"], "problem.overloaded": ["The server is busy.", "サーバーが混み合っています。"], "problem.upstream-failed": ["The model's service failed.", "モデルのサービスでエラーが発生しました。"], "problem.upstream-busy": ["The model's service is busy.", "モデルのサービスが混み合っています。"], "problem.upstream-timeout": ["The model's service did not answer in time.", "モデルのサービスが時間内に応答しませんでした。"], "problem.upstream-unauthorized": ["The model's service refused the server's key. Tell the operator.", "モデルのサービスがサーバーのキーを拒否しました。運用者に連絡してください。"], "problem.run-interrupted": ["The server was restarted before the answer was complete.", "回答の途中でサーバーが再起動しました。"], "problem.deadline-exceeded": ["The answer took too long.", "時間内に回答できませんでした。"], "problem.conversation-full": ["This chat is full. Start a new one.", "このチャットは上限に達しました。新しいチャットを始めてください。"], "problem.conversation-too-long": ["This chat is too long for the model. Start a new one.", "このチャットはモデルには長すぎます。新しいチャットを始めてください。"], "problem.storage-full": ["The storage of this client is full. Delete some chats.", "保存容量の上限に達しました。チャットを削除してください。"], "problem.refused": ["The model declined to answer.", "モデルは回答を控えました。"],
};

const languages = ["en", "ja"];
let current = 0;

/** @returns {string} the BCP 47 tag for formats and for the API */
export function locale() {
  const wanted = languages[current];
  return navigator.languages.find(tag => tag.toLowerCase().startsWith(wanted)) ?? wanted;
}

export function language() { return languages[current]; }

/**
 * Chooses the language: a kept one, or the browser's first that there is.
 * @param {string|null} kept
 */
export function chooseLanguage(kept) {
  const wanted = kept ?? navigator.languages.map(tag => tag.slice(0, 2).toLowerCase()).find(tag => languages.includes(tag)) ?? "en";
  current = Math.max(0, languages.indexOf(wanted));
  document.documentElement.lang = languages[current];
}

/**
 * @param {string} key
 * @param {Record<string, any>} [values]
 * @param {string} [missing] what is returned for an unknown key
 */
export function t(key, values = {}, missing = key) {
  const text = words[key]?.[current] ?? missing;
  return text.replace(/\{(\w+)\}/g, (whole, name) => name in values ? String(values[name]) : whole);
}
