import RandomNumbers

/// The identity of a generated value; the same in all partial snapshots of one value within a response.
public struct GenerationID: Sendable, Hashable {
    private let high: UInt64
    private let low: UInt64

    /// Makes a fresh identity.
    public init() {
        var numbers = SharedRandomNumbers()
        (high, low) = (numbers.next(), numbers.next())
    }

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Returns the identity of a part, which depends only on the identity of the whole and the part's position.
    ///
    /// The 128 bits are mixed with the position, so that two positions practically never share an identity.
    func child(_ part: GeneratedContent.Part) -> GenerationID {
        let place: UInt64
        switch part {
        case .element(let index): place = Self.mixed(UInt64(bitPattern: Int64(index)))
        case .property(let name):
            // FNV-1a hash of the name's bytes.
            place = name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        }
        return GenerationID(
            high: Self.mixed(high ^ place),
            low: Self.mixed(low &+ Self.mixed(place ^ 0x9E37_79B9_7F4A_7C15))
        )
    }

    /// Spreads a change of one bit over all bits (the finalizer of SplitMix64).
    private static func mixed(_ value: UInt64) -> UInt64 {
        var value = value &+ 0x9E37_79B9_7F4A_7C15
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
