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
            guard let named = Self.named.first(where: { type.elementsEqual($0.type) }) else { return nil }
            self = named.delta
        }

        /// The kinds with their types as bytes.
        private static let named = allCases.map { (type: Array($0.rawValue.utf8), delta: $0) }
    }

    /// Appends an event to a log.
    public static func append(_ event: RunEvent, to lines: inout [UInt8]) {
        if let part = event.delta {
            lines.append(contentsOf: part.kind.rawValue.utf8)
            lines.append(" ")
            lines.append(decimal: part.item)
            lines.append(" ")
            JSONValue.string(part.text).write(into: &lines)
        } else {
            let (type, data) = event.logged
            lines.append(contentsOf: type.utf8)
            lines.append(" ")
            data.write(into: &lines)
        }
        lines.append("\n")
    }

    /// Returns the events of a log, without those of unknown types.
    public static func events(in lines: some Collection<UInt8>) -> [RunEvent] {
        let lines = Array(lines)
        var events: [RunEvent] = []
        forEach(in: lines) { line in
            switch content(of: line) {
            case .delta(let delta, let item, let json):
                guard let text = (try? JSONValue(parsing: json))?.stringValue else { return }
                events.append(RunEvent(delta, item: item, text: text))
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

extension RunEvent {
    /// Makes the event of a part of an item's text.
    fileprivate init(_ delta: RunEventLine.Delta, item: Int, text: String) {
        switch delta {
        case .text: self = .textDelta(item: item, text: text)
        case .value: self = .valueDelta(item: item, text: text)
        case .reasoning: self = .reasoningDelta(item: item, text: text)
        case .arguments: self = .argumentsDelta(item: item, text: text)
        case .refusal: self = .refusalDelta(item: item, text: text)
        }
    }

    /// The part of an item's text; `nil` for any other event.
    var delta: (kind: RunEventLine.Delta, item: Int, text: String)? {
        switch self {
        case .textDelta(let item, let text): (.text, item, text)
        case .valueDelta(let item, let text): (.value, item, text)
        case .reasoningDelta(let item, let text): (.reasoning, item, text)
        case .argumentsDelta(let item, let text): (.arguments, item, text)
        case .refusalDelta(let item, let text): (.refusal, item, text)
        default: nil
        }
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
