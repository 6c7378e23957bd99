public import LanguageModels

extension ToolFault {
    /// Returns the text for the model and the person, in the caller's language.
    public func text(for caller: Caller) -> String {
        guard caller.language == .japanese else { return description }
        return switch self {
        case .unknownTool(let name, let known):
            "「\(name)」というツールはありません。使えるツール: \(known.joined(separator: "、"))"
        case .argumentsDoNotFit(let tool, let detail):
            "\(tool) の引数が正しくありません（\(detail)）。直してもう一度呼び出してください。"
        case .missedDeadline(let tool, let deadline):
            "\(tool) は \(deadline.components.seconds) 秒以内に応答しませんでした。"
        case .failedInside(let tool):
            "\(tool) は内部の理由で失敗しました。"
        case .tooManyCalls(let limit):
            "何も行いませんでした。この回答ではツールを \(limit) 回までしか呼び出せません。手元の情報で回答してください。"
        case .declined(let tool, let reason):
            "何も行いませんでした。\(tool) の呼び出しは許可されませんでした\(reason.map { "（\($0)）" } ?? "")。"
        }
    }
}
