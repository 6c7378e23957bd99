import Glibc
import Logging

/// A log handler that writes each event as a line for people.
///
/// The lines are those of swift-log's `StreamLogHandler`, which makes each from some thirty texts and reads the time zone for each.
struct TextLogHandler: LogHandler {
    private let label: String
    private let now: @Sendable () -> Int
    private let sink: LogSink
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    /// Makes a handler.
    ///
    /// - Parameter now: Reads the clock, in seconds since 1970.
    init(
        label: String,
        now: @escaping @Sendable () -> Int = { time(nil) },
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
        // The length of most lines; a longer one grows.
        line.reserveCapacity(512)
        line += LogTime.text(of: now())
        line.append(UInt8(ascii: " "))
        line.append(utf8: event.level.rawValue)
        if !label.isEmpty {
            line.append(UInt8(ascii: " "))
            line.append(utf8: label)
        }
        line.append(UInt8(ascii: ":"))
        entries(of: event).append(to: &line)
        line.append(utf8: " [")
        line.append(utf8: event.source)
        line.append(utf8: "] ")
        line.append(utf8: event.message.description)
        line.append(UInt8(ascii: "\n"))
        sink(line)
    }

    /// Returns the metadata of an event.
    ///
    /// The event's metadata overrides the provider's, and that the handler's.
    private func entries(of event: LogEvent) -> Entries {
        var own = metadata
        if let provided = metadataProvider?.get() { own.merge(provided) { $1 } }
        var explicit = event.metadata ?? [:]
        if let error = event.error {
            explicit["error.message"] = "\(error)"
            explicit["error.type"] = "\(String(reflecting: type(of: error)))"
        }
        var entries = Entries()
        for (key, value) in own where explicit.index(forKey: key) == nil { entries.add(key, value) }
        for (key, value) in explicit { entries.add(key, value) }
        return entries
    }
}

/// Metadata as bytes, of which only places are sorted, because each copy of a key and a value counts references.
private struct Entries {
    private var bytes: [UInt8] = []
    private var places: [(start: Int, endOfKey: Int, end: Int)] = []

    init() {
        bytes.reserveCapacity(384)
        places.reserveCapacity(16)
    }

    mutating func add(_ key: String, _ value: Logger.MetadataValue) {
        let start = bytes.count
        bytes.append(utf8: key)
        let endOfKey = bytes.count
        bytes.append(UInt8(ascii: "="))
        switch value {
        case .string(let text): bytes.append(utf8: text)
        case .stringConvertible(let other): bytes.append(utf8: other.description)
        case .array, .dictionary: bytes.append(utf8: value.description)
        }
        places.append((start, endOfKey, bytes.count))
    }

    /// Appends all entries in the order of their keys, each after a space.
    func append(to line: inout [UInt8]) {
        let sorted = places.sorted { first, second in
            bytes[first.start..<first.endOfKey].lexicographicallyPrecedes(bytes[second.start..<second.endOfKey])
        }
        for place in sorted {
            line.append(UInt8(ascii: " "))
            line += bytes[place.start..<place.end]
        }
    }
}

extension [UInt8] {
    /// Appends a text in one copy.
    fileprivate mutating func append(utf8 text: String) {
        var text = text
        text.withUTF8 { append(contentsOf: $0) }
    }
}
