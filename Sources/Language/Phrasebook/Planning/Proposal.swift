import StreamingJSON

/// Changes that are shown to a person before they are made.
///
/// A proposal is computed again from the conversation when it is accepted, so nothing is stored.
struct Proposal: Equatable, Sendable {
    /// A change with the data that a person needs to judge it.
    struct Change: Equatable, Sendable {
        /// The effect of a call: on an item, or on an external service.
        enum Act: Equatable, Sendable { case create, update, delete, search }

        var act: Act
        /// The call that makes the change, completely resolved.
        var call: PlannedCall
        /// The item's title in the inventory; `nil` if it is unknown.
        var title: String?
        /// The item's number; `nil` for a new item.
        var number: Int?
        /// The present values of the arguments that change, if known.
        var present: [String: String] = [:]
    }

    /// The changes in the order of execution, without duplicates.
    let changes: [Change]

    init(changes: [Change]) {
        self.changes = changes.reduce(into: []) { known, change in
            if !known.contains(change) { known.append(change) }
        }
    }

    /// The calls that make the changes.
    var calls: [PlannedCall] {
        changes.map { change in
            var call = change.call
            call.isFinal = true
            return call
        }
    }

    /// Returns the question that shows the changes.
    ///
    /// - Parameter fields: The fields of the collection, which name and sort the arguments.
    func question(_ fields: [ItemCollection.Field], in language: PhraseLanguage) -> String {
        let wording = ProposalWording(fields: fields, isJapanese: language == .japanese)
        return wording.question(changes.map(wording.clause))
    }
}

extension CompiledPhrases {
    /// Returns the question that shows a proposal.
    func question(of proposal: Proposal, in language: PhraseLanguage) -> String {
        proposal.question(collections.first?.fields ?? [], in: language)
    }
}

/// Writes proposals in one language.
private struct ProposalWording {
    /// Arguments that the person did not name.
    private static let hidden: Set<String> = ["version"]

    let fields: [ItemCollection.Field]
    let isJapanese: Bool

    /// Returns the question for some changes, each worded as a clause.
    func question(_ clauses: [String]) -> String {
        isJapanese
            ? clauses.joined(separator: "、") + "か？はい・いいえでどうぞ。"
            : clauses.joined(separator: "; ") + "? Say yes or no."
    }

    /// Returns a change as a clause without its end: "Add “green tea”: quantity 3", 「『緑茶』を数量 3で追加します」.
    func clause(_ change: Proposal.Change) -> String {
        switch change.act {
        case .create: creation(change)
        case .update: update(change)
        case .delete: isJapanese ? "\(item(change))を削除します" : "Delete \(item(change))"
        case .search: search(change)
        }
    }

    private func search(_ change: Proposal.Change) -> String {
        let texts = change.call.arguments.compactMap(\.value.stringValue).map(quoted).joined(separator: " ")
        return isJapanese ? "\(texts)をウェブで検索します" : "Search the web for \(texts)"
    }

    private func creation(_ change: Proposal.Change) -> String {
        let values = values(of: change, except: ["title"])
        let title = quoted(change.call.arguments["title"]?.stringValue ?? "")
        guard !values.isEmpty else { return isJapanese ? "\(title)を追加します" : "Add \(title)" }
        return isJapanese
            ? "\(title)を\(values.joined(separator: "、"))で追加します" : "Add \(title): \(values.joined(separator: ", "))"
    }

    private func update(_ change: Proposal.Change) -> String {
        let values = values(of: change, except: [])
        return isJapanese
            ? "\(item(change))の\(values.joined(separator: "、"))に変更します"
            : "Change \(item(change)): \(values.joined(separator: ", "))"
    }

    /// Returns the arguments with their values, in the order of the declared fields.
    private func values(of change: Proposal.Change, except hidden: Set<String>) -> [String] {
        fields.compactMap { field in
            guard !hidden.contains(field.argument), !Self.hidden.contains(field.argument),
                let value = change.call.arguments[field.argument]
            else { return nil }
            let link = isJapanese && change.act == .update ? "を" : " "
            return name(of: field) + link + (change.present[field.argument].map { "\($0) → " } ?? "") + text(value)
        }
    }

    private func name(of field: ItemCollection.Field) -> String {
        let isWanted = { (word: String) in word.utf8.allSatisfy { $0 < 0x80 } != isJapanese }
        return field.words.first(where: isWanted) ?? field.argument
    }

    private func text(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): quoted(text)
        case .null: isJapanese ? "なし" : "none"
        default: value.serialized()
        }
    }

    private func quoted(_ text: String) -> String { isJapanese ? "『\(text)』" : "“\(text)”" }

    private func item(_ change: Proposal.Change) -> String {
        let number = change.number.map { "ID \($0)" }
        guard let title = change.title, !title.isEmpty else { return number ?? "" }
        return quoted(title) + (number.map { isJapanese ? "（\($0)）" : " (\($0))" } ?? "")
    }
}
