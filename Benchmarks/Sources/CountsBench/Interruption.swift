import Dispatch
import Foundation
import Measuring

/// The clean-up when a signal ends this program: its children end, and its probes and files are removed.
enum Interruption {
    /// Watches for the signals that end a program.
    static func watch(removing folder: URL) -> [any DispatchSourceSignal] {
        [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { end(128 + number, removing: folder) }
            source.resume()
            return source
        }
    }

    private static func end(_ code: Int32, removing folder: URL) -> Never {
        for child in ProcessFigures(getpid()).children { kill(child, SIGTERM) }
        // A probe with counters cannot be removed, so the counters are closed first.
        for descriptor in ProcessFigures(getpid()).descriptors where descriptor > 2 { close(descriptor) }
        FunctionProbes.removeAll()
        try? FileManager.default.removeItem(at: folder)
        _exit(code)
    }
}
