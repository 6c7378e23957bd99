import FoundationEssentials
import StreamSafeText

/// A client's name as names are compared: two are the same when a person takes them for the same.
struct ClientName: Equatable {
    /// The command line takes an id's first four bytes for the id.
    private static let leastIDBytes = 4

    private let text: String
    private let folded: String

    init(_ text: String) {
        self.text = text
        folded = text.lowercased()
    }

    static func == (first: ClientName, second: ClientName) -> Bool { first.folded == second.folded }

    /// Whether a command would take the name for the client with this id.
    func isBeginning(ofID id: String) -> Bool {
        text.utf8.count >= Self.leastIDBytes && id.utf8.starts(with: text.utf8)
    }

    /// Refuses a name that is invisible in part, looks like another one, or has more than 200 bytes.
    func validate() throws(AccountsError) {
        guard !text.isEmpty, text.utf8.count <= 200,
            !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
        else {
            throw AccountsError(.invalidClient, "A client's name has 1 to 200 bytes and no control characters.")
        }
        let words = text.unicodeScalars.split(
            omittingEmptySubsequences: false,
            whereSeparator: \.properties.isWhitespace
        )
        guard !words.contains(where: \.isEmpty), text.visible.unicodeScalars.elementsEqual(text.unicodeScalars) else {
            throw AccountsError(
                .invalidClient,
                "A client's name has no spaces at its ends, no two in a row, and no characters that are not seen."
            )
        }
    }
}
