import Synchronization

/// The keys that a stand-in accepts, which can change while it runs.
final class AcceptedKeys: Sendable {
    private let keys: Mutex<[String]>

    init(_ keys: [String]) { self.keys = Mutex(keys) }

    func replace(by keys: [String]) { self.keys.withLock { $0 = keys } }

    /// Whether a request with this key is accepted; without configured keys every request is.
    func accept(_ key: String?) -> Bool {
        keys.withLock { keys in keys.isEmpty || key.map { keys.contains($0) } ?? false }
    }
}
