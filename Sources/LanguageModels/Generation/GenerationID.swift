/// The identity of a generated value: the same for every partial snapshot of one value within a response.
///
/// It is meant for the process that made it, not for storage.
public struct GenerationID: Sendable, Hashable {
    private let bits: (UInt64, UInt64)

    /// Makes a fresh identity.
    public init() { bits = (.random(in: 0 ... .max), .random(in: 0 ... .max)) }

    private init(bits: (UInt64, UInt64)) { self.bits = bits }

    /// The identity of a part, which depends on nothing but the whole's identity and the part's place.
    func child(_ part: GeneratedContent.Part) -> GenerationID {
        GenerationID(bits: (hash(part, half: 0), hash(part, half: 1)))
    }

    private func hash(_ part: GeneratedContent.Part, half: UInt8) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(half)
        hasher.combine(self)
        hasher.combine(part)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// Whether two identities are one.
    public static func == (left: GenerationID, right: GenerationID) -> Bool { left.bits == right.bits }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(bits.0)
        hasher.combine(bits.1)
    }
}
