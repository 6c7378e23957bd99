import StreamingJSON

/// A question about items, assembled from its parts in any order.
struct ItemInquiry: Sendable, Equatable {
    /// An item by its number.
    var number: Int?
    /// A name, or a part of one.
    var name: String?
    /// The field that the question asks for.
    var field: String?
    /// The state that the question asks about.
    var state: String?
    var category: String?
    var place: String?
    var code: String?
    /// Whether it asks for a place.
    var asksWhere = false
    /// Whether it asks for a number.
    var asksNumber = false
    /// Whether it is a yes-or-no question.
    var asksWhether = false
    /// Whether it mentions items in general: "items", "stock".
    var hasThings = false
    /// Whether the words show that it is about stored things rather than the world: "left", "do we have".
    var isOwn = false
    /// Whether it refers to a known item: "the stapler".
    var isDefinite = false
    /// Whether it asks to show something.
    var asksToShow = false

    /// Whether it has more than a name: a state, a category, a place, a field.
    var isTyped: Bool {
        number != nil || field != nil || state != nil || category != nil || code != nil || place != nil && hasThings
    }

    /// Returns the call; `nil` if the parts do not form a question about items.
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

/// Reads the question about items in a sentence, in either language.
enum ItemInquiries {
    /// Returns the question; `nil` if a word of the sentence has no role in one.
    static func read(_ reader: SlotReader, _ topic: ItemTopic) -> ItemInquiry? {
        if reader.tokens.contains(where: { $0.isCharacter }) {
            var japanese = JapaneseInquiryReader(reader, topic)
            return japanese.read()
        }
        var english = EnglishInquiryReader(reader, topic)
        return english.read()
    }
}
