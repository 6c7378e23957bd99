/// Bounds for the ended direct calls that are kept: their number, and the bytes of their requests and events.
public struct CallBounds: Sendable, Equatable {
    /// The greatest number of calls.
    public var count: Int
    /// The greatest number of bytes.
    public var bytes: Int

    /// Makes bounds.
    public init(count: Int, bytes: Int) {
        self.count = count
        self.bytes = bytes
    }

    /// Whether this number of calls with this number of bytes is beyond the bounds.
    public func areExceeded(byCount count: Int, bytes: Int) -> Bool { count > self.count || bytes > self.bytes }

    /// The bounds for the calls of one owner in a store.
    public static let stored = CallBounds(count: 1000, bytes: 16 << 20)
}

/// The selection of an owner's ended direct calls that are deleted because the owner has more than ``CallBounds`` allow.
///
/// A backend offers the ended calls one after the other, those without an idempotency key first and of each kind the oldest first, as
/// long as ``isExceeded`` is true.
package struct CallSurplus: Sendable, Equatable {
    private let bounds: CallBounds
    private var count: Int
    private var bytes: Int

    /// Creates a selection from the number and the bytes of all stored direct calls of an owner.
    package init(count: Int, bytes: Int, bounds: CallBounds = .stored) {
        self.bounds = bounds
        self.count = count
        self.bytes = bytes
    }

    /// Whether another call must be deleted.
    package var isExceeded: Bool { bounds.areExceeded(byCount: count, bytes: bytes) }

    /// Selects a call with this number of bytes for deletion.
    package mutating func remove(bytes: Int) {
        count -= 1
        self.bytes -= bytes
    }
}
