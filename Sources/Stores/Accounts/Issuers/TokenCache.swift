import Crypto
import FoundationEssentials
import SignedTokens

/// The genuine tokens that were checked lately, by the keyed hash of their whole text.
struct TokenCache: Sendable {
    /// The whole hash of a token: with a part of it, one token could have the claims of another.
    struct Key: Hashable, Sendable {
        private let parts: (UInt64, UInt64, UInt64, UInt64)

        init(_ hash: HMAC<SHA256>.MAC) {
            parts = hash.withUnsafeBytes { bytes in
                func part(_ index: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self) }
                return (part(0), part(1), part(2), part(3))
            }
        }

        static func == (left: Key, right: Key) -> Bool { left.parts == right.parts }

        // Nobody can choose a keyed hash, so its first part is as good as any.
        func hash(into hasher: inout Hasher) { hasher.combine(parts.0) }
    }

    /// A genuine token.
    struct Entry: Sendable {
        /// The claims; `nil` for a token that had already expired when it was checked.
        let token: VerifiedToken?
        /// The issuer's row and its state, which end the entry when they change.
        let source: TokenSource
    }

    private var entries: Generations<Key, Entry>

    /// Makes a cache of at most so many entries.
    init(capacity: Int = 20_000) { entries = Generations(limit: capacity) }

    /// The number of entries.
    var count: Int { entries.count }

    /// Returns the entry of a token, which counts as a use.
    mutating func entry(for key: Key) -> Entry? { entries.value(for: key) }

    /// Adds an entry.
    mutating func insert(_ entry: Entry, for key: Key) { entries.set(entry, for: key) }
}
