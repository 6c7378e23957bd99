import AgentTools
import LanguageModels
import ToolRecords

extension InventoryError {
    /// Returns the error that a tool throws: in the caller's language, with what to do next.
    func failure(for caller: Caller) -> any Error {
        if kind == .cancelled { return CancellationError() }
        var text = text(for: caller)
        if mayHaveChanged {
            text += caller.text(
                " It is not known whether the change was made: look at the inventory before trying again.",
                "変更が反映されたかどうかは分かりません。もう一度試す前に在庫を確認してください。"
            )
        }
        return ToolFailure(text)
    }

    private func text(for caller: Caller) -> String {
        switch kind {
        case .notFound(let id):
            caller.text(
                "There is no inventory item with the ID \(id). List the inventory to see which there are.",
                "ID \(id) の在庫はありません。在庫の一覧で確認してください。"
            )
        case .changedMeanwhile(let item):
            caller.text(
                "Item \(item.id) has changed since that version, so nothing was done. This is its present state; decide again:",
                "在庫 \(item.id) はそのバージョンの後に変更されているため、何も行いませんでした。現在の内容を見て、もう一度判断してください:"
            ) + "\n" + item.details(for: caller)
        case .noKey:
            caller.text(
                "No usable API token for \(service) is set up. The operator needs to add one.",
                "使用できる \(service) の API トークンが設定されていません。管理者に追加を依頼してください。"
            )
        case .unauthorized:
            caller.text(
                "\(service) did not accept the API token. The operator needs to replace it.",
                "\(service) が API トークンを受け付けませんでした。管理者に交換を依頼してください。"
            )
        case .refused:
            caller.text(
                "\(service) did not accept the data. Check the values, shorten long ones, and try again.",
                "\(service) がデータを受け付けませんでした。値を確認し、長い値は短くしてもう一度試してください。"
            )
        case .busy:
            caller.text(
                "\(service) is receiving too many requests. Try again in \(wait.map { "\($0) seconds" } ?? "a minute").",
                "\(service) へのリクエストが多すぎます。\(wait.map { "\($0)秒" } ?? "1分")ほど待ってからもう一度試してください。"
            )
        case .unreachable:
            caller.text(
                "\(service) could not be reached. Try again in a minute; if it keeps failing, contact the operator.",
                "\(service) に接続できませんでした。少し待ってもう一度試し、続く場合は管理者に知らせてください。"
            )
        case .failing(let status):
            caller.text(
                "\(service) failed with status \(status). Try again later.",
                "\(service) 側で問題が起きています（ステータス \(status)）。後でもう一度試してください。"
            )
        case .incomprehensible:
            caller.text(
                "\(service) sent an answer that cannot be understood. Try again later; if it keeps failing, contact the operator.",
                "\(service) の応答を理解できませんでした。後でもう一度試し、続く場合は管理者に知らせてください。"
            )
        case .storage:
            caller.text(
                "The inventory cannot be read or written at the moment. The operator needs to look at the server's data folder.",
                "現在、在庫データを読み書きできません。管理者にサーバーのデータフォルダの確認を依頼してください。"
            )
        case .full(let limit):
            caller.text(
                "The inventory has its limit of \(limit) items. Delete some before adding others.",
                "在庫は上限の \(limit) 件に達しています。追加する前に、不要なものを削除してください。"
            )
        case .notShared:
            caller.text(
                "The inventory of this server is in \(service), which has no lists of single users. The operator needs to share it with "
                    + "the users of this app, or to remove the API token of \(service).",
                "このサーバーの在庫は \(service) にあり、利用者ごとの在庫はありません。管理者に、アプリの利用者との共有の設定、または \(service) の API トークンの削除を依頼してください。"
            )
        case .cancelled:
            caller.text("The call was cancelled.", "呼び出しは取り消されました。")
        }
    }

    /// The seconds to wait, if known.
    private var wait: Int? { retryAfter.map { max(1, $0.wholeSeconds) } }
}

extension Caller {
    /// Calls the inventory that the caller sees, and converts its errors into failures in the caller's language.
    func call<Value>(
        _ inventory: any InventoryService,
        _ body: (any InventoryService) async throws(InventoryError) -> Value
    ) async throws -> Value {
        do throws(InventoryError) {
            return try await body(try await inventory.inventory(of: self))
        } catch {
            throw error.failure(for: self)
        }
    }
}
