/// The master keys that a process was given: one that seals, and earlier ones that still open what they sealed.
public struct MasterKeyRing: Sendable {
    /// The key under which everything new is sealed.
    public let current: MasterKey

    /// The ids of all keys, the current one first.
    public let ids: [String]

    private let keys: [String: MasterKey]

    /// Makes a ring; a key that is there twice counts once.
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

    /// The key of an id; nil when it was not given.
    func key(_ id: String) -> MasterKey? { keys[id] }

    /// All keys, the current one first.
    private var all: [MasterKey] { ids.compactMap { keys[$0] } }

    /// A ring that also opens what the keys of another one have sealed.
    public func adding(_ other: MasterKeyRing) -> MasterKeyRing { MasterKeyRing(current, previous: all + other.all) }

    /// Writes the keys to a file that does not exist yet, in the form in which `TORII_MASTER_KEY_FILE` is read, with mode 0600.
    public func write(to path: String) throws(KeyVaultError) { try MasterKeyFile(path: path).create(all) }
}

extension MasterKeyRing: CustomStringConvertible, CustomReflectable {
    /// The ids alone.
    public var description: String { "master keys \(ids.joined(separator: ", "))" }

    /// A mirror without children, so that `dump` shows nothing of the keys.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
