import Foundation

extension String {
    /// The text without surrounding white space; nil if nothing is left.
    package var nonBlank: String? {
        let trimmed = trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : trimmed
    }
}
