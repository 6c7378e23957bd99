import CMeasuring
import Foundation

/// Counts a kind of event in the threads of other processes, for the lifetime of this object.
public final class EventCounter {
    /// The reason why the kernel cannot count.
    public struct Failure: Error, CustomStringConvertible {
        /// The reason and the remedy, in sentences.
        public let description: String
        /// Whether the machine lacks the counter.
        public let isUnsupported: Bool

        init(_ description: String, isUnsupported: Bool = false) {
            self.description = description
            self.isUnsupported = isUnsupported
        }
    }

    private var descriptors: [Int32] = []

    /// Counts an event in all threads of some processes, and in threads that they start later.
    public init(_ event: KernelEvent, in processes: [Int32]) throws {
        for thread in processes.flatMap({ ProcessFigures($0).threads }) {
            for descriptor in try Self.count(event, thread) {
                // The thread may have ended since the list was read.
                if descriptor == -ESRCH { continue }
                guard descriptor >= 0 else { throw Self.failure(event, error: -descriptor) }
                descriptors.append(descriptor)
            }
        }
    }

    /// The number of events so far.
    public var count: Int {
        descriptors.reduce(0) { sum, descriptor in
            var count: UInt64 = 0
            return read(descriptor, &count, 8) == 8 ? sum + Int(count) : sum
        }
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}

extension EventCounter {
    private static func count(_ event: KernelEvent, _ thread: Int32) throws -> [Int32] {
        switch event {
        case .contextSwitch: return [measuring_count_context_switches(thread)]
        case .instruction: return [measuring_count_instructions(thread)]
        case .systemCall: return [measuring_count_tracepoint(thread, try TraceFolder.number("raw_syscalls/sys_enter"))]
        case .call(let probes): return probes.map { measuring_count_tracepoint(thread, $0.number) }
        }
    }

    private static func failure(_ event: KernelEvent, error: Int32) -> Failure {
        let name =
            switch event {
            case .contextSwitch: "context switches"
            case .instruction: "instructions"
            case .systemCall: "system calls"
            case .call: "calls of functions"
            }
        return switch error {
        case EACCES, EPERM:
            Failure(
                "The kernel does not allow to count \(name). Run as root, outside a container or in one with CAP_PERFMON,"
                    + " and with kernel.perf_event_paranoid at 2 or less."
            )
        case ENOENT, EOPNOTSUPP, ENODEV: Failure("This machine does not count \(name).", isUnsupported: true)
        default: Failure("The kernel does not count \(name): \(String(cString: strerror(error))).")
        }
    }
}
