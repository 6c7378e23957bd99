extension JSONStreamParser {
    /// Reads all of `bytes`, each in the state that the previous byte left.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONParseError) {
        let start = offset
        while offset - start < bytes.count {
            let byte = bytes[offset - start]
            switch state {
            case .string:
                try readString(UnsafeBufferPointer(rebasing: bytes[(offset - start)...]))
            case .escape:
                try readEscape(byte)
            case .number:
                try readNumber(byte)
            case .literal:
                try readLiteral(byte)
            default:
                if byte != 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 { try readStructure(byte) }
                offset += 1
            }
        }
    }

    /// Reads a byte between values and names that is not whitespace.
    private mutating func readStructure(_ byte: UInt8) throws(JSONParseError) {
        switch (state, byte) {
        case (.separator, UInt8(ascii: ",")):
            state = isInObject ? .name : .value
        case (.separator, UInt8(ascii: "}")) where isInObject, (.firstName, UInt8(ascii: "}")),
            (.separator, UInt8(ascii: "]")) where !isInObject, (.firstElement, UInt8(ascii: "]")):
            close()
        case (.name, UInt8(ascii: "\"")), (.firstName, UInt8(ascii: "\"")):
            beginString(isName: true)
        case (.colon, UInt8(ascii: ":")):
            state = .value
        case (.value, _), (.firstElement, _):
            try begin(byte)
        case (.name, _), (.firstName, _): throw .noName(at: offset)
        case (.colon, _): throw .noColon(at: offset)
        case (.end, _): throw .trailing(at: offset)
        default: throw .noSeparator(at: offset, inObject: isInObject)
        }
    }

    private var isInObject: Bool { frames.last?.isObject == true }

    /// Starts a value with its first byte.
    private mutating func begin(_ byte: UInt8) throws(JSONParseError) {
        switch byte {
        case UInt8(ascii: "\""): beginString(isName: false)
        case UInt8(ascii: "{"): try open(isObject: true)
        case UInt8(ascii: "["): try open(isObject: false)
        case UInt8(ascii: "t"): beginLiteral(.true)
        case UInt8(ascii: "f"): beginLiteral(.false)
        case UInt8(ascii: "n"): beginLiteral(.null)
        default:
            grammar = JSONNumberGrammar()
            guard grammar.accept(byte) else { throw .noValue(at: offset) }
            number.removeAll(keepingCapacity: true)
            number.append(byte)
            state = .number
        }
    }
}

// MARK: - Containers

extension JSONStreamParser {
    private mutating func open(isObject: Bool) throws(JSONParseError) {
        guard frames.count < options.depthLimit else { throw .tooDeep(at: offset, limit: options.depthLimit) }
        frames.append(JSONFrame(isObject: isObject))
        positions.append(nil)
        state = isObject ? .firstName : .firstElement
    }

    private mutating func close() {
        guard let frame = frames.popLast(), let positions = positions.popLast() else { return }
        complete(frame.value(positions: positions), end: offset + 1)
    }

    /// Adds a complete value, which ends before `end`, to the container around it.
    mutating func complete(_ value: JSONValue, end: Int) {
        completedCount += 1
        let last = frames.count - 1
        guard last >= 0 else {
            root = value
            state = .end
            return
        }
        if frames[last].repeated == nil, let name = frames[last].name { index(name) }
        let isKept = frames[last].add(value, keepsLast: options.repeatedNames == .keepLast)
        if hiddenLevel == frames.count { hiddenLevel = nil }
        if isKept, frames.count <= eventDepth, hiddenLevel == nil {
            events.append(JSONStreamEvent(path: path(isAdded: true), value: value, offset: end))
        }
        frames[last].end()
        state = .separator
    }

    /// Records the index of a new member of the innermost object, before the member is added.
    private mutating func index(_ name: String) {
        let last = frames.count - 1
        let count = frames[last].names.count
        if positions[last] != nil {
            positions[last]?[JSONName(name)] = count
        } else if count + 1 >= JSONObject.tableThreshold {
            let names = frames[last].names.array + CollectionOfOne(name)
            positions[last] = Dictionary(uniqueKeysWithValues: names.enumerated().map { (JSONName($1), $0) })
        }
    }

    /// Returns the path of the child being read in the innermost container.
    private func path(isAdded: Bool) -> JSONPath {
        JSONPath(frames.enumerated().map { $1.step(isAdded: isAdded && $0 == frames.count - 1) })
    }

    mutating func beginMember(_ name: String) throws(JSONParseError) {
        let last = frames.count - 1
        let repeated = if let table = positions[last] { table[JSONName(name)] } else { frames[last].place(of: name) }
        frames[last].begin(name, repeated: repeated)
        state = .colon
        guard repeated != nil else { return }
        if options.repeatedNames == .refuse { throw .repeatedName(at: stringStart) }
        if hiddenLevel == nil { hiddenLevel = frames.count }
        if repeatedNames.count < JSONRepeatedName.reportLimit {
            repeatedNames.append(JSONRepeatedName(path: path(isAdded: false), offset: stringStart))
        }
    }
}

// MARK: - Numbers and literals

extension JSONStreamParser {
    /// Reads the next byte of a number; a byte that does not belong to it ends the number and is left to the next
    /// state.
    private mutating func readNumber(_ byte: UInt8) throws(JSONParseError) {
        if grammar.accept(byte) {
            number.append(byte)
            offset += 1
            return
        }
        guard grammar.isWhole else { throw .noDigit(at: offset) }
        if grammar.isZero, byte &- UInt8(ascii: "0") < 10 { throw .leadingZero(at: offset) }
        try endNumber()
    }

    mutating func endNumber() throws(JSONParseError) {
        let (start, options) = (offset - number.count, options)
        let value = try number.withBytes { bytes throws(JSONParseError) in
            var number = JSONNumber(bytes, offset: start, options: options, mustBeFollowed: false)
            return try number.read()
        }
        complete(value, end: offset)
    }

    private mutating func beginLiteral(_ literal: JSONLiteral) {
        self.literal = literal
        literalLength = 1
        state = .literal
    }

    private mutating func readLiteral(_ byte: UInt8) throws(JSONParseError) {
        let text = literal.text
        guard byte == text.utf8Start[literalLength] else { throw .literal(text, at: offset) }
        literalLength += 1
        offset += 1
        if literalLength == text.utf8CodeUnitCount { complete(literal.value, end: offset) }
    }
}
