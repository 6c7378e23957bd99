#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

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
    /// - Throws: ``EventTooLarge`` if an event exceeds the limit. The events before it in the same bytes are
    ///   then lost; ``feed(_:into:)`` keeps them.
    public mutating func feed(_ bytes: some Sequence<UInt8>) throws(EventTooLarge) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        try feed(bytes, into: &events)
        return events
    }

    /// Takes the next bytes and appends the events that they complete, also those before an event that is too large.
    ///
    /// - Throws: ``EventTooLarge`` if an event exceeds the limit; the decoder is of no more use then.
    public mutating func feed(
        _ bytes: some Sequence<UInt8>,
        into events: inout [ServerSentEvent]
    ) throws(EventTooLarge) {
        func take(_ decoder: borrowing Self) { events.append(decoder.event) }
        // An array or a slice of one is read in place.
        let isOversized = bytes.withContiguousStorageIfAvailable { scan($0, take) }
        let wasInPlace = isOversized != nil
        let limitExceeded = wasInPlace ? isOversized == true : Array(bytes).withUnsafeBufferPointer { scan($0, take) }
        guard !limitExceeded else { throw tooLarge }
    }

    /// Gives the event in which the stream broke off, for upstreams that leave out the blank line after their last one.
    ///
    /// The standard throws such an event away.
    public mutating func finish() -> ServerSentEvent? {
        var event: ServerSentEvent?
        end { event = $0.event }
        return event
    }

    private var tooLarge: EventTooLarge {
        EventTooLarge(description: "An event of the stream is longer than \(maximumEventBytes) bytes.")
    }
}

// MARK: Data that is only lent

extension ServerSentEventDecoder {
    /// Takes the next bytes and lends the data of each event that they complete: for a reader that parses it there and then, no
    /// string is made.
    ///
    /// - Parameters:
    ///   - bytes: What has come.
    ///   - body: Called with the data of one event after the other, which is there for the length of the call. Unlike that of a
    ///     ``ServerSentEvent`` it is as it came: bytes that are not UTF-8 are not replaced.
    /// - Throws: What `body` throws, or ``EventTooLarge`` if an event exceeds the limit; the decoder is of no
    ///   more use then.
    public mutating func feed(
        _ bytes: UnsafeBufferPointer<UInt8>,
        lendingDataTo body: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) throws {
        guard try !scan(bytes, { try $0.lendData(to: body) }) else { throw tooLarge }
    }

    /// Lends the data of the event in which the stream broke off, as ``finish()`` gives that event.
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

    /// Cuts into lines, and has each event taken once it is whole; `true` when one has become too large.
    private mutating func scan<Failure>(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ take: (borrowing Self) throws(Failure) -> Void
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
            if finishLine(with: rest[..<end]) { try dispatch(take) }
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

    private mutating func end<Failure>(_ take: (borrowing Self) throws(Failure) -> Void) throws(Failure) {
        if !line.isEmpty { _ = finishLine(with: UnsafeBufferPointer(start: nil, count: 0)[...]) }
        try dispatch(take)
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

    /// Takes a line's last bytes; `true` when the line ends an event.
    private mutating func finishLine(with end: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        if line.isEmpty { return process(end) }
        // Taken out while it is read, so that its storage can be used again.
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

/// Finds the ends of lines, each byte looked at no more than twice however the lines end.
private struct LineEnds {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// The next line feed from the last place on; the end of the bytes when there is none.
    private var lineFeedIndex = -1

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The first line feed or carriage return from a place on; the places must not go back.
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

    /// The event that is whole now, as a value.
    private var event: ServerSentEvent {
        ServerSentEvent(
            id: lastEventID,
            type: type.isEmpty ? "message" : String(decoding: type, as: UTF8.self),
            data: String(decoding: data.dropLast(), as: UTF8.self)
        )
    }

    private mutating func dispatch<Failure>(_ take: (borrowing Self) throws(Failure) -> Void) throws(Failure) {
        if !lastEventID.utf8.elementsEqual(id) { lastEventID = String(decoding: id, as: UTF8.self) }
        defer {
            type.removeAll(keepingCapacity: true)
            data.removeAll(keepingCapacity: true)
        }
        if !data.isEmpty { try take(self) }
    }
}

private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
