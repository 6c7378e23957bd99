import Dispatch
import Foundation

/// The time by which the process ends after it was asked to stop, whatever its threads do.
///
/// The usual stop needs an event loop and the pool of tasks, and a library may keep all of their threads busy. So this one has a thread
/// of its own, which sleeps until a signal arrives.
enum ShutdownDeadline {
    /// Starts to wait for a signal; some time after the first one the process ends, unless it has ended by itself.
    ///
    /// - Parameters:
    ///   - signals: The numbers of the signals.
    ///   - delay: The time from the signal to the end.
    static func watch(_ signals: [Int32] = [SIGTERM, SIGINT], delay: Duration) {
        let asked = DispatchSemaphore(value: 0)
        let thread = Thread {
            asked.wait()
            // The deadline itself is the reason to sleep here.
            Thread.sleep(forTimeInterval: delay / .seconds(1))
            FileHandle.standardError.write(Data("torii: the stop took too long, so the process ends now\n".utf8))
            _exit(1)
        }
        thread.name = "shutdown"
        thread.start()
        // A serial queue has a thread whatever the pool of tasks does.
        let queue = DispatchQueue(label: "shutdown")
        for number in signals {
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { asked.signal() }
            // Until the source has replaced it, the system's default ends the process at once.
            let isRegistered = DispatchSemaphore(value: 0)
            source.setRegistrationHandler { isRegistered.signal() }
            source.resume()
            isRegistered.wait()
            // It lives as long as the process.
            _ = Unmanaged.passRetained(source as AnyObject)
        }
    }
}
