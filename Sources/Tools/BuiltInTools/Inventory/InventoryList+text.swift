import AgentTools
import LanguageModels
import ToolRecords

extension InventoryList {
    /// Returns the items, one a line, followed by the number of further items and how to list them.
    func text(for caller: Caller) -> String {
        var lines = items.map { $0.lineWithQuantity(for: caller) }
        if lines.isEmpty {
            lines.append(caller.text("No inventory items were found.", "該当する在庫はありません。"))
        }
        if let rest = restText(for: caller) { lines.append(rest) }
        if let search { lines.append(search.text(for: caller)) }
        return lines.joined(separator: "\n")
    }

    private func restText(for caller: Caller) -> String? {
        guard rest != .exactly(0), let last = items.last?.id else { return nil }
        let (english, japanese) =
            switch rest {
            case .exactly(1): ("There is 1 more item", "ほかに1件")
            case .exactly(let count): ("There are \(count) more items", "ほかに\(count)件")
            case .moreThan(let count): ("There are more than \(count) more items", "ほかに\(count)件以上")
            }
        return caller.text(
            "\(english). Narrow the list, or ask for the next ones with after: \(last).",
            "\(japanese)の該当する在庫があります。条件で絞り込むか、after: \(last) で続きを取得してください。"
        )
    }
}

extension InventoryList.PartialSearch {
    fileprivate func text(for caller: Caller) -> String {
        let (english, japanese) = total.map { (" of \($0)", "全\($0)件のうち") } ?? ("", "")
        return caller.text(
            "Only \(searchedCount)\(english) items were searched, so there may be more. Narrow the list by category, place or code.",
            "\(japanese)\(searchedCount)件だけを調べたため、ほかにもある可能性があります。カテゴリ、保管場所、コードで絞り込んでください。"
        )
    }
}
