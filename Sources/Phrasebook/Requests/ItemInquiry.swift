import StreamingJSON

/// A question about items, put together from its parts in whatever order they were said.
struct ItemInquiry: Sendable, Equatable {
    /// An item by its number.
    var number: Int?
    /// A name, or a part of one.
    var name: String?
    /// The field that is asked for.
    var field: String?
    /// The state that is asked about.
    var state: String?
    var category: String?
    var place: String?
    var code: String?
    /// Whether a place is asked for.
    var asksWhere = false
    /// Whether a number is asked for.
    var asksNumber = false
    /// Whether the sentence asks if something is so.
    var asksWhether = false
    /// Whether all the items are spoken of: "items", "stock".
    var hasThings = false
    /// Whether the words say that things are kept here, and none of the world's are meant: "left", "do we have".
    var isOwn = false
    /// Whether an item is spoken of as one that is known: "the stapler".
    var isDefinite = false
    /// Whether something is to be shown.
    var asksToShow = false

    /// Whether it names more than a name: a state, a category, a place, a field.
    var isTyped: Bool {
        number != nil || field != nil || state != nil || category != nil || code != nil || place != nil && hasThings
    }

    /// The call; `nil` when the parts do not make a question about items.
    func call(_ tools: ItemCollection.Tools, argument: String) -> PlannedCall? {
        var arguments = JSONObject()
        let hasFilter = category != nil || place != nil || code != nil
        if let number {
            guard name == nil, !hasFilter else { return nil }
            arguments[argument] = .integer(number)
            if let field { arguments["?field"] = .string(field) }
            if let state { arguments["?is"] = .string(state) }
            return PlannedCall(tool: tools.show, arguments: arguments, subject: "")
        }
        if let name, !hasFilter, field != nil || asksWhere || asksWhether && state != nil && isDefinite {
            guard isOwn || isDefinite || field != nil || hasThings else { return nil }
            arguments[argument] = .string(name)
            if let field { arguments["?field"] = .string(field) }
            if let state { arguments["?is"] = .string(state) }
            return PlannedCall(tool: tools.show, arguments: arguments, subject: "")
        }
        guard field == nil, !asksWhere else { return nil }
        if let name { arguments["title"] = .string(name) }
        if let state { arguments["state"] = .string(state) }
        if let category { arguments["category"] = .string(category) }
        if let place { arguments["place"] = .string(place) }
        if let code { arguments["code"] = .string(code) }
        guard !arguments.isEmpty || asksNumber && hasThings else { return nil }
        guard isOwn || hasThings || category != nil || code != nil || state != nil && asksToShow else { return nil }
        return PlannedCall(tool: tools.list, arguments: arguments, subject: "")
    }
}

/// Reads the question about items that a sentence holds, in either language.
enum ItemInquiries {
    /// The question; `nil` when a word of the sentence has no part in one.
    static func read(_ reader: SlotReader, _ topic: ItemTopic) -> ItemInquiry? {
        if reader.tokens.contains(where: { $0.isCharacter }) {
            var japanese = JapaneseInquiryReader(reader, topic)
            return japanese.read()
        }
        var english = EnglishInquiryReader(reader, topic)
        return english.read()
    }
}
