// The words of the chat page in Japanese, and those that both pages have.

/** @type {Record<string, string>} */
export const words = {
  "you": "あなた", "cancel": "キャンセル", "close": "閉じる", "send": "送信", "stop": "停止", "stopping": "停止中…", "stopped": "停止しました。", "retry": "もう一度", "edit": "編集",
  "copy": "コピー", "copied": "コピーしました。", "copy.failed": "ブラウザがコピーを許可しませんでした。", "code": "コード", "table": "表", "refused": "モデルは回答を控えました。",
  "gone": "この回答は保存されていません。", "new": "新しいチャット", "chat": "チャット", "chats": "チャット", "chats.unread": "チャットを読み込めません。", "menu": "チャットと設定",
  "search": "チャットを検索", "search.none": "見つかりませんでした。", "none": "まだチャットはありません。", "more": "もっと見る", "chat.actions": "{title} の操作", "rename": "名前を変更",
  "delete": "削除", "export.json": "JSON で保存", "export.markdown": "Markdown で保存", "deleted": "削除しました。", "undo": "元に戻す", "untitled": "無題", "state.running": "回答中",
  "state.waiting": "確認待ち", "state.queued": "待機中", "message": "メッセージ", "message.hint": "質問を入力…", "model": "モデル", "queued": "前の回答を待っています。",
  "offline": "サーバーに接続できません。入力内容は保持されます。", "reconnecting": "再接続中…", "files.text": "テキストのみ使用できます。", "welcome": "ご用件は何でしょうか",
  "examples": "たとえば", "start": "何ができますか", "start.getInventoryList": "在庫の一覧を見せて", "loading": "読み込み中…", "skip": "入力欄へ移動", "skip.answer": "最後の回答へ移動", "automatic": "自動", "sign-in": "サインイン", "sign-in.token": "アクセストークン",
  "sign-in.help": "運用者から受け取ったトークンを貼り付けてください。サーバー上では「torii sign-in」コマンドがサインイン用のリンクを表示します。",
  "sign-in.again": "サインインの有効期限が切れました。内容は失われません。", "sign-in.used": "このリンクは使用済みか、有効期限切れです。", "sign-out": "サインアウト", "sign-in.other": "{name}としてサインインしますか",
  "sign-in.other.text": "現在は{present}としてサインインしています。このリンクを開くと{name}に切り替わります。心当たりがなければ、そのままにしてください。", "sign-in.other.verb": "切り替える", "settings": "設定",
  "language": "言語",
  "signed-in": "{name} でサインイン中",
  "error.network": "サーバーに接続できません。",
  "error.unknown": "問題が発生しました。", "error.again": "{seconds} 秒後にもう一度お試しください。", "error.again.one": "1 秒後にもう一度お試しください。",
  "problem.payload-too-large": "サーバーの上限より長い内容です。", "problem.unauthorized": "このトークンまたはリンクは無効です。", "problem.rate-limited": "リクエストが多すぎます。",
  "problem.budget-exceeded": "利用枠を使い切りました。", "problem.overloaded": "サーバーが混み合っています。", "problem.upstream-failed": "モデルのサービスでエラーが発生しました。",
  "problem.upstream-busy": "モデルのサービスが混み合っています。", "problem.upstream-timeout": "モデルのサービスが時間内に応答しませんでした。",
  "problem.upstream-unauthorized": "モデルのサービスがサーバーのキーを拒否しました。運用者に連絡してください。", "problem.run-interrupted": "回答の途中でサーバーが再起動しました。",
  "problem.deadline-exceeded": "時間内に回答できませんでした。", "problem.conversation-full": "このチャットは上限に達しました。新しいチャットを始めてください。",
  "problem.conversation-too-long": "このチャットはモデルには長すぎます。新しいチャットを始めてください。", "problem.storage-full": "保存容量の上限に達しました。チャットを削除してください。",
  "problem.refused": "モデルは回答を控えました。", "log": "メッセージ一覧",
  "copy.code": "コードをコピー", "image": "画像", "image.link": "{name}（画像）", "task.done": "完了", "task.open": "未完了", "spoken.code": "コード、{lines} 行。", "spoken.code.one": "コード、1 行。",
};
