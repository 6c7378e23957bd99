/// Turns the bytes of a `text/event-stream` into events, by the rules of the HTML Living Standard §9.2.6.
///
/// The bytes may be cut anywhere, also within a line end or a character. Feed it what has come and take the events that have
/// become whole.
public struct ServerSentEventDecoder: Sendable {
    /// The id that a reconnecting client sends as `Last-Event-ID`; empty when there is none.
    public private(set) var lastEventID = ""
    /// The time to wait before reconnecting that the stream asks for, in milliseconds.
    public private(set) var retry: Int?

    private let maximumEventBytes: Int
    /// How much of a byte order mark at the very start has been seen; `nil` once the start is past.
    private var markLength: Int? = 0
    private var endedWithCarriageReturn = false
    /// The line whose end has not come.
    private var line: [UInt8] = []
    private var data: [UInt8] = []
    private var type: [UInt8] = []
    private var id: [UInt8] = []

    /// A decoder at the start of a stream.
    ///
    /// - Parameter maximumEventBytes: How large one event, or one comment, may become before the stream counts as broken.
    public init(maximumEventBytes: Int = 16 * 1024 * 1024) {
        self.maximumEventBytes = maximumEventBytes
    }

    /// Takes the next bytes and gives the events that they complete.
    ///
    /// - Throws: A ``TransportError`` with code `limit` when an event grows too large. The events before it in the same bytes are
    ///   then lost; ``feed(_:into:)`` keeps them.
    public mutating func feed(_ bytes: some Sequence<UInt8>) throws(TransportError) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        try feed(bytes, into: &events)
        return events
    }

    /// Takes the next bytes and appends the events that they complete, also those before an event that is too large.
    ///
    /// - Throws: A ``TransportError`` with code `limit` when an event grows too large; the decoder is of no more use then.
    public mutating func feed(
        _ bytes: some Sequence<UInt8>,
        into events: inout [ServerSentEvent]
    ) throws(TransportError) {
        // An array or a slice of one is read in place.
        let isOversized = bytes.withContiguousStorageIfAvailable { scan($0, into: &events) }
        let wasInPlace = isOversized != nil
        let limitExceeded =
            wasInPlace ? isOversized == true : Array(bytes).withUnsafeBufferPointer { scan($0, into: &events) }
        guard !limitExceeded else {
            throw TransportError(.limit, "An event of the stream is longer than \(maximumEventBytes) bytes.")
        }
    }

    /// Gives the event in which the stream broke off, for upstreams that leave out the blank line after their last one.
    ///
    /// The standard throws such an event away.
    public mutating func finish() -> ServerSentEvent? {
        if !line.isEmpty {
            let last = line
            line = []
            _ = last.withUnsafeBufferPointer { process($0[...]) }
        }
        return dispatch()
    }
}

// MARK: Lines

extension ServerSentEventDecoder {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Cuts into lines; `true` when an event has become too large.
    private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, into events: inout [ServerSentEvent]) -> Bool {
        var rest = bytes[...]
        skipByteOrderMark(&rest)
        if endedWithCarriageReturn, let first = rest.first {
            endedWithCarriageReturn = false
            if first == lineFeed { rest.removeFirst() }
        }
        while let end = rest.firstIndex(where: { $0 == lineFeed || $0 == carriageReturn }) {
            guard line.count + data.count + (end - rest.startIndex) <= maximumEventBytes else { return true }
            if let event = finishLine(with: rest[..<end]) { events.append(event) }
            let isCarriageReturn = rest[end] == carriageReturn
            rest = rest[(end + 1)...]
            guard isCarriageReturn else { continue }
            if rest.isEmpty {
                endedWithCarriageReturn = true
            } else if rest.first == lineFeed {
                rest.removeFirst()
            }
        }
        line += rest
        return line.count + data.count > maximumEventBytes
    }

    private mutating func skipByteOrderMark(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) {
        while let length = markLength, let byte = rest.first {
            if byte == Self.byteOrderMark[length] {
                rest.removeFirst()
                markLength = length + 1 == Self.byteOrderMark.count ? nil : length + 1
            } else {
                // It only began like one.
                line += Self.byteOrderMark[..<length]
                markLength = nil
            }
        }
    }

    private mutating func finishLine(with end: Slice<UnsafeBufferPointer<UInt8>>) -> ServerSentEvent? {
        if line.isEmpty { return process(end) }
        line += end
        let whole = line
        line.removeAll(keepingCapacity: true)
        return whole.withUnsafeBufferPointer { process($0[...]) }
    }

    private mutating func process(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> ServerSentEvent? {
        if line.isEmpty { return dispatch() }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = colon == line.endIndex ? line[line.endIndex...] : line[(colon + 1)...]
        if value.first == UInt8(ascii: " ") { value.removeFirst() }
        setField(line[..<colon], to: value)
        return nil
    }
}

// MARK: Fields

extension ServerSentEventDecoder {
    private mutating func setField(
        _ name: Slice<UnsafeBufferPointer<UInt8>>,
        to value: Slice<UnsafeBufferPointer<UInt8>>
    ) {
        if name.elementsEqual("data".utf8) {
            data += value
            data.append(lineFeed)
        } else if name.elementsEqual("event".utf8) {
            type = Array(value)
        } else if name.elementsEqual("id".utf8) {
            if !value.contains(0) { id = Array(value) }
        } else if name.elementsEqual("retry".utf8) {
            let isNumber = !value.isEmpty && value.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            if isNumber, let milliseconds = Int(String(decoding: value, as: UTF8.self)) { retry = milliseconds }
        }
    }

    private mutating func dispatch() -> ServerSentEvent? {
        if !lastEventID.utf8.elementsEqual(id) { lastEventID = String(decoding: id, as: UTF8.self) }
        defer {
            type.removeAll(keepingCapacity: true)
            data.removeAll(keepingCapacity: true)
        }
        guard !data.isEmpty else { return nil }
        return ServerSentEvent(
            id: lastEventID,
            type: type.isEmpty ? "message" : String(decoding: type, as: UTF8.self),
            data: String(decoding: data.dropLast(), as: UTF8.self)
        )
    }
}

private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
