import KeyVault
import StreamingJSON

/// The known word that somebody most likely meant.
public enum Suggestion {
    /// The word that is spelled most like another one.
    /// - Parameters:
    ///   - word: The unknown word; only its beginning is looked at.
    ///   - words: The known ones; of two that are equally like it the first is named.
    /// - Returns: `nil` when all differ from it in more than a quarter of its letters, and in more than two.
    public static func nearest(to word: String, among words: [String]) -> String? {
        let word = word.excerpt()
        let distances = words.map { ($0, $0.editDistance(to: word)) }
        guard let nearest = distances.min(by: { $0.1 < $1.1 }), nearest.1 <= max(2, word.utf8.count / 4) else {
            return nil
        }
        return nearest.0
    }
}
