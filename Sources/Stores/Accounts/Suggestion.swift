import KeyVault
import StreamingJSON

/// A suggestion for an unknown word.
public enum Suggestion {
    /// Returns the known word with the most similar spelling.
    /// - Parameters:
    ///   - word: The unknown word; only its first characters are compared.
    ///   - words: The known words; of two equally similar ones the first is returned.
    /// - Returns: `nil` if every word differs in more than a quarter of the letters and in more than two.
    public static func nearest(to word: String, among words: [String]) -> String? {
        let word = word.excerpt()
        let distances = words.map { ($0, $0.editDistance(to: word)) }
        guard let nearest = distances.min(by: { $0.1 < $1.1 }), nearest.1 <= max(2, word.utf8.count / 4) else {
            return nil
        }
        return nearest.0
    }
}
extension String {
    /// Returns the number of letters to insert, remove or change to make `other` from this text (Levenshtein 1966).
    package func editDistance(to other: String) -> Int {
        let right = Array(other.utf8)
        var row = Array(0...right.count)
        for (index, byte) in utf8.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let changed = diagonal + (byte == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(changed, row[column] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}
