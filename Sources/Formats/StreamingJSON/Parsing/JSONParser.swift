/// Reads a whole JSON text, strictly by RFC 8259, without recursion.
///
/// Complete values are on one stack, the names of members on another; a closing bracket removes its children from both.
/// So nesting needs no call stack, and every array is allocated once, at its size.
struct JSONParser: ~Copyable {
    /// An array or object that is still open.
    struct Frame {
        var isObject: Bool
        /// The number of values and names on the stacks when it opened.
        var firstValue: Int
        var firstName: Int
        /// The index of each name, once there are too many for a linear search.
        var positions: [JSONName: Int]?
        /// The index of the earlier member whose name the member being read repeats.
        var repeated: Int?
    }

    let bytes: UnsafeBufferPointer<UInt8>
    let options: JSONParseOptions
    private let depthLimit: Int
    var offset = 0
    /// Whether the last string is byte for byte the text between its quotes; reading a string only ever sets it to
    /// `false`.
    var isStringAsWritten = true

    private var values = JSONStack<JSONValue>(capacity: 64)
    private var names = JSONStack<String>(capacity: 32)
    /// A fingerprint of each name: names with different fingerprints differ.
    private var fingerprints = JSONStack<UInt64>(capacity: 32)
    private var frame = Frame(isObject: false, firstValue: 0, firstName: 0)
    /// The frames around ``frame``, outermost first.
    private var outer: [Frame] = []
    private var depth = 0

    private(set) var repeatedNames: [JSONRepeatedName] = []

    private init(bytes: UnsafeBufferPointer<UInt8>, options: JSONParseOptions) {
        self.bytes = bytes
        self.options = options
        depthLimit = options.depthLimit
    }

    /// Parses all of `bytes`.
    static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>,
        options: JSONParseOptions
    ) throws(JSONParseError) -> JSONDocument {
        guard bytes.count <= options.maximumByteCount else { throw .tooLong(limit: max(0, options.maximumByteCount)) }
        var parser = JSONParser(bytes: bytes, options: options)
        let value = try parser.document()
        return JSONDocument(value: value, repeatedNames: parser.repeatedNames)
    }

    /// The next byte; 0 at the end, because JSON texts have no such byte outside strings.
    @inline(__always)
    private var current: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    /// Returns `error` if a byte is wrong, or the unexpected end if no byte is left.
    private func fault(_ error: JSONParseError) -> JSONParseError {
        offset < bytes.count ? error : .end(at: offset)
    }

    @inline(__always)
    private mutating func skipWhitespace() {
        while offset < bytes.count {
            let byte = bytes[offset]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            offset += 1
        }
    }

    private mutating func document() throws(JSONParseError) -> JSONValue {
        while true {
            // A value starts here.
            skipWhitespace()
            switch current {
            case UInt8(ascii: "{"):
                try open(isObject: true)
                if current == UInt8(ascii: "}") {
                    close()
                } else {
                    try name()
                    continue
                }
            case UInt8(ascii: "["):
                try open(isObject: false)
                if current == UInt8(ascii: "]") {
                    close()
                } else {
                    continue
                }
            default:
                add(try scalar())
            }
            // A value has ended here, and perhaps the containers around it.
            while depth > 0 {
                skipWhitespace()
                let byte = current
                if byte == UInt8(ascii: ",") {
                    offset += 1
                    break
                }
                guard byte == (frame.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw fault(.noSeparator(at: offset, inObject: frame.isObject))
                }
                close()
            }
            guard depth > 0 else { break }
            if frame.isObject {
                skipWhitespace()
                try name()
            }
        }
        skipWhitespace()
        guard offset == bytes.count else { throw .trailing(at: offset) }
        return values[0]
    }

    @inline(__always)
    private mutating func scalar() throws(JSONParseError) -> JSONValue {
        switch current {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: throw fault(.noValue(at: offset))
        }
    }

    private mutating func literal(_ text: StaticString, _ value: JSONValue) throws(JSONParseError) -> JSONValue {
        for index in 0..<text.utf8CodeUnitCount {
            guard current == text.utf8Start[index] else { throw fault(.literal(text, at: offset)) }
            offset += 1
        }
        return value
    }

    private mutating func number() throws(JSONParseError) -> JSONValue {
        let rest = UnsafeBufferPointer(rebasing: bytes[offset...])
        var number = JSONNumber(rest, offset: offset, options: options, mustBeFollowed: depth > 0)
        let value = try number.read()
        offset += number.length
        return value
    }
}

// MARK: - Containers

extension JSONParser {
    private mutating func open(isObject: Bool) throws(JSONParseError) {
        guard depth < depthLimit else { throw .tooDeep(at: offset, limit: depthLimit) }
        offset += 1
        if depth > 0 { outer.append(frame) }
        depth += 1
        frame = Frame(isObject: isObject, firstValue: values.count, firstName: names.count)
        skipWhitespace()
    }

    private mutating func close() {
        offset += 1
        let value: JSONValue =
            frame.isObject ? .object(removeObject()) : .array(values.removeElements(from: frame.firstValue))
        depth -= 1
        if depth > 0, let parent = outer.popLast() { frame = parent }
        add(value)
    }

    private mutating func removeObject() -> JSONObject {
        let count = names.count - frame.firstName
        if count == 0 { return JSONObject() }
        let names = names.release(from: frame.firstName)
        let values = values.release(from: frame.firstValue)
        _ = fingerprints.release(from: frame.firstName)
        let members = [(key: String, value: JSONValue)](unsafeUninitializedCapacity: count) { buffer, initialized in
            for index in 0..<count {
                buffer.initializeElement(at: index, to: (key: (names + index).move(), value: (values + index).move()))
            }
            initialized = count
        }
        return JSONObject(distinct: members, positions: frame.positions)
    }

    /// Adds a complete value to the container around it.
    @inline(__always)
    private mutating func add(_ value: consuming JSONValue) {
        if depth > 0, let place = frame.repeated {
            if options.repeatedNames == .keepLast { values[frame.firstValue + place] = value }
        } else {
            values.push(value)
        }
    }

    /// Reads a member's name and the colon after it.
    @inline(__always)
    private mutating func name() throws(JSONParseError) {
        guard current == UInt8(ascii: "\"") else { throw fault(.noName(at: offset)) }
        let start = offset
        isStringAsWritten = true
        let name = try string()
        // Another spelling of the same name has other bytes between the quotes, so the fingerprint is of the name
        // itself.
        let written = UnsafeBufferPointer(rebasing: bytes[start + 1..<offset - 1])
        let fingerprint = isStringAsWritten ? Self.fingerprint(written) : Self.fingerprint(of: name)
        frame.repeated = try earlierPlace(of: name, fingerprint, at: start)
        if frame.repeated == nil {
            names.push(name)
            fingerprints.push(fingerprint)
        }
        skipWhitespace()
        guard current == UInt8(ascii: ":") else { throw fault(.noColon(at: offset)) }
        offset += 1
    }

    /// Returns the index of the member of this object that already has the name, and reports the repetition.
    @inline(__always)
    private mutating func earlierPlace(
        of name: String,
        _ fingerprint: UInt64,
        at start: Int
    ) throws(JSONParseError) -> Int? {
        let count = names.count - frame.firstName
        var place: Int?
        if count < JSONObject.tableThreshold - 1 {
            for index in 0..<count where fingerprints[frame.firstName + index] == fingerprint {
                if names[frame.firstName + index].isSpelt(as: name) { place = index }
            }
        } else {
            place = placeInTable(name, count: count)
        }
        if let place { try report(place, at: start) }
        return place
    }

    private mutating func placeInTable(_ name: String, count: Int) -> Int? {
        if frame.positions == nil {
            var positions: [JSONName: Int] = [:]
            for index in 0..<count { positions[JSONName(names[frame.firstName + index])] = index }
            frame.positions = positions
        }
        if let place = frame.positions?[JSONName(name)] { return place }
        frame.positions?[JSONName(name)] = count
        return nil
    }

    private mutating func report(_ place: Int, at start: Int) throws(JSONParseError) {
        if options.repeatedNames == .refuse { throw .repeatedName(at: start) }
        guard repeatedNames.count < JSONRepeatedName.reportLimit else { return }
        var steps: [JSONPath.Step] = []
        for (level, frame) in outer.enumerated() {
            let next = level + 1 < outer.count ? outer[level + 1] : self.frame
            if frame.isObject {
                let last = frame.repeated ?? next.firstName - frame.firstName - 1
                steps.append(.name(names[frame.firstName + last]))
            } else {
                steps.append(.index(next.firstValue - frame.firstValue))
            }
        }
        steps.append(.name(names[frame.firstName + place]))
        repeatedNames.append(JSONRepeatedName(path: JSONPath(steps), offset: start))
    }

    private static func fingerprint(of name: String) -> UInt64 {
        var name = name
        return name.withUTF8 { fingerprint($0) }
    }

    /// Mixes the length with the first and last eight bytes.
    @inline(__always)
    private static func fingerprint(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let raw = UnsafeRawBufferPointer(bytes)
        let count = raw.count
        var first: UInt64 = 0
        var last: UInt64 = 0
        if count >= 8 {
            first = raw.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
            last = raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
        } else if count >= 4 {
            first = UInt64(raw.loadUnaligned(fromByteOffset: 0, as: UInt32.self))
            last = UInt64(raw.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
        } else if count > 0 {
            first = UInt64(raw[0]) | UInt64(raw[count / 2]) << 8
            last = UInt64(raw[count - 1])
        }
        return first ^ (last &* 0x9E37_79B9_7F4A_7C15) ^ UInt64(count) << 56
    }
}
