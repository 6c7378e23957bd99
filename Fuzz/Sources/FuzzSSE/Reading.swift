import EventStreams
import Fuzzing

/// The observable state of a decoder after a stream.
struct Reading {
    var events: [ServerSentEvent] = []
    var lastEventID = ""
    var retry: Int?
    /// The unterminated event at the end of the stream.
    var unterminated: ServerSentEvent?
    var exceedsLimit = false

    /// Reads the pieces with Torii's decoder.
    init(of input: [UInt8], cut cutting: Cutting, maximumEventBytes: Int) {
        var decoder = ServerSentEventDecoder(maximumEventBytes: maximumEventBytes)
        do {
            for piece in cutting.pieces(of: input) { events += try decoder.feed(piece) }
        } catch {
            exceedsLimit = true
            return
        }
        lastEventID = decoder.lastEventID
        retry = decoder.retry
        unterminated = decoder.finish()
    }

    /// Returns the data of the events, and of the unterminated one, as the decoder lends it; `nil` beyond the limit.
    static func lentData(of input: [UInt8], cut cutting: Cutting, maximumEventBytes: Int) -> [String]? {
        var decoder = ServerSentEventDecoder(maximumEventBytes: maximumEventBytes)
        var data: [String] = []
        func append(_ bytes: UnsafeBufferPointer<UInt8>) { data.append(String(decoding: bytes, as: UTF8.self)) }
        do {
            for piece in cutting.pieces(of: input) {
                try Array(piece).withUnsafeBufferPointer { try decoder.feed($0, lendingDataTo: append) }
            }
            try decoder.finish(lendingDataTo: append)
        } catch {
            return nil
        }
        return data
    }

    /// The data that the decoder must lend for this result.
    var dataToLend: [String]? { exceedsLimit ? nil : (events + [unterminated].compactMap(\.self)).map(\.data) }

    /// Reads a stream by the rules of the HTML Living Standard §9.2.6, without regard to speed or pieces.
    init(plainlyOf input: [UInt8]) {
        var reader = PlainReader()
        let lines = PlainReader.lines(of: input)
        for line in lines.dropLast() { reader.process(line) }
        events = reader.events
        lastEventID = reader.lastEventID
        retry = reader.retry
        // The last line has no end, so the standard drops it; for the unterminated event it counts as ended, with a blank line after it.
        if let last = lines.last, !last.isEmpty { reader.process(last) }
        reader.process([])
        unterminated = reader.events.count > events.count ? reader.events.last : nil
        // `retry` and ids in the unterminated part do not count.
    }
}

extension Reading: Equatable {
    static func == (left: Reading, right: Reading) -> Bool {
        left.events.elementsEqual(right.events, by: isSame) && isSame(left.lastEventID, right.lastEventID)
            && left.retry == right.retry && left.exceedsLimit == right.exceedsLimit
            && [left.unterminated].compactMap(\.self).elementsEqual([right.unterminated].compactMap(\.self), by: isSame)
    }

    private static func isSame(_ left: ServerSentEvent, _ right: ServerSentEvent) -> Bool {
        isSame(left.id, right.id) && isSame(left.type, right.type) && isSame(left.data, right.data)
    }

    /// Compares by bytes, because equal strings in Swift may differ in them.
    private static func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
}
