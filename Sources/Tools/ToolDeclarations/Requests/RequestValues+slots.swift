package import StreamingJSON

extension RequestValues {
    /// Returns the value for a slot; `nil` if there is none, or if it is null.
    func value(of slot: Slot) -> JSONValue? {
        let value: JSONValue? =
            switch slot.source {
            case .argument(let name): arguments[name]
            case .locale: .string(locale)
            case .zone: .string(zone)
            case .day: .string(day)
            case .user(let fact): user[fact].map(JSONValue.string)
            // A tool without pages may have an argument of this name.
            case .page: page ?? arguments["page"]
            }
        guard let value, value != .null else { return nil }
        if !slot.map.isEmpty, let text = value.scalarText, let other = slot.map[text] { return .string(other) }
        return value
    }

    /// Returns a text with the values of its slots; `nil` if one of them has no value.
    ///
    /// - Throws: ``RequestFault`` for a list or an object.
    func text(of template: TextTemplate) throws(RequestFault) -> String? {
        var text = ""
        for piece in template.pieces {
            switch piece {
            case .text(let constant): text += constant
            case .slot(let slot):
                guard let value = value(of: slot) else { return nil }
                guard let part = value.scalarText else { throw RequestFault(nested: slot) }
                text += part
            }
        }
        return text
    }

    /// Returns a JSON value in whose texts the slots have their values.
    ///
    /// A text that is one slot becomes the typed value. A member or an item without a value is left out.
    ///
    /// - Throws: ``RequestFault`` for a list or an object inside a longer text.
    package func filling(_ template: JSONValue) throws(RequestFault) -> JSONValue? {
        switch template {
        case .string(let text):
            guard text.utf8.contains(UInt8(ascii: "{")) || text.utf8.contains(UInt8(ascii: "}")) else {
                return template
            }
            let parsed: TextTemplate
            do {
                parsed = try TextTemplate(text)
            } catch {
                throw RequestFault(LocalizedText(error.message))
            }
            if let slot = parsed.onlySlot { return value(of: slot) }
            return try self.text(of: parsed).map(JSONValue.string)
        case .array(let items):
            var filled: [JSONValue] = []
            for item in items {
                if let value = try filling(item) { filled.append(value) }
            }
            return .array(filled)
        case .object(let members):
            var filled = JSONObject()
            for (name, member) in members {
                if let value = try filling(member) { filled[name] = value }
            }
            return .object(filled)
        default: return template
        }
    }
}

extension JSONValue {
    /// The text of a value that is neither null, a list nor an object.
    var scalarText: String? {
        switch self {
        case .string(let text): text
        case .null, .array, .object: nil
        default: serialized()
        }
    }
}

extension RequestFault {
    /// Makes the fault of a list or an object where a text is needed.
    init(nested slot: Slot) {
        self.init(slot, "must be a text, a number or true or false here.", "ここでは文字列、数値、真偽値のいずれかにしてください。")
    }

    /// Makes the fault of a slot's value.
    init(_ slot: Slot, _ english: String, _ japanese: String) {
        if case .argument(let name) = slot.source {
            self.init(
                argument: name,
                LocalizedText("The argument '\(name)' \(english)", japanese: "引数「\(name)」: \(japanese)")
            )
        } else {
            self.init(LocalizedText("A value of the request \(english)", japanese: japanese))
        }
    }
}
