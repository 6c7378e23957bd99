"""The words of the chat page that the trials look for."""

WORDS = {
    "en-US": {
        "add": 'Add "A4 paper" to the inventory, quantity 10', "title": "Add to inventory", "delete": "Delete the inventory item with the ID 1",
        "approve": "Approve", "reject": "Reject", "list": "List the inventory", "welcome": "What can Torii do for you?", "menu": "Actions for",
        "rename": "Rename", "remove": "Delete", "undo": "Undo", "retry": "Try again", "edit": "Edit", "declined": "You declined · nothing was done", "waits": "waits for you", "yes": "Yes, please.", "no": "No, thanks!",
        "nothing": "Stopped; nothing was done.", "cancel": "Cancel", "inventory": "Inventory",
    },
    "ja-JP": {
        "add": "「A4用紙」を10個、在庫に追加して", "title": "在庫に追加", "delete": "ID 1 の在庫を削除して",
        "approve": "承認", "reject": "却下", "list": "在庫を一覧して", "welcome": "ご用件は何でしょうか", "menu": "の操作",
        "rename": "名前を変更", "remove": "削除", "undo": "元に戻す", "retry": "もう一度", "edit": "編集", "declined": "却下しました・何も実行していません", "waits": "確認待ち", "yes": "はい、お願いします。", "no": "いいえ",
        "nothing": "停止しました。何も実行していません。", "cancel": "キャンセル", "inventory": "在庫一覧",
    },
}  # fmt: skip
