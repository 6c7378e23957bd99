import StreamingJSON

/// A request about one item, assembled from its parts in any order.
struct ItemFrame: Sendable, Equatable {
    /// The action.
    enum Act: String, Sendable {
        /// A new item is created, or more is added to an existing one.
        case create
        case delete
        /// Fields are set to new values.
        case set
        /// The quantity grows or shrinks by an amount.
        case increase, decrease
        case move
        case rename
        /// The state is set to a new value.
        case mark
        /// A field is emptied.
        case clear
        /// The quantity is multiplied.
        case multiply
    }

    /// The reference to the item.
    enum Item: Sendable, Equatable {
        case number(Int)
        case name(String)
        /// A word that refers to the item mentioned last.
        case mentioned
    }

    var act: Act
    var item: Item?
    /// The values of the fields, by argument; no title and no quantity.
    var fields = JSONObject()
    var title: String?
    var quantity: Double?
    var unit: String?
    /// Whether the number is added to the present quantity: "two more".
    var isMore = false
    /// The word for a factor: "half".
    var factor: String?
    /// The word for the field to empty.
    var cleared: String?
    /// Other items of the same request: "the A4 paper and the A3 paper".
    var others: [Item] = []
    /// Whether every item with the name is meant.
    var isAll = false
    /// Whether a name was not quoted.
    var isPlain = true

    /// Whether only the act is known.
    var isBare: Bool {
        fields.isEmpty && title == nil && quantity == nil && factor == nil && cleared == nil && item == nil
    }

    /// Returns the calls for all items; `nil` if a part is missing or left over.
    func calls(_ tools: ItemCollection.Tools, argument: String) -> [PlannedCall]? {
        var calls: [PlannedCall] = []
        for item in [item] + others.map(Optional.some) {
            var single = self
            single.item = item
            guard let call = single.call(tools, argument: argument) else { return nil }
            calls.append(call)
        }
        return calls
    }

    /// Returns the call, with arguments that ``ItemSteps`` resolves; `nil` if a part is missing or left over.
    func call(_ tools: ItemCollection.Tools, argument: String) -> PlannedCall? {
        switch act {
        case .create: creation(tools, argument)
        case .delete: deletion(tools, argument)
        case .set, .increase, .decrease, .move, .rename, .mark, .clear, .multiply: change(tools, argument)
        }
    }

    private func creation(_ tools: ItemCollection.Tools, _ argument: String) -> PlannedCall? {
        guard factor == nil, cleared == nil else { return nil }
        if isMore {
            guard item != nil, title == nil, fields.isEmpty else { return nil }
            var arguments = target(argument)
            arguments["quantity+"] = quantity.map(Self.json) ?? .string("another")
            arguments["?add"] = .string("add")
            if let unit { arguments["unit"] = .string(unit) }
            return planned(tools.update, arguments)
        }
        let name: String
        switch (title, item) {
        case (let title?, nil): name = title
        case (nil, .name(let text)): name = text
        // "Add 5 to item 6", "add the note … to the stapler".
        case (nil, .number?), (nil, .mentioned?): return change(tools, argument)
        case (.some, .some), (nil, nil): return nil
        }
        var arguments = fields
        arguments["title"] = .string(name)
        if let quantity { arguments["quantity"] = Self.json(quantity) }
        if let unit { arguments["unit"] = .string(unit) }
        return planned(tools.create, arguments)
    }

    private func deletion(_ tools: ItemCollection.Tools, _ argument: String) -> PlannedCall? {
        guard fields.isEmpty, title == nil, quantity == nil, factor == nil, cleared == nil, item != nil else {
            return nil
        }
        var arguments = target(argument)
        if isAll { arguments["?all"] = .string("all") }
        return planned(tools.delete, arguments)
    }

    private func change(_ tools: ItemCollection.Tools, _ argument: String) -> PlannedCall? {
        guard item != nil else { return nil }
        var arguments = target(argument)
        for (name, value) in fields { arguments[name] = value }
        if let title { arguments["title"] = .string(title) }
        if let unit { arguments["unit"] = .string(Self.symbols[unit.lowercased()] ?? unit) }
        if let cleared { arguments["?clear"] = .string(cleared) }
        if let factor { arguments["quantity*"] = .string(factor) }
        if let quantity {
            let isIncrease = act == .increase || act == .create || isMore && act != .decrease
            let sign = isIncrease ? "+" : act == .decrease ? "-" : ""
            arguments["quantity" + sign] = Self.json(quantity)
        } else if isMore {
            arguments["quantity+"] = .string("another")
        }
        guard
            arguments.contains(where: { name, _ in
                name != argument && name != "unit" || name == "unit" && quantity == nil
            })
        else { return nil }
        return planned(tools.update, arguments)
    }

    /// The symbols of units of measure that are written as words.
    private static let symbols = [
        "kilo": "kg", "kilos": "kg", "kilogram": "kg", "kilograms": "kg", "キロ": "kg", "キログラム": "kg", "gram": "g",
        "grams": "g", "グラム": "g",
    ]

    private func target(_ argument: String) -> JSONObject {
        switch item {
        case .number(let number)?: [argument: .integer(number)]
        case .name(let name)?: [argument: .string(name)]
        case .mentioned?, nil: [:]
        }
    }

    private func planned(_ tool: String, _ arguments: JSONObject) -> PlannedCall {
        PlannedCall(tool: tool, arguments: arguments, subject: "", isPlain: isPlain)
    }

    private static func json(_ value: Double) -> JSONValue {
        Int(exactly: value).map(JSONValue.integer) ?? .number(value)
    }
}

/// Reads the requests about items in a sentence, in either language.
enum ItemRequests {
    /// Returns the requests; empty if a word of the sentence has no role in any of them.
    static func read(_ reader: SlotReader, _ topic: ItemTopic) -> [ItemFrame] {
        if reader.tokens.contains(where: { $0.isCharacter }) {
            var japanese = JapaneseItemReader(reader, topic)
            return japanese.read()
        }
        var english = EnglishItemReader(reader, topic)
        return english.read()
    }
}
