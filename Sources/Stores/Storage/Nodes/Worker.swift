import Glibc

/// The name of a node: a place from which processes work on a store, one after the other.
public struct NodeID: Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public var description: String

    /// Makes a name.
    public init(_ name: String) { description = name }

    /// The node of a data folder.
    ///
    /// It is the same in every folder, so that a database that was copied or restored is still that of its node.
    public static let local = NodeID("local")
}

/// A process that works on a store: its node, and a number that no other process of the node has.
///
/// Runs, reservations and rotations name the process that works on them.
public struct Worker: Hashable, Sendable {
    /// The node.
    public var node: NodeID

    /// The number of the process; 0 in rows of versions that wrote none.
    public var epoch: Int64

    /// Makes a worker.
    public init(node: NodeID = .local, epoch: Int64 = 0) { (self.node, self.epoch) = (node, epoch) }

    /// Makes the worker of a process that starts now.
    ///
    /// Its number is the time in nanoseconds since 1970, because two processes of a node never start at once.
    public static func starting(on node: NodeID = .local) -> Worker {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Worker(node: node, epoch: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
