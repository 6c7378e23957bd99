import EventStreams
import Testing

/// The cases of the web platform tests for event sources, with further cases.
@Suite struct ServerSentEventDecoderTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var input: String
        var events: [ServerSentEvent]
        var lastEventID = ""
        var retry: Int?

        init(
            _ name: String,
            _ input: String,
            _ events: [ServerSentEvent],
            lastEventID: String = "",
            retry: Int? = nil
        ) {
            testDescription = name
            self.input = input
            self.events = events
            self.lastEventID = lastEventID
            self.retry = retry
        }

        init(_ name: String, _ input: String, data: [String]) {
            self.init(name, input, data.map { ServerSentEvent(data: $0) })
        }
    }

    static let long = String(repeating: "x", count: 2000)

    static let rows: [Row] = [
        Row("bom", "\u{FEFF}data:1\n\n\u{FEFF}data:2\n\ndata:3\n\n", data: ["1", "3"]),
        Row("double-bom", "\u{FEFF}\u{FEFF}data:1\n\ndata:2\n\ndata:3\n\n", data: ["2", "3"]),
        Row(
            "comments",
            "data:1\r:\0\n:\r\ndata:2\n:\(long)\rdata:3\n:data:fail\r:\(long)\ndata:4\n\n",
            data: ["1\n2\n3\n4"]
        ),
        Row("no-final-blank", "data:test1\n\nid:test\ndata:test2", data: ["test1"]),
        Row("field-data", "data:\n\ndata\ndata\n\ndata:test\n\n", data: ["", "\n", "test"]),
        Row(
            "field-parsing",
            "data:\0\ndata:  2\rData:1\ndata\0:2\ndata:1\r\0data:4\nda-ta:3\rdata_5\ndata:3\rdata:\r\n data:32\ndata:4\n\n",
            data: ["\0\n 2\n1\n3\n\n4"]
        ),
        Row("newlines", "data:test\r\ndata\ndata:test\r\n\r\n", data: ["test\n\ntest"]),
        Row("leading-space", "data:\ttest\rdata: \ndata:test\n\n", data: ["\ttest\n\ntest"]),
        Row(
            "id-persist",
            "id: 1\ndata:a\n\ndata:b\n\n",
            [ServerSentEvent(id: "1", data: "a"), ServerSentEvent(id: "1", data: "b")],
            lastEventID: "1"
        ),
        Row(
            "id-reset",
            "id: 1\ndata:a\n\nid\ndata:b\n\n",
            [ServerSentEvent(id: "1", data: "a"), ServerSentEvent(data: "b")]
        ),
        Row(
            "id-null",
            "id: 1\ndata:a\n\nid: a\0b\ndata:b\n\n",
            [ServerSentEvent(id: "1", data: "a"), ServerSentEvent(id: "1", data: "b")],
            lastEventID: "1"
        ),
        Row("id without data", "id: 7\n\n", [], lastEventID: "7"),
        Row("id before its blank line", "id: 7\n", []),
        Row("retry-bogus", "retry:3000\nretry:1000x\ndata:x\n\n", [ServerSentEvent(data: "x")], retry: 3000),
        Row("retry empty", "retry:3000\nretry:\nretry\nretry:-1\n\n", [], retry: 3000),
        Row("retry too large", "retry:99999999999999999999999\n\n", []),
        Row(
            "event",
            "event: ping\ndata:a\n\ndata:b\n\n",
            [ServerSentEvent(type: "ping", data: "a"), ServerSentEvent(data: "b")]
        ),
        Row("event-empty", "event: \ndata:data\n\n", data: ["data"]),
        Row("event without data", "event: ping\n\ndata:x\n\n", data: ["x"]),
        Row(
            "unknown-field",
            "data:test\n data\ndata\nfoobar:xxx\njustsometext\n:c\ndata:test\n\n",
            data: ["test\n\ntest"]
        ),
        Row("heartbeat without blank line", "data:a\n\n: hb\n: hb\ndata:b\n\n: hb\n\n", data: ["a", "b"]),
        Row("blank lines only", "\n\r\r\n\n\r", []),
        Row("carriage returns only", "data:a\r\rdata:b\r\r", data: ["a", "b"]),
        Row("other line ends are data", "data:a\u{2028}b\u{85}c\u{0B}d\n\n", data: ["a\u{2028}b\u{85}c\u{0B}d"]),
        Row("characters of several bytes", "event: 天気\ndata:京都🍁\n\n", [ServerSentEvent(type: "天気", data: "京都🍁")]),
        Row("colons in the value", "data: a: b\n\n", data: ["a: b"]),
        Row("empty stream", "", []),
    ]

    @Test(arguments: rows) func whole(row: Row) throws {
        try check(row, pieces: [Array(row.input.utf8)])
    }

    @Test(arguments: rows) func oneByteAtATime(row: Row) throws {
        try check(row, pieces: row.input.utf8.map { [$0] })
    }

    @Test(arguments: rows) func atEverySplit(row: Row) throws {
        let bytes = Array(row.input.utf8)
        for split in 0...bytes.count {
            try check(row, pieces: [Array(bytes[..<split]), Array(bytes[split...])])
        }
    }

    private func check(_ row: Row, pieces: [[UInt8]]) throws {
        var decoder = ServerSentEventDecoder()
        let events = try pieces.flatMap { try decoder.feed($0) }
        #expect(events == row.events)
        #expect(decoder.lastEventID == row.lastEventID)
        #expect(decoder.retry == row.retry)
    }

    @Test(arguments: rows) func borrowedDataEqualsTheDataOfTheEvents(row: Row) throws {
        let bytes = Array(row.input.utf8)
        for split in 0...bytes.count {
            var decoder = ServerSentEventDecoder()
            var data: [String] = []
            for piece in [bytes[..<split], bytes[split...]] {
                try Array(piece).withUnsafeBufferPointer { piece in
                    try decoder.feed(piece) { data.append(String(decoding: $0, as: UTF8.self)) }
                }
            }
            #expect(data == row.events.map(\.data))
            #expect(decoder.lastEventID == row.lastEventID)
            #expect(decoder.retry == row.retry)
        }
    }

    @Test func borrowedDataIsUnchanged() throws {
        var decoder = ServerSentEventDecoder()
        var lent: [[UInt8]] = []
        let bytes = Array("data:a".utf8) + [0xFF] + Array("b\n\ndata:c".utf8)
        try bytes.withUnsafeBufferPointer { bytes in try decoder.feed(bytes) { lent.append(Array($0)) } }
        #expect(lent == [[0x61, 0xFF, 0x62]])
        try decoder.finish { lent.append(Array($0)) }
        #expect(lent.dropFirst() == [[0x63]])
        try decoder.finish { lent.append(Array($0)) }
        #expect(lent.count == 2)
    }

    @Test func errorsOfTheClosureAreRethrown() {
        struct Stop: Error {}
        var decoder = ServerSentEventDecoder()
        var count = 0
        let bytes = Array("data:1\n\ndata:2\n\ndata:3\n\n".utf8)
        #expect(throws: Stop.self) {
            try bytes.withUnsafeBufferPointer { bytes in
                try decoder.feed(bytes) { _ in
                    count += 1
                    if count == 2 { throw Stop() }
                }
            }
        }
        #expect(count == 2)
    }

    @Test func theLimitAppliesToBorrowedDataAfterEarlierEvents() {
        var decoder = ServerSentEventDecoder(maximumEventBytes: 10)
        var lent: [String] = []
        let bytes = Array("data:1\n\ndata:23456789012\n\n".utf8)
        let error = #expect(throws: EventTooLarge.self) {
            try bytes.withUnsafeBufferPointer { bytes in
                try decoder.feed(bytes) { lent.append(String(decoding: $0, as: UTF8.self)) }
            }
        }
        #expect(error?.description == "An event of the stream is longer than 10 bytes.")
        #expect(lent == ["1"])
    }

    @Test func anyByteSequenceIsAccepted() throws {
        var decoder = ServerSentEventDecoder()
        let lazyBytes = "data:1\n\n".utf8.lazy.map { $0 }
        #expect(try decoder.feed(lazyBytes) == [ServerSentEvent(data: "1")])
        #expect(try decoder.feed([UInt8]("data:2\n\n".utf8)[...]) == [ServerSentEvent(data: "2")])
    }

    @Test func brokenCharactersAreReplaced() throws {
        var decoder = ServerSentEventDecoder()
        let bytes = Array("data:a".utf8) + [0xFF] + Array("b\n\n".utf8)
        #expect(try decoder.feed(bytes) == [ServerSentEvent(data: "a\u{FFFD}b")])
    }

    @Test func anIncompleteByteOrderMarkIsPartOfTheLine() throws {
        var decoder = ServerSentEventDecoder()
        let pieces: [[UInt8]] = [[0xEF], [0xBB], Array("data:1\ndata:2\n\n".utf8)]
        #expect(try pieces.flatMap { try decoder.feed($0) } == [ServerSentEvent(data: "2")])
    }

    @Test(arguments: ["data:x", "data:x\n", "data:x\r\n", "id:\ndata:x"]) func anUnterminatedEventCanBeKept(
        input: String
    ) throws {
        var decoder = ServerSentEventDecoder()
        #expect(try decoder.feed(Array(input.utf8)).isEmpty)
        #expect(decoder.finish() == ServerSentEvent(data: "x"))
        #expect(decoder.finish() == nil)
    }

    @Test(arguments: [
        "data:\(long)", ":\(long)", "data:\(long)\n\n", String(repeating: "data:123456789\n", count: 200),
    ])
    func theLimitAppliesToLinesAndEvents(input: String) throws {
        for pieces in [[Array(input.utf8)], input.utf8.map { [$0] }] {
            var decoder = ServerSentEventDecoder(maximumEventBytes: 1000)
            let error = #expect(throws: EventTooLarge.self) {
                for piece in pieces { _ = try decoder.feed(piece) }
            }
            #expect(error?.description == "An event of the stream is longer than 1000 bytes.")
        }
    }

    @Test func manySmallEventsStayBelowTheLimit() throws {
        var decoder = ServerSentEventDecoder(maximumEventBytes: 100)
        let input = Array(String(repeating: "id: 12\ndata:0123456789\n\n", count: 1000).utf8)
        #expect(try decoder.feed(input).count == 1000)
    }
}
