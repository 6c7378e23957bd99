import EventStreams

/// A literal implementation of the standard's rules for an event stream, line by line.
struct PlainReader {
    private(set) var events: [ServerSentEvent] = []
    private(set) var lastEventID = ""
    private(set) var retry: Int?
    private var data = ""
    private var type = ""
    private var idBuffer = ""

    /// Returns the stream's lines without a byte order mark; the last one is the text after the last line end.
    static func lines(of input: [UInt8]) -> [[UInt8]] {
        var rest = input[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        var lines: [[UInt8]] = [[]]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\n"):
                lines.append([])
            case UInt8(ascii: "\r"):
                if rest.first == UInt8(ascii: "\n") { rest.removeFirst() }
                lines.append([])
            default:
                lines[lines.count - 1].append(byte)
            }
        }
        return lines
    }

    /// Processes one whole line.
    mutating func process(_ line: [UInt8]) {
        if line.isEmpty {
            dispatch()
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            let afterColon = line[(colon + 1)...]
            let value = afterColon.first == UInt8(ascii: " ") ? afterColon.dropFirst() : afterColon
            set(String(decoding: line[..<colon], as: UTF8.self), to: String(decoding: value, as: UTF8.self))
        } else {
            set(String(decoding: line, as: UTF8.self), to: "")
        }
    }

    private mutating func set(_ field: String, to value: String) {
        // Compared by code points, because equal strings in Swift may differ in them.
        if field.unicodeScalars.elementsEqual("event".unicodeScalars) {
            type = value
        } else if field.unicodeScalars.elementsEqual("data".unicodeScalars) {
            data += value
            data.unicodeScalars.append("\n")
        } else if field.unicodeScalars.elementsEqual("id".unicodeScalars) {
            if !value.unicodeScalars.contains("\0") { idBuffer = value }
        } else if field.unicodeScalars.elementsEqual("retry".unicodeScalars) {
            let isNumber = value.unicodeScalars.allSatisfy { ("0"..."9").contains($0) }
            if isNumber, let number = Int(value) { retry = number }
        }
    }

    private mutating func dispatch() {
        lastEventID = idBuffer
        defer {
            data = ""
            type = ""
        }
        guard !data.isEmpty else { return }
        data.unicodeScalars.removeLast()
        events.append(ServerSentEvent(id: lastEventID, type: type.isEmpty ? "message" : type, data: data))
    }
}
