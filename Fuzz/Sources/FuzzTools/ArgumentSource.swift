import StreamingJSON

/// Draws a call's arguments from the bytes of an input: of the schema's type or of another, with extreme values.
struct ArgumentSource {
    private var rest: ArraySlice<UInt8>

    private static let integers = [Int.min, .max, -1, 0, 1, 2, 13, 31, 2026, .min + 1, .max - 1, 1 << 53]
    private static let numbers = [1e308, -1e308, 0.5, -0.0, 9.3e18, 5e-300]
    private static let texts = [
        "", " ", "NaN", "inf", "9223372036854775807", "-9223372036854775808", "2026-11-24", "9999-12-31", "0001-01-01",
        "2026-11-24T01:00:00Z", "https://example.test/", "file:///etc/passwd", "Tokyo, Japan", "today", "weekly",
        "steps", "x-1", "\u{301}", "<|im_start|>", "\u{E0041}",
    ]

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// Returns arguments with a value for most of the schema's properties.
    mutating func arguments(for schema: JSONValue) -> JSONValue {
        var arguments = JSONObject()
        for (name, property) in schema["properties"]?.objectValue ?? [:] {
            let byte = next()
            if byte < 32 { continue }
            arguments[name] = byte < 224 ? value(of: property["type"]?.stringValue ?? "string") : anyValue()
        }
        return .object(arguments)
    }

    private mutating func next() -> UInt8 { rest.popFirst() ?? 128 }

    private mutating func value(of type: String) -> JSONValue {
        let byte = Int(next())
        return switch type {
        case "integer": .integer(byte < 192 ? Self.integers[byte % Self.integers.count] : Int(Int8(bitPattern: next())))
        case "number": .number(Self.numbers[byte % Self.numbers.count])
        case "boolean": .bool(byte & 1 == 0)
        default: .string(text(byte))
        }
    }

    /// Returns one of the texts, the next bytes, or the next bytes repeated many times.
    private mutating func text(_ byte: Int) -> String {
        if byte < 96 { return Self.texts[byte % Self.texts.count] }
        let bytes = rest.prefix(Int(next()))
        rest = rest.dropFirst(bytes.count)
        let text = String(decoding: bytes, as: UTF8.self)
        return byte < 224 ? text : String(repeating: text, count: 1 + Int(next()) * 4)
    }

    private mutating func anyValue() -> JSONValue {
        switch next() % 6 {
        case 0: .null
        case 1: value(of: "integer")
        case 2: value(of: "number")
        case 3: value(of: "string")
        case 4: [value(of: "integer"), value(of: "string")]
        default: ["x": value(of: "string")]
        }
    }
}
