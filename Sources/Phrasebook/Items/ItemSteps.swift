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
        /// The call is impossible for this reason.
        case refuse(String)
        /// The person must agree to these changes first.
        case propose([Proposal.Change])
    }

    /// The signs of arguments that are never sent: they start with `?` or end with an arithmetic sign.
    private static let markers = (
        prefix: UInt8(ascii: "?"), increase: UInt8(ascii: "+"), decrease: UInt8(ascii: "-"), factor: UInt8(ascii: "*")
    )

    private let collection: ItemCollection
    private let listed: ListedItems
    private let isEnabled: @Sendable (String) -> Bool
    private let replies: ItemReplies
    private let asked: RequestedAnswer
    /// The calls that were made and are not processed yet.
    private var made: ArraySlice<Turn.Call>
    /// The items that the answer is about, from the outputs read so far.
    private(set) var items: [ListedItem] = []
    /// The output from which the answer is made; `nil` if there is none.
    private(set) var output: String?
    /// Whether the output is from a call that changes something.
    private(set) var isChanged = false
    /// Whether changes are proposed instead of made.
    private var isProposing: Bool

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

    // MARK: Looking up

    /// Returns the output of a call, and removes it from the unprocessed ones; `nil` if the call has not been made.
    private mutating func nextOutput(of call: PlannedCall) -> String? {
        guard let first = made.popFirst() else { return nil }
        let output = first.output ?? ""
        self.output = output
        isChanged = call.tool != collection.tools.list && call.tool != collection.tools.show
        let found = ListedItem.all(in: output, listed)
        if !found.isEmpty || call.tool == collection.tools.list { items = found }
        return output
    }

    private func call(_ tool: String, _ arguments: JSONObject) -> PlannedCall {
        PlannedCall(tool: tool, arguments: arguments, subject: "")
    }

    private func sent(_ arguments: JSONObject) -> JSONObject {
        guard arguments.contains(where: { Self.isMarked($0.key) }) else { return arguments }
        return JSONObject(arguments.filter { !Self.isMarked($0.key) }.map { ($0.key, $0.value) })
    }

    private static func isMarked(_ name: String) -> Bool {
        name.utf8.first == markers.prefix
            || [markers.increase, markers.decrease, markers.factor].contains { name.utf8.last == $0 }
    }

    /// Lists items by the field that contains the text.
    private mutating func list(_ planned: PlannedCall) -> Step {
        var arguments = sent(planned.arguments)
        guard let text = arguments["title"]?.stringValue, !arguments.isEmpty else {
            return nextOutput(of: call(planned.tool, arguments)) == nil
                ? .calls([call(planned.tool, arguments)]) : .done
        }
        let name = ItemName(text)
        for title in [name.singular, text] {
            arguments["title"] = .string(title)
            let search = call(planned.tool, arguments)
            guard nextOutput(of: search) != nil else { return .calls([search]) }
            if !items.isEmpty { return .done }
            if name.singular == text { break }
        }
        guard asked != .judgement else { return .done }
        arguments["title"] = nil
        for field in collection.fields where field.isFilter && field.argument != "title" {
            if arguments[field.argument] != nil { continue }
            var narrowed = arguments
            narrowed[field.argument] = .string(text)
            let search = call(planned.tool, narrowed)
            guard nextOutput(of: search) != nil else { return .calls([search]) }
            if !items.isEmpty { return .done }
        }
        guard arguments.isEmpty else { return .done }
        switch similar(to: name) {
        case .pending(let search): return .calls([search])
        case .found(let found):
            guard let item = found.first, found.count == 1, isEnabled(collection.tools.show) else {
                items = found
                return found.isEmpty ? .ask(replies.unknown(text)) : .ask(replies.which(found))
            }
            let show = call(collection.tools.show, [listed.argument: .integer(item.number)])
            return nextOutput(of: show) == nil ? .calls([show]) : .done
        }
    }

    private enum Found {
        case pending(PlannedCall)
        case found([ListedItem])
    }

    /// Finds the items whose titles may be meant by a name that no title contains.
    private mutating func similar(to name: ItemName) -> Found {
        let all = call(collection.tools.list, [:])
        guard nextOutput(of: all) != nil else { return .pending(all) }
        let found = items.filter { name.resembles($0.title) }
        let exact = found.filter { name.isTitle($0.title) }
        return .found(exact.count == 1 ? exact : found)
    }

    /// Finds the items that a name means: the one with exactly that title, else all with similar titles.
    private mutating func items(named text: String) -> Found {
        let name = ItemName(text)
        let text = name.text
        for title in [name.singular, text] {
            let search = call(collection.tools.list, ["title": .string(title)])
            guard nextOutput(of: search) != nil else { return .pending(search) }
            if !items.isEmpty {
                let exact = items.filter { name.isTitle($0.title) }
                return .found(exact.count == 1 ? exact : items)
            }
            if name.singular == text { break }
        }
        return similar(to: name)
    }

    /// Finds the item that is meant, and continues with it.
    private mutating func onItem(_ planned: PlannedCall, _ next: (inout Self, ListedItem) -> Step) -> Step {
        let isReading = planned.tool == collection.tools.show
        switch planned.arguments[listed.argument] {
        case .integer(let number)?:
            return next(&self, ListedItem(number: number, title: ""))
        case .string(let name)?:
            guard isEnabled(collection.tools.list) else { return .ask(replies.whichNumber) }
            switch items(named: name) {
            case .pending(let search): return .calls([search])
            case .found(let found):
                if let item = found.first, found.count == 1 {
                    // An item with another title may be another item.
                    if !isReading, !ItemName(name).isTitle(item.title) { isProposing = true }
                    return next(&self, item)
                }
                if found.isEmpty {
                    // "Add another marker" creates an item if there is none.
                    if planned.arguments["?add"] != nil {
                        isProposing = true
                        return created(from: planned, name)
                    }
                    return .ask(replies.unknown(name))
                }
                if isReading, asked == .anything { return .done }
                if planned.arguments["?all"] != nil { return all(planned, found) }
                return .ask(replies.which(found))
            }
        default: return .ask(replies.whichItem)
        }
    }

    private mutating func all(_ planned: PlannedCall, _ found: [ListedItem]) -> Step {
        guard found.count <= AnswerWriter.callLimit else { return .ask(replies.which(Array(found.prefix(3)))) }
        let calls = found.map { call(planned.tool, [listed.argument: .integer($0.number)]) }
        if isProposing {
            return .propose(
                zip(found, calls).map { Proposal.Change(act: .delete, call: $1, title: $0.title, number: $0.number) }
            )
        }
        for each in calls where nextOutput(of: each) == nil { return .calls(calls) }
        return .done
    }

    // MARK: Changing

    private mutating func finish(_ planned: PlannedCall, _ item: ListedItem) -> Step {
        var arguments = sent(planned.arguments)
        arguments[listed.argument] = .integer(item.number)
        let final = call(planned.tool, arguments)
        if isProposing, final.tool != collection.tools.show { return proposed(final, item) }
        return nextOutput(of: final) == nil ? .calls([final]) : .done
    }

    /// Returns the proposal to change an item, with its title and present values.
    private mutating func proposed(_ final: PlannedCall, _ item: ListedItem) -> Step {
        let isDeletion = final.tool == collection.tools.delete
        var item = item
        if item.title.isEmpty || !isDeletion && item.values.isEmpty, isEnabled(collection.tools.show) {
            let show = call(collection.tools.show, [listed.argument: .integer(item.number)])
            guard let output = nextOutput(of: show) else { return .calls([show]) }
            guard let shown = ListedItem.all(in: output, listed).first else { return .refuse(output) }
            item = shown
        }
        var change = Proposal.Change(act: .delete, call: final, title: item.title, number: item.number)
        guard !isDeletion else { return .propose([change]) }
        change.act = .update
        for (argument, _) in final.arguments where argument != listed.argument {
            change.present[argument] =
                argument == "title"
                ? nil
                : argument == "quantity"
                    ? self.value(of: argument, in: item) ?? item.amount : self.value(of: argument, in: item)
        }
        return .propose([change])
    }

    /// Returns the call that creates an item, or the proposal to create it.
    private mutating func making(_ arguments: JSONObject) -> Step {
        let final = call(collection.tools.create, arguments)
        if isProposing { return .propose([Proposal.Change(act: .create, call: final)]) }
        return nextOutput(of: final) == nil ? .calls([final]) : .done
    }

    private mutating func update(_ planned: PlannedCall, _ item: ListedItem) -> Step {
        var planned = planned
        if case .string(let field)? = planned.arguments["?clear"] {
            guard let argument = argument(named: field) else { return .ask(replies.whichField) }
            planned.arguments[argument] = .null
        }
        if let factor = planned.arguments["quantity*"]?.stringValue.flatMap(Self.factor) {
            return compute(planned, item) { $0 * factor }
        }
        if let amount = Self.amount(planned.arguments["quantity+"]) { return compute(planned, item) { $0 + amount } }
        if let amount = Self.amount(planned.arguments["quantity-"]) { return compute(planned, item) { $0 - amount } }
        if let quantity = planned.arguments["quantity"]?.doubleValue, quantity < 0 { return .refuse(replies.belowZero) }
        if planned.isPlain, Self.isDoubtful(change: sent(planned.arguments)) { return .ask(replies.whichField) }
        guard sent(planned.arguments).count > 1 else { return .ask(replies.whichField) }
        return finish(planned, item)
    }

    /// Reads the quantity, changes it, and writes it for the version that was read.
    private mutating func compute(_ planned: PlannedCall, _ item: ListedItem, _ change: (Double) -> Double) -> Step {
        guard isEnabled(collection.tools.show) else { return .ask(replies.howManyNow) }
        let show = call(collection.tools.show, [listed.argument: .integer(item.number)])
        guard let output = nextOutput(of: show) else { return .calls([show]) }
        guard let shown = ListedItem.all(in: output, listed).first else { return .refuse(output) }
        let amount = value(of: "quantity", in: shown)
        let quantity = amount.flatMap { ListedItem(number: 0, title: "", amount: $0).quantity }
        guard let known = quantity else { return .ask(replies.howManyNow) }
        let result = (change(known) * 1000).rounded() / 1000
        guard result.isFinite, result.magnitude < 1e15 else { return .refuse(replies.tooMany) }
        guard result >= 0 else { return .refuse(replies.notEnough(shown.title, amount ?? "")) }
        var planned = planned
        planned.arguments["quantity"] = Int(exactly: result).map(JSONValue.integer) ?? .number(result)
        planned.arguments["unit"] = nil
        if let version = value(of: "version", in: shown) { planned.arguments["version"] = .string(version) }
        return finish(planned, shown)
    }

    private mutating func create(_ planned: PlannedCall) -> Step {
        if let quantity = planned.arguments["quantity"]?.doubleValue, quantity < 0 { return .refuse(replies.belowZero) }
        let arguments = sent(planned.arguments)
        if planned.isPlain, let title = arguments["title"]?.stringValue, Self.isDoubtful(title) {
            return .ask(replies.whatName)
        }
        let names = Set(arguments.map(\.key))
        // A number of an existing item is added to its quantity; a request with more details creates a separate item.
        if let title = arguments["title"]?.stringValue, let amount = arguments["quantity"], planned.isPlain,
            names.isSubset(of: ["title", "quantity", "unit"]),
            [collection.tools.list, collection.tools.show, collection.tools.update].allSatisfy(isEnabled)
        {
            let name = ItemName(title)
            let search = call(collection.tools.list, ["title": .string(name.singular)])
            guard nextOutput(of: search) != nil else { return .calls([search]) }
            let exact = items.filter { name.isTitle($0.title) }
            if let item = exact.first, exact.count == 1 {
                let change = call(collection.tools.update, ["quantity+": amount])
                return update(change, item)
            }
        }
        return making(arguments)
    }

    /// Creates the item of which more was requested, if there is none.
    private mutating func created(from planned: PlannedCall, _ name: String) -> Step {
        guard isEnabled(collection.tools.create) else { return .ask(replies.unknown(name)) }
        var arguments: JSONObject = ["title": .string(name)]
        if let amount = Self.amount(planned.arguments["quantity+"]) {
            arguments["quantity"] = Int(exactly: amount).map(JSONValue.integer) ?? .number(amount)
        }
        if let unit = planned.arguments["unit"] { arguments["unit"] = unit }
        return making(arguments)
    }

    // MARK: Values

    private func argument(named word: String) -> String? {
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
    private static func isDoubtful(_ title: String) -> Bool {
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
    private static func isDoubtful(change: JSONObject) -> Bool {
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
    private static let notInNames: Set<String> = [
        "quantity", "category", "barcode", "note", "kept", "stored", "located", "called", "named", "titled", "it",
        "it's", "which",
        "that", "please", "we", "i", "they", "code", "condition", "state", "another", "more", "to", "into", "from",
        "is", "are",
    ]

    private static func amount(_ value: JSONValue?) -> Double? {
        switch value {
        // "another"
        case .string?: 1
        case let value?: value.doubleValue
        case nil: nil
        }
    }

    private static func factor(_ text: String) -> Double? {
        let text = text.lowercased()
        if ["double", "twice", "2倍", "２倍", "二倍", "倍"].contains(where: text.contains) { return 2 }
        if ["triple", "3倍", "三倍"].contains(where: text.contains) { return 3 }
        if ["hal", "半", "2分の1"].contains(where: text.contains) { return 0.5 }
        return 0
    }
}
