import FoundationEssentials
import RandomNumbers
import Storage

/// Makes the identifiers that clients see.
enum Identifier {
    /// Returns a prefix that names the kind of object, and 128 bits in hexadecimal: the time in milliseconds in the first 48 bits and
    /// random bits in the others, as in a UUID of version 7 (RFC 9562 §5.7).
    ///
    /// Rows that are made at about the same time are then neighbors in the store, so one page is written for several of them.
    static func make(_ prefix: String, at time: Date) -> String {
        var generator = SharedRandomNumbers()
        let milliseconds = UInt64(max(0, time.milliseconds))
        let high = milliseconds << 16 | generator.next(upperBound: 1 << 16)
        return "\(prefix)_\(digits(of: high))\(digits(of: generator.next()))"
    }

    /// Returns the least identifier of a kind of object that was made at a time or later.
    static func least(_ prefix: String, at time: Date) -> String {
        let milliseconds = UInt64(clamping: time.milliseconds)
        return "\(prefix)_\(digits(of: milliseconds << 16))\(digits(of: 0))"
    }

    private static func digits(of number: UInt64) -> String {
        String(unsafeUninitializedCapacity: 16) { text in
            for index in 0..<16 {
                let digit = UInt8(truncatingIfNeeded: number >> (60 - 4 * UInt64(index))) & 0xF
                text[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            }
            return 16
        }
    }
}
