import Dispatch
import Foundation
import Measuring

/// The end of this program by a signal: its children end, and its probes and files are removed.
enum Interruption {
    /// Waits for the signals that end a program.
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
        // A probe that is counted cannot be removed, so its counters are closed.
        for descriptor in ProcessFigures(getpid()).descriptors where descriptor > 2 { close(descriptor) }
        FunctionProbes.removeAll()
        try? FileManager.default.removeItem(at: folder)
        _exit(code)
    }
}
