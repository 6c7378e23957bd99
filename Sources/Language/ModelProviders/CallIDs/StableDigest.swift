/// A digest of texts that is the same in every process.
///
/// The hash of Swift's standard library differs from process to process, but a conversation that is continued after a restart must have the
/// same ids. The digest keeps apart what differs by chance; it is no protection from somebody who looks for two equal ones.
enum StableDigest {
    private static let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

    /// Returns `length` letters and digits; about six bits each, up to 128 bits.
    static func text(of parts: [String], length: Int) -> String {
        var state = (hash(parts, basis: 0xcbf2_9ce4_8422_2325), hash(parts, basis: 0x9ae1_6a3b_2f90_404f))
        var text: [UInt8] = []
        for _ in 0..<length {
            // Alternately from both halves, so that a short digest depends on both.
            state = (state.1, state.0)
            let (quotient, remainder) = state.0.quotientAndRemainder(dividingBy: UInt64(digits.count))
            text.append(digits[Int(remainder)])
            state.0 = quotient
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns FNV-1a of the parts, mixed as in splitmix64 because ids may differ in their last letter only.
    private static func hash(_ parts: [String], basis: UInt64) -> UInt64 {
        var hash = basis
        for part in parts {
            for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            // A byte that no text has ends each part.
            hash = (hash ^ 0xFF) &* 0x100_0000_01b3
        }
        hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
        hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
        return hash ^ (hash >> 31)
    }
}
