/// The most direct calls that have ended and are kept: their number, and the bytes of their requests and events.
public struct CallBounds: Sendable, Equatable {
    /// The most calls.
    public var count: Int
    /// The most bytes.
    public var bytes: Int

    /// Makes bounds.
    public init(count: Int, bytes: Int) {
        self.count = count
        self.bytes = bytes
    }

    /// Whether so many calls of so many bytes are too many.
    public func areExceeded(byCount count: Int, bytes: Int) -> Bool { count > self.count || bytes > self.bytes }

    /// The most that a store keeps of one client.
    public static let stored = CallBounds(count: 1000, bytes: 16 << 20)
}
