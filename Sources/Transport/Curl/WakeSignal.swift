import CCurl
import Glibc

/// An eventfd: any thread raises it, and the thread that waits for it wakes up.
final class WakeSignal: Sendable {
    let descriptor: Int32

    /// `nil` when the process has no descriptor left.
    init?() {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Wakes the thread, or keeps it from falling asleep.
    func raise() {
        var one: UInt64 = 1
        // It fails only when the counter is at its end, and then the thread is going to wake anyhow.
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Takes note; the descriptor is no longer readable.
    func lower() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}
