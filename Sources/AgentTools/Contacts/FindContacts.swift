import CalendarDays
import Foundation
public import LanguageModels
public import StreamingJSON
public import Phrasebook

/// Finds contacts born in a month, and reports only their given names and birthdays.
///
/// If no contact is found, or the address book cannot be read, the answer is a name that the operator configured. If there is no
/// address book at all, neither an account nor one of the client, the call fails.
public struct FindContacts: ClientCapableTool {
    /// The month, and the number of contacts.
    @Generable
    public struct Arguments {
        /// The month.
        @Guide(description: "The month of birth, 1 to 12; default: this month")
        public var month: Int?
        /// The limit on the number of contacts.
        @Guide(description: "The maximum number of contacts, 1 to 20, chosen at random; default: 20")
        public var maxResults: Int?
    }

    /// `findContacts`.
    public let name = "findContacts"
    /// The name for people.
    public var titles: [PhraseLanguage: String] { [.english: "Contacts", .japanese: "連絡先"] }
    /// The description for the model.
    public let description =
        "Finds contacts born in a month: given name and birthday, nothing else. "
        + "Without any contact it returns one name alone; use it as it is."

    /// The name that replaces a contact unless the operator configures another: Naomi.
    public static let defaultFallbackName = "Naomi"

    /// `contacts.birthdays`.
    public var artifactTypes: [String] { ["contacts.birthdays"] }

    private static let mostContacts = 20

    private let addressBooks: AddressBooks?
    private let fallbackName: String
    private let pick: @Sendable (Int) -> Int

    /// Makes the tool.
    ///
    /// - Parameters:
    ///   - account: The account with the address books; `nil` leaves the calls to the caller's device.
    ///   - fallbackName: The answer if no contact is found or the address book cannot be read.
    ///   - pick: Returns a random number below its argument; it selects the reported contacts when there are too many.
    public init(
        account: DAVAccount?,
        fallbackName: String = defaultFallbackName,
        pick: @escaping @Sendable (Int) -> Int = { Int.random(in: 0..<$0) }
    ) {
        addressBooks = account.map { AddressBooks($0) }
        self.fallbackName = fallbackName
        self.pick = pick
    }

    /// True without an account.
    public var runsOnClient: Bool { addressBooks == nil }

    /// True, because a text alone counts as a given name.
    public var acceptsClientText: Bool { true }

    /// Queries the address books and returns the answer.
    @concurrent public func call(arguments: Arguments) async throws -> String {
        let caller = Caller.current
        let month = try Self.month(of: arguments, caller)
        guard let addressBooks else {
            throw ToolFailure(
                caller.text(
                    "No address book is set up: the server has no account for contacts, and this app does not offer its own.",
                    "連絡先が設定されていません。サーバーに連絡先のアカウントがなく、このアプリも連絡先を提供していません。"
                )
            )
        }
        do {
            return answer(try await addressBooks.contacts(bornIn: month), arguments, caller)
        } catch is UpstreamFailure {
            // The answer does not name the cause; the fallback name replaces a contact.
            return answer([], arguments, caller)
        }
    }

    /// - Throws: ``ToolFailure`` for a month outside 1 to 12.
    private static func month(of arguments: Arguments, _ caller: Caller) throws -> Int {
        let month = arguments.month ?? CalendarDay(of: caller).components.month
        guard (1...12).contains(month) else {
            throw ToolFailure(
                caller.text(
                    "\(month) is not a month; use a number from 1 to 12.",
                    "\(month) という月はありません。1〜12 で指定してください。"
                )
            )
        }
        return month
    }

    private func answer(_ contacts: [BirthdayContact], _ arguments: Arguments, _ caller: Caller) -> String {
        let limit = min(max(arguments.maxResults ?? Self.mostContacts, 1), Self.mostContacts)
        let chosen = sample(of: contacts, limit).sorted {
            ($0.birthday, $0.givenName) < ($1.birthday, $1.givenName)
        }
        var artifact: JSONObject = [
            "contacts": .array(chosen.map(\.jsonValue)), "fallback": .bool(chosen.isEmpty),
        ]
        // The client must be able to recognize the fallback name, because it belongs to no contact.
        if chosen.isEmpty { artifact["fallback_name"] = .string(fallbackName) }
        ToolCallContext.current?.attach(
            ToolArtifact(type: "contacts.birthdays", content: GeneratedContent(jsonValue: .object(artifact)))
        )
        guard !chosen.isEmpty else { return fallbackName }
        return Self.list(chosen.map { $0.text(for: caller) })
    }

    /// Returns the contacts, one a line, between the fences of ``UntrustedText``, because others may have chosen their names.
    private static func list(_ lines: [String]) -> String {
        UntrustedText.quoted(lines.joined(separator: "\n"), from: "names in an address book")
    }

    /// Returns at most `limit` contacts, selected at random.
    private func sample(of contacts: [BirthdayContact], _ limit: Int) -> [BirthdayContact] {
        var rest = contacts
        var chosen: [BirthdayContact] = []
        while chosen.count < limit, !rest.isEmpty { chosen.append(rest.remove(at: pick(rest.count))) }
        return chosen
    }
}

extension FindContacts {
    /// The contacts of the month, or a single name.
    public var clientOutput: JSONValue {
        [
            "type": "object", "required": ["contacts"],
            "properties": [
                "contacts": [
                    "type": "array", "maxItems": .integer(Self.mostContacts),
                    "items": [
                        "type": "object", "required": ["givenName"],
                        "properties": [
                            "givenName": ["type": "string", "maxLength": 80],
                            "birthday": ["type": "string", "description": "--MM-DD"],
                        ],
                    ],
                ]
            ],
        ]
    }

    /// Whether the month is valid.
    public func canAskClient(with arguments: Arguments) -> Bool {
        (try? Self.month(of: arguments, Caller())) != nil
    }

    /// Returns the client's contacts in the tool's format, or the fallback name if it sent none.
    ///
    /// A text alone counts as a given name. Contacts of another month are dropped; those without a birthday are kept.
    public func text(ofClientOutput output: JSONValue?, arguments: Arguments, for caller: Caller) -> String {
        guard let month = try? Self.month(of: arguments, caller) else { return fallbackName }
        if let name = output?.stringValue {
            let line = TextLine(name, limit: 80).text
            return line.isEmpty ? fallbackName : Self.list([line])
        }
        let lines = (output?["contacts"]?.arrayValue ?? []).compactMap { contact -> String? in
            guard let given = contact["givenName"]?.stringValue else { return nil }
            let name = TextLine(given, limit: 80).text
            guard !name.isEmpty else { return nil }
            guard let text = contact["birthday"]?.stringValue, let birthday = Birthday(text) else { return name }
            guard birthday.month == month else { return nil }
            return BirthdayContact(givenName: name, birthday: birthday).text(for: caller)
        }
        let limit = min(max(arguments.maxResults ?? Self.mostContacts, 1), Self.mostContacts)
        return lines.isEmpty ? fallbackName : Self.list(Array(lines.prefix(limit)))
    }
}
