import Logging
import NIOPosix
import Synchronization

/// Keeps every log line, so that a test can look for what must not be in one, and where it was written.
final class LogCapture: Sendable {
    /// A line of the log.
    struct Line: Sendable {
        let message: String
        let metadata: Logger.Metadata
        /// Where it was written.
        let place: Place
        /// Where each of the metadata was given to the logger.
        let metadataPlaces: [String: Place]
    }

    /// What performs something.
    struct Place: Sendable, Equatable {
        /// The event loop on whose thread it is; `nil` on other threads.
        let eventLoop: ObjectIdentifier?
        /// The task; `nil` outside of all.
        let task: Int?

        /// What performs the caller.
        static var current: Place {
            Place(
                eventLoop: MultiThreadedEventLoopGroup.currentEventLoop.map(ObjectIdentifier.init),
                task: withUnsafeCurrentTask { $0?.hashValue }
            )
        }
    }

    private let kept = Mutex<(text: [String], lines: [Line])>(([], []))

    var text: String { kept.withLock { $0.text.joined(separator: "\n") } }
    var lines: [Line] { kept.withLock { $0.lines } }

    var logger: Logger { Logger(label: "torii.test", factory: { _ in Handler(capture: self) }) }

    private struct Handler: LogHandler {
        let capture: LogCapture
        var metadata: Logger.Metadata = [:]
        var metadataPlaces: [String: Place] = [:]
        var logLevel: Logger.Level = .trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set {
                metadata[key] = newValue
                metadataPlaces[key] = .current
            }
        }

        func log(event: LogEvent) {
            let line = Line(
                message: "\(event.message)",
                metadata: metadata.merging(event.metadata ?? [:]) { $1 },
                place: .current,
                metadataPlaces: metadataPlaces
            )
            capture.kept.withLock { kept in
                kept.text.append("\(event.level) \(event.message) \(metadata) \(event.metadata ?? [:])")
                kept.lines.append(line)
            }
        }
    }
}
