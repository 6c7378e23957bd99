/// A kind of event that the kernel counts in other processes.
public enum KernelEvent: Sendable {
    /// A thread left a processor.
    case contextSwitch
    /// An instruction was executed outside the kernel.
    case instruction
    /// A system call started.
    case systemCall
    /// One of the functions at these probes was called.
    case call([FunctionProbes.Probe])
}
