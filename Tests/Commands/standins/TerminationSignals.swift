import Dispatch

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The signals SIGINT and SIGTERM as an event to wait for, instead of an immediate end of the process.
final class TerminationSignals {
    private let sources: [any DispatchSourceSignal]
    private let stream: AsyncStream<Void>

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        self.stream = stream
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.yield() }
            source.resume()
            return source
        }
    }

    /// Returns when the first signal arrives.
    func first() async {
        for await _ in stream { return }
    }

    deinit {
        for source in sources { source.cancel() }
    }
}
