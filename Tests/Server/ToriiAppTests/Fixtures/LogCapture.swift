import Logging
import NIOPosix
import Synchronization
import TestWaits

/// A log handler that keeps every line and the place where it was written, so that tests can search them.
final class LogCapture: Sendable {
    /// A line of the log.
    struct Line: Sendable {
        let message: String
        let metadata: Logger.Metadata
        /// The place where it was written.
        let place: Place
        /// The places where its metadata was set.
        let metadataPlaces: [String: Place]

        /// Returns a value of the metadata as text.
        func value(_ name: String) -> String? { metadata[name].map { "\($0)" } }
    }

    /// The event loop and the task that execute something.
    struct Place: Sendable, Equatable {
        /// The event loop of the thread; `nil` on other threads.
        let eventLoop: ObjectIdentifier?
        /// The task; `nil` outside all tasks.
        let task: Int?

        /// The event loop and the task of the caller.
        static var current: Place {
            Place(
                eventLoop: MultiThreadedEventLoopGroup.currentEventLoop.map(ObjectIdentifier.init),
                task: withUnsafeCurrentTask { $0?.hashValue }
            )
        }
    }

    /// Raised with each line.
    private let signal = TestSignal()
    private let kept = Mutex<(text: [String], lines: [Line])>(([], []))

    var text: String { kept.withLock { $0.text.joined(separator: "\n") } }
    var lines: [Line] { kept.withLock { $0.lines } }

    /// Returns when the lines so far fulfil a condition, which is looked at now and after each line.
    func eventually(_ isMet: ([Line]) -> Bool) async throws { try await signal.eventually { isMet(lines) } }

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
            capture.signal.raise()
        }
    }
}
