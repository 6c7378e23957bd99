extension TextTemplate {
    /// A text whose slots cannot be read, and what to do.
    package struct Fault: Error, Equatable {
        package var message: String
    }

    /// Reads a text with slots, such as `Bearer {token}`; `{{` and `}}` are the characters themselves.
    ///
    /// - Throws: ``Fault``.
    package init(_ text: String) throws(Fault) {
        var pieces: [Piece] = []
        var plain: [UInt8] = []
        var rest = Substring(text).utf8
        func finishText() {
            if !plain.isEmpty { pieces.append(.text(String(decoding: plain, as: UTF8.self))) }
            plain = []
        }
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "{") where rest.first == byte, UInt8(ascii: "}") where rest.first == byte:
                plain.append(byte)
                rest.removeFirst()
            case UInt8(ascii: "}"):
                throw Fault(message: "a '}' has no '{' before it; write '}}' for the character itself")
            case UInt8(ascii: "{"):
                guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else {
                    throw Fault(message: "a '{' has no '}' after it; write '{{' for the character itself")
                }
                finishText()
                pieces.append(.slot(Slot(try Self.source(String(Substring(rest[..<end]))))))
                rest = rest[rest.index(after: end)...]
            default: plain.append(byte)
            }
        }
        finishText()
        self.init(pieces: pieces)
    }

    private static func source(_ name: String) throws(Fault) -> Slot.Source {
        switch name {
        case "caller.locale": return .locale
        case "caller.zone": return .zone
        case "caller.day": return .day
        case "page": return .page
        default: break
        }
        if let fact = Slot.UserFact(rawValue: name) { return .user(fact) }
        guard !name.isEmpty, name.utf8.allSatisfy(\.isNameByte) else {
            throw Fault(
                message: "'{\(name)}' is no slot; name an argument, caller.locale, caller.zone, caller.day, "
                    + Slot.UserFact.allCases.map(\.rawValue).joined(separator: ", ") + " or page"
            )
        }
        return .argument(name)
    }
}
