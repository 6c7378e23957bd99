import CCurl
import Glibc

/// An eventfd that any thread raises to wake the thread that waits on it.
final class WakeEvent: Sendable {
    let descriptor: Int32

    /// Creates a signal; `nil` when the process has no descriptor left.
    init?() {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Wakes the thread, or keeps it from sleeping.
    func raise() {
        var one: UInt64 = 1
        // The call fails only when the counter is at its maximum, and then the thread wakes anyway.
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Resets the signal, so that its descriptor is no longer readable.
    func reset() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}
