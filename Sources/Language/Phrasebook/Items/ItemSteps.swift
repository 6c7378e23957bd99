import StreamingJSON

/// Executes one planned call on items, step by step: looks up names and computes relative changes.
///
/// It keeps no state between the rounds: each step is derived from the calls made so far.
struct ItemSteps: Sendable {
    /// The next step.
    enum Step: Equatable, Sendable {
        case calls([PlannedCall])
        /// Nothing is left to do; the last outputs are the answer.
        case done
        /// The person must answer this question first.
        case ask(String)
        /// The person must answer this question for the value of an argument first, as in ``CallPreparation/Step/ask(_:argument:takesWords:)``.
        case request(String, argument: String, takesWords: Bool)
        /// The call is impossible for this reason.
        case refuse(String)
        /// The person must agree to these changes first.
        case propose([Proposal.Change])
    }

    /// The signs of arguments that are never sent: they start with `?` or end with an arithmetic sign.
    static let markers = (
        prefix: UInt8(ascii: "?"), increase: UInt8(ascii: "+"), decrease: UInt8(ascii: "-"), factor: UInt8(ascii: "*")
    )

    let collection: ItemCollection
    let listed: ListedItems
    let isEnabled: @Sendable (String) -> Bool
    let replies: ItemReplies
    let asked: RequestedAnswer
    /// The calls that were made and are not processed yet.
    var made: ArraySlice<Turn.Call>
    /// The items that the answer is about, from the outputs read so far.
    var items: [ListedItem] = []
    /// The output from which the answer is made; `nil` if there is none.
    var output: String?
    /// Whether the output is from a call that changes something.
    var isChanged = false
    /// Whether changes are proposed instead of made.
    var isProposing: Bool

    init(
        _ collection: ItemCollection,
        _ listed: ListedItems,
        asked: RequestedAnswer,
        language: PhraseLanguage,
        isEnabled: @escaping @Sendable (String) -> Bool,
        isProposing: Bool = false,
        made: [Turn.Call]
    ) {
        self.collection = collection
        self.isProposing = isProposing
        self.listed = listed
        self.asked = asked
        self.isEnabled = isEnabled
        self.made = made[...]
        replies = ItemReplies(language)
    }

    /// The names of the tools.
    var tools: ItemCollection.Tools { collection.tools }

    /// Returns whether a call must go through steps.
    static func applies(to call: PlannedCall, of collection: ItemCollection) -> Bool {
        let tools = collection.tools
        return [tools.list, tools.show, tools.create, tools.update, tools.delete].contains(call.tool)
    }

    /// Returns the next step for a call.
    mutating func next(for call: PlannedCall) -> Step {
        let tools = collection.tools
        switch call.tool {
        case tools.list: return list(call)
        case tools.create: return create(call)
        case tools.show: return onItem(call) { steps, item in steps.finish(call, item) }
        case tools.update: return onItem(call) { steps, item in steps.update(call, item) }
        case tools.delete: return onItem(call) { steps, item in steps.finish(call, item) }
        default: return .done
        }
    }

    func call(_ tool: String, _ arguments: JSONObject) -> PlannedCall {
        PlannedCall(tool: tool, arguments: arguments, subject: "")
    }

    func sent(_ arguments: JSONObject) -> JSONObject {
        guard arguments.contains(where: { Self.isMarked($0.key) }) else { return arguments }
        return JSONObject(arguments.filter { !Self.isMarked($0.key) }.map { ($0.key, $0.value) })
    }

    static func isMarked(_ name: String) -> Bool {
        name.utf8.first == markers.prefix
            || [markers.increase, markers.decrease, markers.factor].contains { name.utf8.last == $0 }
    }

    func argument(named word: String) -> String? {
        let word = Word(word.lowercased())
        return collection.fields.first { field in
            field.words.contains { Word($0.lowercased()) == word }
        }?.argument
    }

    /// Returns the value of a field in the output of the tool that shows an item.
    func value(of argument: String, in item: ListedItem) -> String? {
        collection.fields.first { $0.argument == argument }?.labels.lazy.compactMap { item.values[$0] }.first
    }

    /// Returns the argument that a word for a field means.
    func field(named word: String) -> String? { argument(named: word) }

    /// Returns whether a title may be the names of several items, or contain more than a name.
    static func isDoubtful(_ title: String) -> Bool {
        if [",", "、", ":", "：", ";"].contains(where: title.hasBytes) { return true }
        let words = title.lowercased().split(separator: " ")
        if words.count > 8 || words.contains(where: { notInNames.contains(String($0)) }) { return true }
        if ["カテゴリ", "場所", "備考", "メモ", "状態", "コード", "数量", "単位", "分類", "として", "という"].contains(where: title.hasBytes) {
            return true
        }
        guard title.hasBytes(of: "と"), let joint = title.firstIndex(of: "と"), joint > title.startIndex else {
            return false
        }
        let before = title[title.index(before: joint)]
        return !before.isHiragana && before.isLetter && title[joint...].count > 2
    }

    /// Returns whether an unquoted value may contain more than one value.
    static func isDoubtful(change: JSONObject) -> Bool {
        let fields = ["title", "place", "category", "state", "unit", "code"]
        return change.contains { name, value in
            guard fields.contains(name), let text = value.stringValue else { return false }
            if [",", "、", ":", "：", ";", "?", "？"].contains(where: text.hasBytes) { return true }
            let words = text.lowercased().split(separator: " ").map(String.init)
            return words.contains { ["and", "then", "if", "not", "set", "quantity", "because"].contains($0) }
                || words.count > 8
        }
    }

    /// Words that describe an item, and are not in its name.
    static let notInNames = Set(PhraseTexts.phrasebook["ItemSteps"].words("notInNames"))

    static func amount(_ value: JSONValue?) -> Double? {
        switch value {
        // "another"
        case .string?: 1
        case let value?: value.doubleValue
        case nil: nil
        }
    }

    static func factor(_ text: String) -> Double? {
        let text = text.lowercased()
        if ["double", "twice", "2倍", "２倍", "二倍", "倍"].contains(where: text.contains) { return 2 }
        if ["triple", "3倍", "三倍"].contains(where: text.contains) { return 3 }
        if ["hal", "半", "2分の1"].contains(where: text.contains) { return 0.5 }
        return 0
    }
}
