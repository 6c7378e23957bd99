import FoundationEssentials
import StreamSafeText

/// A client's name, compared as people compare names: without regard to case.
struct ClientName: Equatable {
    /// The minimum length at which the command line accepts the first bytes of an id.
    private static let leastIDBytes = 4

    private let text: String
    private let folded: String

    init(_ text: String) {
        self.text = text
        folded = text.lowercased()
    }

    static func == (first: ClientName, second: ClientName) -> Bool { first.folded == second.folded }

    /// Whether a command would read the name as the id of this client.
    func isPrefix(ofID id: String) -> Bool {
        text.utf8.count >= Self.leastIDBytes && id.utf8.starts(with: text.utf8)
    }

    /// Throws if the name has invisible characters, could be confused with another name, or is longer than 200 bytes.
    func validate() throws(AccountsError) {
        guard !text.isEmpty, text.utf8.count <= 200,
            !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
        else {
            throw AccountsError(.invalidClient, "A client's name must have 1 to 200 bytes and no control characters.")
        }
        let words = text.unicodeScalars.split(
            omittingEmptySubsequences: false,
            whereSeparator: \.properties.isWhitespace
        )
        guard !words.contains(where: \.isEmpty), text.visible.unicodeScalars.elementsEqual(text.unicodeScalars) else {
            throw AccountsError(
                .invalidClient,
                "A client's name must not start or end with a space, nor have two spaces in a row or invisible characters."
            )
        }
    }
}
