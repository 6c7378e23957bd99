import Foundation

/// Makes the identifiers that clients see.
enum Identifier {
    /// A prefix that says what it names, and 128 random bits in hexadecimal.
    static func make(_ prefix: String) -> String {
        let random = UUID().uuidString.replacing("-", with: "").lowercased()
        return "\(prefix)_\(random)"
    }
}
