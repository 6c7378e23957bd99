import AgentTools
import StreamingJSON

/// The address books of a CardDAV account.
struct AddressBooks: Sendable {
    private let collections: DAVCollections

    init(_ account: DAVAccount) { collections = DAVCollections(account, .addressBook) }

    /// Returns the contacts born in a month, without duplicates, and the numbers of what could not be read.
    ///
    /// - Throws: ``UpstreamFailure``, or `CancellationError`.
    func contacts(bornIn month: Int) async throws -> Answer {
        var seen: Set<BirthdayContact> = []
        let report = try await collections.report([Self.query])
        var answer = Answer(unreadBooks: report.incomplete, unaskedBooks: report.beyondLimit)
        for resource in report.resources {
            // An answer may have megabytes.
            try Task.checkCancellation()
            guard let data = resource.property(.addressData) else {
                if resource.lacks(.addressData) { answer.unreadBirthdays += 1 }
                continue
            }
            let (cards, unread) = VCard.cards(in: data.bytes)
            answer.unreadBirthdays += unread
            for card in cards {
                // Some servers do not filter, so the contacts are filtered here again.
                guard let birthday = card.birthday, birthday.month == month else { continue }
                let contact = BirthdayContact(givenName: card.givenName, birthday: birthday)
                if seen.insert(contact).inserted { answer.contacts.append(contact) }
            }
        }
        return answer
    }

    /// The contacts of a month, and the numbers of what could not be read.
    struct Answer {
        var contacts: [BirthdayContact] = []
        /// The number of contacts with a birthday that cannot be read.
        var unreadBirthdays = 0
        /// The number of address books that did not send all of their contacts.
        var unreadBooks = 0
        /// The number of address books that were not asked, because there are too many.
        var unaskedBooks = 0
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
