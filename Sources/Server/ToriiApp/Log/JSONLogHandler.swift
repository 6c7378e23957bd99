import Foundation
import Logging
import StreamingJSON

/// A log handler that writes each event as one JSON object on one line.
///
/// Line breaks in a text are escaped, so text from a client can never start a new line.
struct JSONLogHandler: LogHandler {
    private let label: String
    private let now: @Sendable () -> Date
    private let sink: LogSink
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    init(
        label: String,
        now: @escaping @Sendable () -> Date = { Date() },
        sink: @escaping LogSink = StandardErrorLog.sink
    ) {
        (self.label, self.now, self.sink) = (label, now, sink)
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var line: [UInt8] = []
        Self.object(event, label, at: now(), metadata, metadataProvider?.get() ?? [:]).write(into: &line)
        line.append(UInt8(ascii: "\n"))
        sink(line)
    }

    /// Returns the object of an event.
    ///
    /// The event's metadata overrides the provider's, and that the handler's.
    private static func object(
        _ event: LogEvent,
        _ label: String,
        at time: Date,
        _ own: Logger.Metadata,
        _ provided: Logger.Metadata
    ) -> JSONValue {
        let metadata = own.merging(provided) { $1 }.merging(event.metadata ?? [:]) { $1 }
        var object: JSONObject = [
            "time": .string(time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))),
            "level": .string(event.level.rawValue),
            "label": .string(label),
            "source": .string(event.source),
            "message": .string("\(event.message)"),
        ]
        if !metadata.isEmpty { object["metadata"] = value(of: .dictionary(metadata), depth: 0) }
        return .object(object)
    }

    /// The maximum depth of metadata written as JSON.
    ///
    /// Deeper values are written as text.
    private static let maximumDepth = 8

    private static func value(of value: Logger.MetadataValue, depth: Int) -> JSONValue {
        guard depth < maximumDepth else { return .string("\(value)") }
        switch value {
        case .string(let text): return .string(text)
        case .stringConvertible(let number as any BinaryInteger):
            return Int(exactly: number).map { .integer($0) } ?? .string("\(number)")
        case .stringConvertible(let number as any BinaryFloatingPoint):
            let number = Double(number)
            return number.isFinite ? .number(number) : .string("\(number)")
        case .stringConvertible(let flag as Bool): return .bool(flag)
        case .stringConvertible(let other): return .string(other.description)
        case .array(let values): return .array(values.map { Self.value(of: $0, depth: depth + 1) })
        case .dictionary(let values):
            var object = JSONObject()
            for (key, value) in values.sorted(by: { $0.key < $1.key }) {
                object[key] = Self.value(of: value, depth: depth + 1)
            }
            return .object(object)
        }
    }
}

/// The form of the log's lines.
enum LogFormat: String, CaseIterable {
    /// A line for people.
    case text
    /// A JSON object in each line, for programs.
    case json

    /// A logger that writes to the standard error.
    func logger(label: String) -> Logger {
        switch self {
        case .text: Logger(label: label) { TextLogHandler(label: $0) }
        case .json: Logger(label: label) { JSONLogHandler(label: $0) }
        }
    }
}
