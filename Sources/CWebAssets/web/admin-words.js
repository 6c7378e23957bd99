// The words that the views of the console share. A view has its own words in its module.
import { addWords, language } from "./i18n.js";

/**
 * Adds words in the language of the page.
 * @param {Record<string, [string, string]>} pairs English, Japanese
 */
export function speak(pairs) {
  const index = language() === "ja" ? 1 : 0;
  addWords(Object.fromEntries(Object.entries(pairs).map(([key, pair]) => [key, pair[index]])));
}

/** Adds the shared words; called once, when the language is chosen. */
export function speakConsole() {
  speak({
    "console": ["Console", "管理コンソール"], "console.menu": ["Menu", "メニュー"], "console.views": ["Views", "画面"], "console.skip": ["Go to the content", "本文へ移動"],
    "view.overview": ["Overview", "概要"], "view.keys": ["Keys", "キー"], "view.clients": ["Clients", "クライアント"], "view.usage": ["Usage", "使用量"], "view.runs": ["Runs", "実行"], "view.audit": ["Audit", "監査"], "view.tools": ["Tools", "ツール"], "view.vault": ["Vault", "保管庫"], "view.sessions": ["Sessions", "セッション"],
    "view.missing": ["There is no such view, or you may not see it.", "この画面は存在しないか、表示する権限がありません。"], "view.failed": ["The view could not be loaded.", "画面を読み込めませんでした。"],
    "live.connecting": ["Connecting…", "接続中…"], "live.live": ["Live", "ライブ"], "live.paused": ["Paused", "一時停止"], "live.reconnecting": ["Reconnecting…", "再接続中…"], "live.pause": ["Pause the updates", "更新を一時停止"], "live.resume": ["Resume the updates", "更新を再開"],
    "sign-in.console": ["Sign in to the console", "管理コンソールにサインイン"], "sign-in.admin-token": ["Admin token", "管理者トークン"], "sign-in.admin-help": ["On the server's machine, the command `torii sign-in --admin` prints a link that signs you in.", "サーバー上では torii sign-in --admin コマンドがサインイン用のリンクを表示します。"], "sign-in.admin-welcome": ["Keys, clients and runs of this server.", "このサーバーのキー、クライアント、実行を管理します。"],
    "confirm.title": ["Is it still you?", "本人確認"], "confirm.text": ["You signed in more than 15 minutes ago. Enter your admin token to continue.", "サインインから15分以上経過しています。続けるには管理者トークンを入力してください。"], "confirm.verb": ["Continue", "続ける"],
    "table.filter": ["Filter", "絞り込み"], "table.filter.of": ["Filter: {table}", "絞り込み：{table}"], "table.sort": ["Sort by", "並べ替え"], "table.ascending": ["Ascending; change to descending", "昇順（降順に変更）"], "table.descending": ["Descending; change to ascending", "降順（昇順に変更）"], "table.actions": ["Actions", "操作"], "table.more-actions": ["More actions for {name}", "{name} のその他の操作"],
    "table.held": ["Show {count} changes", "{count} 件の変更を表示"], "table.more": ["Show {count} more", "さらに {count} 件表示"], "table.count.one": ["1 row", "1 行"], "table.held.one": ["Show 1 change", "1 件の変更を表示"], "table.count": ["{count} rows", "{count} 行"], "table.count.of": ["{count} of {all} rows", "{all} 行中 {count} 行"], "table.none": ["No row has this text.", "この文字列を含む行はありません。"], "command": ["Command line", "コマンド"],
    "plot.hint": ["Point at the plot, or walk it with the arrow keys.", "ポインターを重ねるか、矢印キーで移動できます。"], "plot.table": ["As a table", "表で見る"], "plot.other": ["Other", "その他"],
    "time.now": ["just now", "たった今"], "time.soon": ["in a moment", "まもなく"], "time.never": ["never", "なし"], "time.zone": ["Time zone: {zone}", "タイムゾーン：{zone}"],
    "danger.type": ["Type {name} to go on", "続けるには {name} と入力"], "once.warning": ["It is shown only now. Store it in a safe place.", "表示されるのは今回だけです。安全な場所に保管してください。"], "once.stored": ["I have stored it", "保管しました"],
    "state.healthy": ["healthy", "正常"], "state.resting": ["resting", "休止中"], "state.out_of_credit": ["out of credit", "残高不足"], "state.dead": ["refused", "拒否"], "state.retired": ["retired", "引退"], "state.removed": ["removed", "削除済み"], "state.unknown": ["unknown", "不明"],
    "status.queued": ["queued", "待機中"], "status.running": ["running", "実行中"], "status.waiting": ["waiting", "確認待ち"], "status.completed": ["completed", "完了"], "status.failed": ["failed", "失敗"], "status.cancelled": ["cancelled", "取消"], "status.interrupted": ["interrupted", "中断"],
    "rotation.requested": ["requested", "受付"], "rotation.verifying": ["verifying", "確認中"], "rotation.active": ["active", "切替済み"], "rotation.draining": ["draining", "移行中"], "rotation.retired": ["retired", "完了"], "rotation.rejected": ["rejected", "拒否"], "rotation.rolled_back": ["rolled back", "元に戻した"],
    "check.verified": ["accepted", "有効"], "check.invalid": ["refused", "無効"], "check.unknown": ["could not be checked", "確認できず"],
    "save": ["Save", "保存"], "done": ["Done.", "完了しました。"], "all": ["All", "すべて"], "id": ["Id", "ID"], "took": ["Took", "所要時間"], "name": ["Name", "名前"], "label": ["Label", "ラベル"], "state": ["State", "状態"], "expires": ["Expires", "有効期限"], "created": ["Created", "作成"], "details": ["Details", "詳細"], "client": ["Client", "クライアント"], "time": ["Time", "時刻"], "download.csv": ["Save as CSV", "CSV で保存"],
    "problem.confirmation-required": ["Confirm your sign-in first.", "先に本人確認が必要です。"], "problem.forbidden": ["You do not have the scope for this.", "この操作の権限がありません。"], "problem.not-found": ["It no longer exists.", "すでに存在しません。"], "problem.conflict": ["This conflicts with the present state.", "現在の状態と競合しています。"], "problem.invalid-request": ["The server did not accept a field.", "サーバーが入力項目を受け付けませんでした。"], "problem.key-refused": ["The upstream refused the key.", "サービスがキーを拒否しました。"], "problem.key-unverified": ["The key could not be checked with its upstream.", "サービスでキーを確認できませんでした。"], "problem.idempotency-mismatch": ["This request was already sent with other content.", "同じ要求が別の内容で送信済みです。"],
  });
}
