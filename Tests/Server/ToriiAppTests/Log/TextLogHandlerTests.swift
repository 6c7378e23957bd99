import Foundation
import Logging
import Synchronization
import Testing

@testable import ToriiApp

/// The log's lines for people, compared with those of swift-log's handler.
@Suite struct TextLogHandlerTests {
    /// A log output that keeps its lines.
    private final class Output: TextOutputStream, Sendable {
        private let bytes = Mutex<[UInt8]>([])

        var text: String { String(decoding: bytes.withLock(\.self), as: UTF8.self) }

        func append(_ line: [UInt8]) { bytes.withLock { $0 += line } }

        func write(_ string: String) { append(Array(string.utf8)) }
    }

    private struct Fault: Error, CustomStringConvertible {
        let description = "it broke"
    }

    private static let now = 1_795_000_000

    private static let metadata: [Logger.Metadata?] = [
        nil, [:], ["status": "200"],
        ["zeta": "1", "alpha": .stringConvertible(3), "Beta": .stringConvertible(true), "request_id": "r2", "é": "名前"],
        ["names": .array(["a", "b\"c", .array([])]), "inner": .dictionary(["a": "1"]), "none": .dictionary([:])],
        ["text": "a\nb", "empty": "", "": "x", "ratio": .stringConvertible(1.5)],
        ["long": "\(String(repeating: "x", count: 2000))"],
    ]

    /// Writes one event by both handlers, and returns both lines without swift-log's time, which it reads itself.
    private func lines(
        label: String,
        own: Logger.Metadata,
        provided: Logger.Metadata?,
        event: LogEvent
    ) -> (line: String, expected: String) {
        let (output, reference) = (Output(), Output())
        let provider = provided.map { provided in Logger.MetadataProvider { provided } }
        var handler = TextLogHandler(label: label, now: { Self.now }, sink: output.append)
        var other = StreamLogHandler(label: label, stream: reference, metadataProvider: provider)
        handler.metadataProvider = provider
        for (key, value) in own {
            handler[metadataKey: key] = value
            other[metadataKey: key] = value
        }
        handler.log(event: event)
        other.log(event: event)
        let time = String(decoding: LogTime.text(of: Self.now), as: UTF8.self)
        #expect(output.text.hasPrefix(time + " "))
        return (String(output.text.dropFirst(time.count)), String(reference.text.dropFirst(time.count)))
    }

    @Test(arguments: metadata.indices, ["torii", ""])
    func aLineIsThatOfSwiftLog(index: Int, label: String) {
        for own: Logger.Metadata in [[:], ["request_id": "r1", "trace_id": "t"]] {
            for provided: Logger.Metadata? in [nil, [:], ["trace_id": "p", "span": "s"]] {
                for error: (any Error)? in [nil, Fault()] {
                    let event = LogEvent(
                        level: error == nil ? .info : .error,
                        message: "Run \"ended\", 終わり",
                        error: error,
                        metadata: Self.metadata[index],
                        source: error == nil ? nil : "AgentRuntime",
                        file: "ToriiAppTests/TextLogHandlerTests.swift",
                        function: "f",
                        line: 1
                    )
                    let (line, expected) = lines(label: label, own: own, provided: provided, event: event)
                    #expect(line == expected)
                }
            }
        }
    }

    @Test func aLoggerWritesWholeLines() {
        let output = Output()
        var logger = Logger(label: "torii") { TextLogHandler(label: $0, now: { Self.now }, sink: output.append) }
        logger[metadataKey: "request_id"] = "r1"
        logger.debug("hidden")
        logger.notice("Answered", metadata: ["status": "200"], source: "AgentServer")
        let time = String(decoding: LogTime.text(of: Self.now), as: UTF8.self)
        #expect(output.text == "\(time) notice torii: request_id=r1 status=200 [AgentServer] Answered\n")
    }

    @Test func theTimeIsThatOfItsSecond() throws {
        for second in [0, Self.now, Self.now + 1, Self.now, 1_800_000_000] {
            let text = String(decoding: LogTime.text(of: second), as: UTF8.self)
            #expect(text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4}/) != nil)
            let time = try Date(text, strategy: Date.ISO8601FormatStyle())
            #expect(time == Date(timeIntervalSince1970: Double(second)))
        }
    }

    @Test func theHandlerIsUsed() {
        #expect(LogFormat.text.logger(label: "torii").handler is TextLogHandler)
    }
}
