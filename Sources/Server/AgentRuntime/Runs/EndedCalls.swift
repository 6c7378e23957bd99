import Storage

/// The direct calls that have ended and stay in memory until the store has them, within bounds.
///
/// Only a failing or slow store leads beyond the bounds. Then calls are dropped: of the client that has the most with its users, so that no
/// client drops the calls of others; first those without an idempotency key, because a repetition of another call would be performed
/// again; and the oldest first.
struct EndedCalls {
    private struct Call {
        let owner: Owner
        let bytes: Int
        let hasKey: Bool
        let number: Int
    }

    private let bounds: CallBounds
    private var calls: [String: Call] = [:]
    /// The counts and bytes of each owner's calls.
    private var sizes: [Owner: (count: Int, bytes: Int)] = [:]
    private var bytes = 0
    private var lastNumber = 0

    /// The number of calls.
    var count: Int { calls.count }

    /// Whether there are so many that they should be stored soon.
    var areMany: Bool { calls.count > bounds.count / 2 || bytes > bounds.bytes / 2 }

    init(_ bounds: CallBounds) { self.bounds = bounds }

    /// Adds a call that has ended; returns the calls to drop.
    mutating func add(_ id: String, of owner: Owner, bytes: Int, hasKey: Bool) -> [String] {
        lastNumber += 1
        calls[id] = Call(owner: owner, bytes: bytes, hasKey: hasKey, number: lastNumber)
        self.bytes += bytes
        sizes[owner, default: (0, 0)].count += 1
        sizes[owner, default: (0, 0)].bytes += bytes
        var surplus: [String] = []
        while bounds.areExceeded(byCount: calls.count, bytes: self.bytes), let next = nextToDrop() {
            remove(next)
            surplus.append(next)
        }
        return surplus
    }

    /// Removes a call; an unknown one is ignored.
    mutating func remove(_ id: String) {
        guard let call = calls.removeValue(forKey: id), var size = sizes[call.owner] else { return }
        bytes -= call.bytes
        size.count -= 1
        size.bytes -= call.bytes
        sizes[call.owner] = size.count > 0 ? size : nil
    }

    /// Returns the call to drop next.
    ///
    /// It reads all of them, because drops are rare and the calls are few.
    private func nextToDrop() -> String? {
        let isByCount = calls.count > bounds.count
        let largest = sizes.largestOwner { isByCount ? $0.count : $0.bytes }
        return calls.lazy.filter { $0.value.owner == largest }.min { left, right in
            left.value.hasKey == right.value.hasKey ? left.value.number < right.value.number : right.value.hasKey
        }?.key
    }
}
