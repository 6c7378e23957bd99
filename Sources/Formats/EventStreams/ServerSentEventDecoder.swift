#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A decoder from the bytes of a `text/event-stream` to events, by the rules of the HTML Living Standard §9.2.6.
///
/// The bytes may be divided anywhere, even within a line end or a character. The caller passes the bytes as they arrive, and receives
/// the events that they complete.
public struct ServerSentEventDecoder: Sendable {
    /// The id that a reconnecting client sends as `Last-Event-ID`; empty when there is none.
    public private(set) var lastEventID = ""
    /// The time to wait before reconnecting that the stream asks for, in milliseconds.
    public private(set) var retry: Int?

    private let maximumEventBytes: Int
    /// The number of bytes read of a byte order mark at the start of the stream; `nil` after the start.
    private var markLength: Int? = 0
    private var endedWithCarriageReturn = false
    /// The line whose end has not arrived.
    private var line: [UInt8] = []
    private var data: [UInt8] = []
    private var type: [UInt8] = []
    private var id: [UInt8] = []

    /// A decoder at the start of a stream.
    ///
    /// - Parameter maximumEventBytes: The largest size of an event or a comment; a longer one is an error.
    public init(maximumEventBytes: Int = 16 * 1024 * 1024) {
        self.maximumEventBytes = maximumEventBytes
    }

    /// Decodes the next bytes and returns the events that they complete.
    ///
    /// - Throws: ``EventTooLarge`` if an event exceeds the limit. The events before it in the same bytes are then lost;
    ///   ``feed(_:into:)`` keeps them.
    public mutating func feed(_ bytes: some Sequence<UInt8>) throws(EventTooLarge) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        try feed(bytes, into: &events)
        return events
    }

    /// Decodes the next bytes and appends the events that they complete, even those before an event that is too large.
    ///
    /// - Throws: ``EventTooLarge`` if an event exceeds the limit; the decoder cannot be used afterwards.
    public mutating func feed(
        _ bytes: some Sequence<UInt8>,
        into events: inout [ServerSentEvent]
    ) throws(EventTooLarge) {
        func emit(_ decoder: borrowing Self) { events.append(decoder.event) }
        // An array, or a slice of one, is read in place.
        let isOversized = bytes.withContiguousStorageIfAvailable { scan($0, emit) }
        let wasInPlace = isOversized != nil
        let limitExceeded = wasInPlace ? isOversized == true : Array(bytes).withUnsafeBufferPointer { scan($0, emit) }
        guard !limitExceeded else { throw tooLarge }
    }

    /// Returns the event that has no blank line after it, for upstreams that leave out the last blank line.
    ///
    /// The standard drops such an event.
    public mutating func finish() -> ServerSentEvent? {
        var event: ServerSentEvent?
        end { event = $0.event }
        return event
    }

    private var tooLarge: EventTooLarge {
        EventTooLarge(description: "An event of the stream is longer than \(maximumEventBytes) bytes.")
    }
}

// MARK: Data without a copy

extension ServerSentEventDecoder {
    /// Decodes the next bytes and passes the data of each event that they complete to a closure, without making a string.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes.
    ///   - body: Receives the data of one event after the other, which is valid for the length of the call. Unlike the data of a
    ///     ``ServerSentEvent`` it is unchanged: bytes that are not UTF-8 are not replaced.
    /// - Throws: What `body` throws, or ``EventTooLarge`` if an event exceeds the limit; the decoder cannot be used afterwards.
    public mutating func feed(
        _ bytes: UnsafeBufferPointer<UInt8>,
        lendingDataTo body: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) throws {
        guard try !scan(bytes, { try $0.lendData(to: body) }) else { throw tooLarge }
    }

    /// Passes the data of the event that ``finish()`` would return to a closure.
    public mutating func finish(lendingDataTo body: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
        try end { try $0.lendData(to: body) }
    }

    private borrowing func lendData(to body: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
        try data.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0.dropLast())) }
    }
}

// MARK: Lines

extension ServerSentEventDecoder {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Divides the bytes into lines and emits each complete event; returns `true` when one exceeds the limit.
    private mutating func scan<Failure>(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ emit: (borrowing Self) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        var rest = bytes[...]
        skipByteOrderMark(&rest)
        if endedWithCarriageReturn, let first = rest.first {
            endedWithCarriageReturn = false
            if first == lineFeed { rest.removeFirst() }
        }
        var ends = LineEnds(bytes)
        while let end = ends.next(from: rest.startIndex) {
            guard line.count + data.count + (end - rest.startIndex) <= maximumEventBytes else { return true }
            if finishLine(with: rest[..<end]) { try dispatch(emit) }
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

    private mutating func end<Failure>(_ emit: (borrowing Self) throws(Failure) -> Void) throws(Failure) {
        if !line.isEmpty { _ = finishLine(with: UnsafeBufferPointer(start: nil, count: 0)[...]) }
        try dispatch(emit)
    }

    private mutating func skipByteOrderMark(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) {
        while let length = markLength, let byte = rest.first {
            if byte == Self.byteOrderMark[length] {
                rest.removeFirst()
                markLength = length + 1 == Self.byteOrderMark.count ? nil : length + 1
            } else {
                // The bytes only start like a mark.
                line += Self.byteOrderMark[..<length]
                markLength = nil
            }
        }
    }

    /// Processes a line with its last bytes; returns `true` when the line ends an event.
    private mutating func finishLine(with end: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        if line.isEmpty { return process(end) }
        // The line is swapped out while it is read, so that its storage can be reused.
        var whole: [UInt8] = []
        swap(&whole, &line)
        whole += end
        defer {
            whole.removeAll(keepingCapacity: true)
            swap(&whole, &line)
        }
        return whole.withUnsafeBufferPointer { process($0[...]) }
    }

    private mutating func process(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        if line.isEmpty { return true }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = colon == line.endIndex ? line[line.endIndex...] : line[(colon + 1)...]
        if value.first == UInt8(ascii: " ") { value.removeFirst() }
        setField(line[..<colon], to: value)
        return false
    }
}

/// The positions of the line ends; no byte is read more than twice, whatever the line ends are.
private struct LineEnds {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// The next line feed from the last position; the end of the bytes when there is none.
    private var lineFeedIndex = -1

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Returns the first line feed or carriage return from a position; the positions must not decrease.
    mutating func next(from start: Int) -> Int? {
        if lineFeedIndex < start { lineFeedIndex = index(of: lineFeed, in: start..<bytes.count) ?? bytes.count }
        if let index = index(of: carriageReturn, in: start..<lineFeedIndex) { return index }
        return lineFeedIndex < bytes.count ? lineFeedIndex : nil
    }

    private func index(of byte: UInt8, in range: Range<Int>) -> Int? {
        guard !range.isEmpty, let base = bytes.baseAddress else { return nil }
        guard let found = memchr(base + range.lowerBound, Int32(byte), range.count) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
}

// MARK: Fields

extension ServerSentEventDecoder {
    private mutating func setField(
        _ name: Slice<UnsafeBufferPointer<UInt8>>,
        to value: Slice<UnsafeBufferPointer<UInt8>>
    ) {
        if isField(name, "data") {
            data += value
            data.append(lineFeed)
        } else if isField(name, "event") {
            type.removeAll(keepingCapacity: true)
            type += value
        } else if isField(name, "id") {
            if !value.contains(0) { id = Array(value) }
        } else if isField(name, "retry") {
            let isNumber = !value.isEmpty && value.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            if isNumber, let milliseconds = Int(String(decoding: value, as: UTF8.self)) { retry = milliseconds }
        }
    }

    private func isField(_ name: Slice<UnsafeBufferPointer<UInt8>>, _ field: StaticString) -> Bool {
        guard name.count == field.utf8CodeUnitCount, let start = UnsafeBufferPointer(rebasing: name).baseAddress else {
            return false
        }
        return memcmp(start, field.utf8Start, name.count) == 0
    }

    /// The completed event as a value.
    private var event: ServerSentEvent {
        ServerSentEvent(
            id: lastEventID,
            type: type.isEmpty ? "message" : String(decoding: type, as: UTF8.self),
            data: String(decoding: data.dropLast(), as: UTF8.self)
        )
    }

    private mutating func dispatch<Failure>(_ emit: (borrowing Self) throws(Failure) -> Void) throws(Failure) {
        if !lastEventID.utf8.elementsEqual(id) { lastEventID = String(decoding: id, as: UTF8.self) }
        defer {
            type.removeAll(keepingCapacity: true)
            data.removeAll(keepingCapacity: true)
        }
        if !data.isEmpty { try emit(self) }
    }
}

private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
