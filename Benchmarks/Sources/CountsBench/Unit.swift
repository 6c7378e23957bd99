import Measuring

/// A kind of event that is counted, as the rows name it.
enum Unit: String, CaseIterable {
    case allocations
    case referenceCounts = "reference counts"
    case wakeUps = "task wake-ups"
    case systemCalls = "system calls"
    case contextSwitches = "context switches"
    case instructions

    /// Units whose counting interrupts the server at each event, and so slows it down; each group is counted in a pass of its own.
    static let ofCalls: [[Unit]] = [[.allocations, .wakeUps], [.referenceCounts]]

    /// Units that the kernel counts without slowing the server down.
    static let ofKernel: [Unit] = [.systemCalls, .contextSwitches]

    /// Returns the kernel's event for the unit; `nil` if the program has none.
    ///
    /// - Parameters:
    ///   - libc: The program's C library.
    ///   - program: The program, if it contains Swift's runtime.
    func event(libc: ELFFile, swift program: ELFFile?, _ probes: FunctionProbes) throws -> KernelEvent? {
        switch self {
        case .allocations: .call(try probes.set(at: Self.allocating, in: libc))
        case .referenceCounts: try program.map { .call(try probes.set(at: Self.counting, in: $0)) }
        case .wakeUps: try program.map { .call(try probes.set(at: Self.waking, in: $0)) }
        case .systemCalls: .systemCall
        case .contextSwitches: .contextSwitch
        case .instructions: .instruction
        }
    }

    private static let allocating = ["malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc"]
    /// The functions for bridged objects call these.
    private static let counting = ["swift_retain", "swift_retain_n", "swift_release", "swift_release_n"]
    /// Every task that becomes ready passes the first; one that was delayed has passed one of the others before.
    private static let waking = [
        "swift_task_enqueue", "swift_task_enqueueGlobalWithDelay", "swift_task_enqueueGlobalWithDeadline",
    ]
}
