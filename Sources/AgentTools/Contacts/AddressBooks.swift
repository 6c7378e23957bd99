/// The address books of a CardDAV account.
struct AddressBooks: Sendable {
    private let collections: DAVCollections

    init(_ account: DAVAccount) { collections = DAVCollections(account, .addressBook) }

    /// Everybody who was born in a month, each once.
    ///
    /// - Throws: ``UpstreamFailure``, or `CancellationError`.
    func contacts(bornIn month: Int) async throws -> [BirthdayContact] {
        var seen: Set<BirthdayContact> = []
        return try await collections.report([Self.query]).compactMap { $0.property(.addressData)?.bytes }
            .flatMap { bytes in
                // An answer may be of megabytes.
                try Task.checkCancellation()
                return VCard.cards(in: bytes)
            }
            .compactMap { card in card.birthday.map { BirthdayContact(givenName: card.givenName, birthday: $0) } }
            // Not every server filters, so that is done here once more.
            .filter { $0.birthday.month == month && seen.insert($0).inserted }
    }

    /// Those who have a birthday, and of their cards the name and the day only.
    ///
    /// A server cannot be asked for a month: birthdays are
    /// written in too many ways for its text search.
    private static let query = """
        <?xml version="1.0" encoding="utf-8"?>
        <card:addressbook-query xmlns:d="DAV:" xmlns:card="urn:ietf:params:xml:ns:carddav"><d:prop><card:address-data>\
        <card:prop name="VERSION"/><card:prop name="N"/><card:prop name="FN"/><card:prop name="BDAY"/></card:address-data></d:prop>\
        <card:filter><card:prop-filter name="BDAY"/></card:filter></card:addressbook-query>
        """
}
