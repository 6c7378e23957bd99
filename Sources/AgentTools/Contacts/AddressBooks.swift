import StreamingJSON

/// The address books of a CardDAV account.
struct AddressBooks: Sendable {
    private let collections: DAVCollections

    init(_ account: DAVAccount) { collections = DAVCollections(account, .addressBook) }

    /// Returns the contacts born in a month, without duplicates.
    ///
    /// - Throws: ``UpstreamFailure``, or `CancellationError`.
    func contacts(bornIn month: Int) async throws -> [BirthdayContact] {
        var seen: Set<BirthdayContact> = []
        return try await collections.report([Self.query]).compactMap { $0.property(.addressData)?.bytes }
            .flatMap { bytes in
                // An answer may have megabytes.
                try Task.checkCancellation()
                return VCard.cards(in: bytes)
            }
            .compactMap { card in card.birthday.map { BirthdayContact(givenName: card.givenName, birthday: $0) } }
            // Some servers do not filter, so the contacts are filtered here again.
            .filter { $0.birthday.month == month && seen.insert($0).inserted }
    }

    /// The query for all cards with a birthday, limited to the name and the birthday.
    ///
    /// The server cannot filter by month because birthdays are written in too many forms for its text search.
    private static let query = """
        <?xml version="1.0" encoding="utf-8"?>
        <card:addressbook-query xmlns:d="DAV:" xmlns:card="urn:ietf:params:xml:ns:carddav"><d:prop><card:address-data>\
        <card:prop name="VERSION"/><card:prop name="N"/><card:prop name="FN"/><card:prop name="BDAY"/></card:address-data></d:prop>\
        <card:filter><card:prop-filter name="BDAY"/></card:filter></card:addressbook-query>
        """
}

/// A contact as the tool reports it: given name and birthday only.
struct BirthdayContact: Hashable {
    let givenName: String
    let birthday: Birthday

    /// Returns the line for the model.
    func text(for caller: Caller) -> String {
        caller.text("\(givenName) (\(birthday.text(for: caller)))", "\(givenName)（\(birthday.text(for: caller))）")
    }

    /// The contact as data that a client can display.
    var jsonValue: JSONValue { ["given_name": .string(givenName), "birthday": .string(birthday.text)] }
}
