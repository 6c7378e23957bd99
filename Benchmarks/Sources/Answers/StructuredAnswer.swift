/// A structured answer as a model writes it, made from counters, so that every run has the same bytes.
public enum StructuredAnswer {
    /// Returns a list of things with words, numbers, flags and a nested part.
    public static func text(atLeast bytes: Int) -> String {
        var items: [String] = []
        var length = 0
        while length < bytes {
            let item = item(items.count)
            items.append(item)
            length += item.utf8.count + 2
        }
        return #"{"title":"倉庫の一覧 (list of the warehouse)","items":["# + items.joined(separator: ", ")
            + #"],"complete":true,"next":null}"#
    }

    private static func item(_ number: Int) -> String {
        """
        {"id": \(1_000_000 + number * 7919), "name": "アルカリ乾電池 単\(number % 4 + 1)形", "quantity": \(number * 37 % 211), \
        "price": \(number % 90 + 1).\(number % 10)5, "available": \(number % 3 != 0), "tags": ["battery", "shelf-\(number % 17)", \
        "丸型"], "place": {"latitude": 35.6\(812 + number % 100), "longitude": 139.7\(671 + number % 100)}, \
        "note": "Counted on day \(number % 28 + 1) of the month.\\nThe carton says \\"keep dry\\"; \(number % 9) of them are open."}
        """
    }

    /// Splits a text into pieces of four bytes, or fewer where a character would be split.
    public static func pieces(of text: String) -> [String] {
        var pieces: [String] = []
        var piece = ""
        for scalar in text.unicodeScalars {
            if piece.utf8.count + UTF8.width(scalar) > 4 {
                pieces.append(piece)
                piece = ""
            }
            piece.unicodeScalars.append(scalar)
        }
        if !piece.isEmpty { pieces.append(piece) }
        return pieces
    }
}
