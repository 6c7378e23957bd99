import StreamingJSON

/// The format of events in a run's log: one line each, with a type, a space and the data.
///
/// This is version 2, which is dialect-neutral. The types of version 1, which is also readable, were those of the native dialect,
/// with a dot in each. A delta's data is its item's number, a space and its text as JSON, so that an encoder copies the text from
/// the log into a frame without parsing it.
public enum RunEventLine {
    /// The content of a line.
    public enum Content: Sendable, Equatable {
        /// A part of an item's text, as JSON text with its quotation marks.
        case delta(Delta, item: Int, json: ArraySlice<UInt8>)
        /// A whole event.
        case event(RunEvent)
        /// An event of version 1: its type and its data.
        case native(type: ArraySlice<UInt8>, data: ArraySlice<UInt8>)
        /// A type that this version does not know.
        case unknown
    }

    /// The kinds of streamed text, by their types in a log; a call's arguments are text as well.
    public enum Delta: String, Sendable, CaseIterable {
        case text
        case value
        case reasoning
        case arguments
        case refusal

        /// Returns the kind of a type; `nil` for the type of a whole event.
        fileprivate init?(_ type: ArraySlice<UInt8>) {
            if type.elementsEqual(StaticName.text) {
                self = .text
            } else if type.elementsEqual(StaticName.value) {
                self = .value
            } else if type.elementsEqual(StaticName.reasoning) {
                self = .reasoning
            } else if type.elementsEqual(StaticName.arguments) {
                self = .arguments
            } else if type.elementsEqual(StaticName.refusal) {
                self = .refusal
            } else {
                return nil
            }
        }

        /// The types as bytes.
        private enum StaticName {
            static let text = Array(Delta.text.rawValue.utf8)
            static let value = Array(Delta.value.rawValue.utf8)
            static let reasoning = Array(Delta.reasoning.rawValue.utf8)
            static let arguments = Array(Delta.arguments.rawValue.utf8)
            static let refusal = Array(Delta.refusal.rawValue.utf8)
        }
    }

    /// Appends an event to a log.
    public static func append(_ event: RunEvent, to lines: inout [UInt8]) {
        switch event {
        case .textDelta(let item, let text): append(.text, item, text, to: &lines)
        case .valueDelta(let item, let text): append(.value, item, text, to: &lines)
        case .reasoningDelta(let item, let text): append(.reasoning, item, text, to: &lines)
        case .argumentsDelta(let item, let text): append(.arguments, item, text, to: &lines)
        case .refusalDelta(let item, let text): append(.refusal, item, text, to: &lines)
        default:
            let (type, data) = event.logged
            lines.append(contentsOf: type.utf8)
            lines.append(UInt8(ascii: " "))
            data.write(into: &lines)
            lines.append(UInt8(ascii: "\n"))
        }
    }

    private static func append(_ delta: Delta, _ item: Int, _ text: String, to lines: inout [UInt8]) {
        lines.append(contentsOf: delta.rawValue.utf8)
        lines.append(UInt8(ascii: " "))
        lines.append(decimal: item)
        lines.append(UInt8(ascii: " "))
        JSONValue.string(text).write(into: &lines)
        lines.append(UInt8(ascii: "\n"))
    }

    /// Returns the events of a log, without those of unknown types.
    public static func events(in lines: some Collection<UInt8>) -> [RunEvent] {
        let lines = Array(lines)
        var events: [RunEvent] = []
        forEach(in: lines) { line in
            switch content(of: line) {
            case .delta(let delta, let item, let json):
                guard let text = (try? JSONValue(parsing: json))?.stringValue else { return }
                switch delta {
                case .text: events.append(.textDelta(item: item, text: text))
                case .value: events.append(.valueDelta(item: item, text: text))
                case .reasoning: events.append(.reasoningDelta(item: item, text: text))
                case .arguments: events.append(.argumentsDelta(item: item, text: text))
                case .refusal: events.append(.refusalDelta(item: item, text: text))
                }
            case .event(let event): events.append(event)
            case .native(let type, let data):
                guard let data = try? JSONValue(parsing: data),
                    let event = NativeEvent(type: String(decoding: type, as: UTF8.self), data: data)
                else {
                    return
                }
                events.append(RunEvent(event))
            case .unknown: return
            }
        }
        return events
    }

    /// Calls a closure with each line of a log, without its line feed.
    static func forEach(in lines: [UInt8], _ body: (ArraySlice<UInt8>) -> Void) {
        var place = 0
        while let end = lines[place...].firstIndex(of: UInt8(ascii: "\n")) {
            body(lines[place..<end])
            place = end + 1
        }
    }

    /// Returns the content of a line.
    static func content(of line: ArraySlice<UInt8>) -> Content {
        guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { return .unknown }
        let type = line[..<space]
        let data = line[(space + 1)...]
        if let delta = Delta(type) {
            guard let second = data.firstIndex(of: UInt8(ascii: " ")), let item = Int(decimal: data[..<second]) else {
                return .unknown
            }
            return .delta(delta, item: item, json: data[(second + 1)...])
        }
        if type.contains(UInt8(ascii: ".")) { return .native(type: type, data: data) }
        guard let value = try? JSONValue(parsing: data),
            let event = RunEvent(logged: String(decoding: type, as: UTF8.self), value)
        else {
            return .unknown
        }
        return .event(event)
    }
}

extension [UInt8] {
    /// Appends constant text.
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }

    /// Appends a whole number in decimal digits.
    mutating func append(decimal number: Int) {
        guard number > 9 || number < 0 else { return append(UInt8(ascii: "0") + UInt8(number)) }
        append(contentsOf: String(number).utf8)
    }
}

extension Int {
    /// Reads a whole number of decimal digits, with an optional minus sign.
    init?(decimal digits: ArraySlice<UInt8>) {
        guard let first = digits.first else { return nil }
        let isNegative = first == UInt8(ascii: "-")
        var number = 0
        for digit in isNegative ? digits.dropFirst() : digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isTooLargeToo) = tens.addingReportingOverflow(Int(digit - UInt8(ascii: "0")))
            guard !isTooLarge, !isTooLargeToo else { return nil }
            number = sum
        }
        if isNegative, digits.count == 1 { return nil }
        self = isNegative ? -number : number
    }
}
