import Dispatch

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// SIGINT and SIGTERM as something to wait for, in the place of the process's sudden end.
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

    /// Returns when the first of them has come.
    func first() async {
        for await _ in stream { return }
    }

    deinit {
        for source in sources { source.cancel() }
    }
}
