/// The master keys of a process: one that seals, and earlier ones that open the records they sealed.
public struct MasterKeyRing: Sendable {
    /// The key that seals new records.
    public let current: MasterKey

    /// The ids of all keys, the current one first.
    public let ids: [String]

    private let keys: [String: MasterKey]

    /// Makes a ring; duplicate keys count once.
    /// - Parameters:
    ///   - current: The key that seals.
    ///   - previous: Keys that only open.
    public init(_ current: MasterKey, previous: [MasterKey] = []) {
        self.current = current
        var ids: [String] = []
        var keys: [String: MasterKey] = [:]
        for key in [current] + previous where keys.updateValue(key, forKey: key.id) == nil { ids.append(key.id) }
        self.ids = ids
        self.keys = keys
    }

    /// Returns the key with an id; nil if the ring does not have it.
    func key(_ id: String) -> MasterKey? { keys[id] }

    /// All keys, the current one first.
    private var all: [MasterKey] { ids.compactMap { keys[$0] } }

    /// Returns a ring that also has the keys of another ring, to open the records they sealed.
    public func adding(_ other: MasterKeyRing) -> MasterKeyRing { MasterKeyRing(current, previous: all + other.all) }

    /// Writes the keys with mode 0600 to a file that does not exist yet, in the format that `TORII_MASTER_KEY_FILE` expects.
    public func write(to path: String) throws(KeyVaultError) { try MasterKeyFile(path: path).create(all) }
}

extension MasterKeyRing: CustomStringConvertible, CustomReflectable {
    /// The ids, without the keys.
    public var description: String { "master keys \(ids.joined(separator: ", "))" }

    /// A mirror without children, so that `dump` shows nothing of the keys.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
