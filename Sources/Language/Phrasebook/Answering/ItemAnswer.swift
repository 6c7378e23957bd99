import StreamingJSON

/// Writes the answer to a question about items from the outputs of the tools.
struct ItemAnswer {
    private let track: Execution.Track
    private let match: PhraseMatch?
    private let asked: RequestedAnswer
    private let isJapanese: Bool

    init(_ track: Execution.Track, _ match: PhraseMatch?, _ asked: RequestedAnswer, _ language: PhraseLanguage) {
        self.track = track
        self.match = match
        self.asked = asked
        isJapanese = language == .japanese
    }

    private func text(_ english: String, _ japanese: String) -> String { isJapanese ? japanese : english }

    /// The answer; `nil` if the output should be passed on unchanged.
    var lines: [String]? {
        switch track.step {
        case .ask(let question), .request(let question, _, _): return [question]
        case .refuse(let reason): return [reason]
        case .calls: return nil
        // One question lists all proposed changes.
        case .propose: return []
        case .done: break
        }
        guard let steps = track.steps, !steps.isChanged, let output = steps.output else { return nil }
        guard track.planned.tool == steps.tools.list || track.planned.tool == steps.tools.show else { return nil }
        let items = steps.items
        if let field = track.planned.arguments["?field"]?.stringValue.flatMap(steps.field) {
            return items.first.map { [fieldText(field, $0, steps)] }
        }
        if let state = track.planned.arguments["?is"]?.stringValue {
            return items.first.map { [stateText(state, $0, steps)] }
        }
        if let most = mostOfFew { return fewLines(items, most, output, steps) }
        let isList = track.planned.tool == steps.tools.list && track.made.last?.tool == steps.tools.list
        let name = track.planned.arguments["title"]?.stringValue
        switch asked {
        case .anything: return nil
        case .time: return isList ? nil : items.first.map { [timeText($0, output)] }
        case .place: return items.isEmpty ? (name.map { [nothing($0)] }) : items.prefix(5).map { placeText($0, steps) }
        case .number: return numberLines(items, name, output, steps, isList: isList)
        case .judgement: return judgementLines(items, name, output, steps, isList: isList)
        case .absence: return absenceLines(items, name)
        case .most, .least: return extremeLines(items)
        case .comparison: return comparisonLines(items)
        }
    }

    /// The quantity above which an item is not one of few; `nil` if the question is not about those.
    private var mostOfFew: (number: Double, isIncluded: Bool)? {
        let arguments = track.planned.arguments
        if let number = arguments["?below"]?.doubleValue { return (number, false) }
        if let number = arguments["?upTo"]?.doubleValue { return (number, true) }
        return arguments["?few"] == nil ? nil : (Self.few, true)
    }

    /// The quantity that counts as few if the question names none.
    private static let few: Double = 3

    /// Returns the items of which there are few, and the line about further items that were not listed.
    private func fewLines(
        _ items: [ListedItem],
        _ most: (number: Double, isIncluded: Bool),
        _ output: String,
        _ steps: ItemSteps
    ) -> [String]? {
        guard !items.isEmpty else { return nil }
        func isFew(_ line: Substring) -> Bool? {
            guard let item = ListedItem.all(in: String(line), steps.listed).first else { return nil }
            guard let quantity = item.quantity else { return false }
            return most.isIncluded ? quantity <= most.number : quantity < most.number
        }
        let lines = output.lines.filter { isFew($0) == true }.map(String.init)
        let rest =
            output.lines.last.flatMap { isFew($0) == nil && !QuotationFence.isFence($0) ? [String($0)] : nil } ?? []
        let number = Int(exactly: most.number).map(String.init) ?? String(most.number)
        let range =
            most.isIncluded
            ? text("of \(number) or less", "\(number)以下") : text("below \(number)", "\(number)未満")
        guard !lines.isEmpty else {
            let seen = items.count
            return [
                rest.isEmpty
                    ? text("No item has a quantity \(range).", "数量が\(range)の在庫はありません。")
                    : text(
                        "None of the first \(seen) items has a quantity \(range).",
                        "最初の\(seen)件に、数量が\(range)の在庫はありません。"
                    )
            ] + rest
        }
        let count = lines.count
        return [
            text(
                count == 1 ? "One item has a quantity \(range):" : "\(count) items have a quantity \(range):",
                "数量が\(range)の在庫は\(count)件です。"
            )
        ] + lines + rest
    }

    private func amount(_ item: ListedItem, _ steps: ItemSteps) -> String? {
        item.amount ?? steps.value(of: "quantity", in: item)
    }

    private func amountText(_ item: ListedItem, _ steps: ItemSteps) -> String {
        let none = text("no quantity is recorded", "数量は登録されていません")
        return item.title + text(": ", "：") + (amount(item, steps) ?? none)
    }

    private func nothing(_ name: String) -> String {
        text("There is no item called “\(name)” in the inventory.", "「\(name)」という在庫はありません。")
    }

    private func numberLines(
        _ items: [ListedItem],
        _ name: String?,
        _ output: String,
        _ steps: ItemSteps,
        isList: Bool
    ) -> [String]? {
        guard let first = items.first else {
            return name.map { [text("0: ", "0：") + nothing($0)] }
        }
        if items.count == 1, name != nil || !isList { return [amountText(first, steps) + text(".", "。")] }
        guard name != nil, track.made.last?.arguments["title"] != nil else {
            let rest = output.lines.last.map(String.init) ?? ""
            let more = rest.hasPrefix("ID: ") ? "" : " " + rest
            return [text(items.count == 1 ? "1 item." : "\(items.count) items.", "\(items.count)件です。") + more, output]
        }
        let quantities = items.compactMap(\.quantity)
        let units = Set(items.map(\.unit))
        if quantities.count == items.count, units.count == 1 {
            let total = quantities.reduce(0, +)
            let sum = Int(exactly: total).map(String.init) ?? String(total)
            let unit = units.first ?? ""
            return [
                text(
                    "\(sum)\(unit.isEmpty ? "" : " " + unit) in all, in \(items.count) items:",
                    "合計\(sum)\(unit)です（\(items.count)件）。"
                ), output,
            ]
        }
        return [text("\(items.count) items:", "\(items.count)件です。"), output]
    }

    private func judgementLines(
        _ items: [ListedItem],
        _ name: String?,
        _ output: String,
        _ steps: ItemSteps,
        isList: Bool
    ) -> [String]? {
        if track.planned.arguments["?gone"] != nil {
            return [
                items.isEmpty
                    ? text("Yes, it is not there any more.", "はい、もうありません。") + "\n" + output
                    : text("No, it is still there.", "いいえ、まだあります。") + "\n" + output
            ]
        }
        if let field = track.planned.arguments["?has"]?.stringValue.flatMap(steps.field) {
            guard let item = items.first else { return nil }
            let value = steps.value(of: field, in: item)
            return [value.map { text("Yes: ", "はい：") + $0 } ?? text("No, there is none.", "いいえ、ありません。")]
        }
        guard let first = items.first else { return name.map { [text("No. ", "いいえ。") + nothing($0)] } }
        guard isList || name != nil else { return nil }
        let isThere = items.contains { ($0.quantity ?? 1) > 0 }
        let shown = items.prefix(5).map { amountText($0, steps) }.joined(separator: text("; ", "、"))
        let head = isThere ? text("Yes: ", "はい。") : text("No: ", "いいえ。")
        return [head + shown + text(".", "。")] + (items.count > 1 ? [output] : first.title.isEmpty ? [output] : [])
    }

    private func absenceLines(_ items: [ListedItem], _ name: String?) -> [String]? {
        guard let name else { return nil }
        let left = items.filter { ($0.quantity ?? 1) > 0 }
        guard !left.isEmpty else { return [text("Yes, there is none of “\(name)” left.", "はい。「\(name)」は残っていません。")] }
        let shown = left.prefix(5).map { "\($0.title)\(text(": ", "："))\($0.amount ?? "?")" }
        return [text("No: ", "いいえ。") + shown.joined(separator: text("; ", "、")) + text(".", "。")]
    }

    private func placeText(_ item: ListedItem, _ steps: ItemSteps) -> String {
        if let place = steps.value(of: "place", in: item) {
            return item.title + text(": ", "：") + place + text(".", "。")
        }
        return item.values.isEmpty
            ? item.title + text(" (ID \(item.number))", "（ID \(item.number)）")
            : text("No place is recorded for \(item.title).", "\(item.title)の保管場所は登録されていません。")
    }

    private func timeText(_ item: ListedItem, _ output: String) -> String {
        output.lines.first { $0.rest(after: "ID: ") != nil }.map(String.init) ?? output
    }

    private func fieldText(_ field: String, _ item: ListedItem, _ steps: ItemSteps) -> String {
        let value = field == "quantity" ? amount(item, steps) : steps.value(of: field, in: item)
        let title = field == "title" ? item.title : value
        return item.title + text(": ", "：") + (title ?? text("nothing is recorded", "登録されていません")) + text(".", "。")
    }

    private func stateText(_ state: String, _ item: ListedItem, _ steps: ItemSteps) -> String {
        let values = item.values.values
        let wanted = state.lowercased()
        let known = steps.value(of: "state", in: item)
        let isSo =
            values.contains { $0.lowercased() == wanted } || (known.map { wanted.contains($0.lowercased()) } ?? false)
        let reason = known.map { item.title + text(": ", "：") + $0 } ?? item.title
        return (isSo ? text("Yes. ", "はい。") : text("No. ", "いいえ。")) + reason + text(".", "。")
    }

    private func extremeLines(_ items: [ListedItem]) -> [String]? {
        let counted = items.filter { $0.quantity != nil }
        let best =
            asked == .most
            ? counted.max { ($0.quantity ?? 0) < ($1.quantity ?? 0) }
            : counted.min { ($0.quantity ?? 0) < ($1.quantity ?? 0) }
        guard let best else { return nil }
        return [
            asked == .most
                ? text(
                    "The most: \(best.title), \(best.amount ?? "").",
                    "いちばん多いのは\(best.title)です（\(best.amount ?? "")）。"
                )
                : text(
                    "The least: \(best.title), \(best.amount ?? "").",
                    "いちばん少ないのは\(best.title)です（\(best.amount ?? "")）。"
                )
        ]
    }

    /// Returns the sentence that compares items, the largest quantity first; `nil` if fewer than two have a quantity.
    static func compared(_ items: [ListedItem], _ language: PhraseLanguage) -> [String]? {
        ItemAnswer(
            Execution.Track(action: 0, planned: PlannedCall(tool: "", arguments: [:], subject: "")),
            nil,
            .comparison,
            language
        )
        .comparisonLines(items)
    }

    private func comparisonLines(_ items: [ListedItem]) -> [String]? {
        let counted = items.filter { $0.quantity != nil }.sorted { ($0.quantity ?? 0) > ($1.quantity ?? 0) }
        guard counted.count > 1, let first = counted.first else { return nil }
        let rest = counted.dropFirst().prefix(4).map { "\($0.title)\(text(": ", "："))\($0.amount ?? "")" }
        return [
            text(
                "There is more of \(first.title): \(first.amount ?? ""), against \(rest.joined(separator: ", ")).",
                "\(first.title)のほうが多いです：\(first.amount ?? "")（\(rest.joined(separator: "、"))）。"
            )
        ]
    }
}
