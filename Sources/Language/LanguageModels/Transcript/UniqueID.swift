public import FoundationEssentials
import RandomNumbers

/// A generator of unique identifiers: UUIDs of random bits (RFC 9562, version 4).
///
/// `UUID()` opens, reads and closes the system's source of random bytes each time. A turn makes ten identifiers, which
/// would cost more than the turn's text.
@usableFromInline
package enum UniqueID {
    /// Returns a new identifier as text.
    @usableFromInline
    package static func text() -> String {
        let (high, low) = bits()
        return String(unsafeUninitializedCapacity: 36) { text in
            var index = 0
            for place in 0..<32 {
                if place == 8 || place == 12 || place == 16 || place == 20 {
                    text[index] = UInt8(ascii: "-")
                    index += 1
                }
                let half = place < 16 ? high : low
                let digit = UInt8(truncatingIfNeeded: half >> (60 - 4 * UInt64(place % 16))) & 0xF
                text[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
                index += 1
            }
            return index
        }
    }

    /// Returns a new identifier.
    @usableFromInline
    package static func uuid() -> UUID {
        let (high, low) = bits()
        func byte(_ half: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: half >> (56 - 8 * index)) }
        return UUID(
            uuid: (
                byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
                byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4),
                byte(low, 5), byte(low, 6), byte(low, 7)
            )
        )
    }

    /// Returns the two halves of an identifier, most significant bits first.
    private static func bits() -> (high: UInt64, low: UInt64) {
        var numbers = SharedRandomNumbers()
        let (high, low) = (numbers.next(), numbers.next())
        // The version is in the upper half of the seventh byte, the variant in the upper two bits of the ninth.
        return (high & ~0xF000 | 0x4000, low & ~(0b11 << 62) | 0b10 << 62)
    }
}
