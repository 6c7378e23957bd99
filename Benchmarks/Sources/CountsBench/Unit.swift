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

    /// Units that the kernel counts in passing.
    static let ofKernel: [Unit] = [.systemCalls, .contextSwitches]

    /// What the kernel counts for it; `nil` when the program has none of it.
    ///
    /// - Parameters:
    ///   - libc: The C library that the program uses.
    ///   - program: The program, if Swift's runtime is in it.
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
    /// Those for bridged objects end in these.
    private static let counting = ["swift_retain", "swift_retain_n", "swift_release", "swift_release_n"]
    /// A task that becomes ready, for whatever reason, passes the first; one whose time has come has passed one of the others.
    private static let waking = [
        "swift_task_enqueue", "swift_task_enqueueGlobalWithDelay", "swift_task_enqueueGlobalWithDeadline",
    ]
}
