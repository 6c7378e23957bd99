import Foundation
import Logging
import StreamingJSON
import Synchronization
import Testing

@testable import AgentServer
@testable import ToriiApp

@Suite struct JSONLogHandlerTests {
    /// A log output that keeps its lines.
    private final class Output: Sendable {
        let bytes = Mutex<[UInt8]>([])

        var lines: [String] {
            String(decoding: bytes.withLock(\.self), as: UTF8.self).split(
                separator: "\n",
                omittingEmptySubsequences: false
            )
            .map(String.init)
        }

        func logger() -> Logger {
            Logger(label: "torii") { [self] label in
                JSONLogHandler(label: label, now: { Date(timeIntervalSince1970: 1_795_000_000.25) }) { line in
                    self.bytes.withLock { $0 += line }
                }
            }
        }
    }

    @Test func anEventIsOneObjectOnOneLine() throws {
        let output = Output()
        var logger = output.logger()
        logger[metadataKey: "request_id"] = "r1"
        logger.notice(
            "Answered",
            metadata: [
                "status": "200", "runs": .stringConvertible(3), "is_over": .stringConvertible(true),
                "names": .array(["a", "b"]), "ms": .stringConvertible(1.5), "bytes": .stringConvertible(UInt32(7)),
                "large": .stringConvertible(UInt64.max), "none": .stringConvertible(Double.nan),
                "inner": .dictionary(["b": "2", "a": "1"]), "request_id": "r2",
            ],
            source: "AgentServer"
        )
        #expect(
            output.lines == [
                #"{"time":"2026-11-18T11:06:40.250Z","level":"notice","label":"torii","source":"AgentServer","#
                    + #""message":"Answered","metadata":{"bytes":7,"inner":{"a":"1","b":"2"},"is_over":true,"#
                    + #""large":"18446744073709551615","ms":1.5,"names":["a","b"],"none":"nan","#
                    + #""request_id":"r2","runs":3,"status":"200"}}"#,
                "",
            ]
        )
    }

    /// Text from clients is logged, for example in a path.
    @Test(arguments: ["a\nb", "a\r\n{\"level\":\"error\"}", "a\u{2028}b\u{0}\u{1B}[31m", "\"\\", "名前", ""])
    func noTextContainsALineBreak(_ text: String) throws {
        let output = Output()
        output.logger().info("\(text)", metadata: ["path": "\(text)", "\(text)": "x"])
        #expect(output.lines.count == 2 && output.lines.last == "")
        let line = try JSONValue(parsing: Array(output.lines[0].utf8))
        #expect(line["message"]?.stringValue == text)
        #expect(line["metadata"]?["path"]?.stringValue == text)
    }

    @Test func metadataOfAnyDepthIsWritten() throws {
        let output = Output()
        var value = Logger.MetadataValue.string("end")
        for _ in 0..<200 { value = .array([value]) }
        output.logger().info("deep", metadata: ["value": value])
        let line = try JSONValue(parsing: Array(output.lines[0].utf8))
        #expect(line["metadata"]?["value"] != nil && output.lines[0].contains("end"))
    }

    @Test func levelsBelowTheLoggersAreNotWritten() {
        let output = Output()
        output.logger().debug("hidden")
        #expect(output.lines == [""])
    }

    @Test func eachFormatHasItsHandler() {
        #expect(LogFormat.json.logger(label: "torii").handler is JSONLogHandler)
        #expect(!(LogFormat.text.logger(label: "torii").handler is JSONLogHandler))
    }
}
