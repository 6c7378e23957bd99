/// The right to work on a store as a node.
///
/// Only its holder ends or continues what earlier processes of the node have left.
public protocol StoreLease: Sendable {
    /// The process that holds the lease.
    var worker: Worker { get }

    /// Whether no other process works on the store while the lease is held, so that all other workers are gone.
    var isExclusive: Bool { get }
}

extension StoreLease {
    /// The work that the holder may end or continue.
    public var leftWork: LeftWork { LeftWork(to: worker, of: isExclusive ? nil : worker.node) }

    /// Whether a worker's work is the holder's to do: its own, or that of a worker that is gone.
    public func answers(for other: Worker) -> Bool { other == worker || leftWork.includes(other) }
}

/// The work of processes that are gone, as the process sees it to which they have left it.
public struct LeftWork: Sendable, Equatable {
    /// The process to which it is left.
    public var heir: Worker

    /// The node whose processes have left it; `nil` for all nodes.
    public var node: NodeID?

    /// Makes a selection.
    public init(to heir: Worker, of node: NodeID?) { (self.heir, self.node) = (heir, node) }

    /// Whether the work of a process is included.
    public func includes(_ worker: Worker) -> Bool { worker != heir && (node == nil || worker.node == node) }
}

/// The lease of a store that no other process can open, such as one in memory.
public struct SoleLease: StoreLease {
    /// The process.
    public let worker = Worker.starting()

    /// True.
    public var isExclusive: Bool { true }

    /// Makes a lease.
    public init() {}
}
