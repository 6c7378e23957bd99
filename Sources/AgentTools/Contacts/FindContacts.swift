import Foundation
public import LanguageModels
public import StreamingJSON

/// Finds contacts that were born in a month, and tells no more of them than given name and birthday.
///
/// When nobody is found, or the address book may not or cannot be read, the answer is a name that the operator has chosen. Without any
/// address book to ask, neither an account nor the client's own, the call fails and says so.
public struct FindContacts: ClientCapableTool {
    /// Which month.
    @Generable
    public struct Arguments {
        /// The month.
        @Guide(description: "The month of birth, 1 to 12; this month if not given")
        public var month: Int?
        /// How many are wanted.
        @Guide(description: "How many contacts to give at most, 1 to 20, picked by chance; 20 if not given")
        public var maxResults: Int?
    }

    /// `findContacts`.
    public let name = "findContacts"
    /// What the model is told of the tool.
    public let description =
        "Finds contacts born in a month: given name and birthday, nothing else. "
        + "When there are none to be had it gives a name alone; use it as it is."

    /// The name that stands in for a contact unless the operator chooses another: Naomi.
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
    ///   - account: Where the address books are; `nil` leaves the calls to the caller's device.
    ///   - fallbackName: What is answered when nobody is found, or nothing can be read.
    ///   - pick: Draws a number below the one given, which decides who is told of when there are too many.
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

    /// True: a text alone is a given name.
    public var acceptsClientText: Bool { true }

    /// Asks the address books.
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
            // The person is told no reason: the name stands in for a contact.
            return answer([], arguments, caller)
        }
    }

    /// - Throws: ``ToolFailure`` for a month that no year has.
    private static func month(of arguments: Arguments, _ caller: Caller) throws -> Int {
        let month = arguments.month ?? CivilDay(of: caller).components.month
        guard (1...12).contains(month) else {
            throw ToolFailure(
                caller.text(
                    "\(month) is not a month; give a number from 1 to 12.",
                    "\(month) という月はありません。1〜12 で指定してください。"
                )
            )
        }
        return month
    }

    private func answer(_ contacts: [BirthdayContact], _ arguments: Arguments, _ caller: Caller) -> String {
        let limit = min(max(arguments.maxResults ?? Self.mostContacts, 1), Self.mostContacts)
        let chosen = some(of: contacts, limit).sorted {
            ($0.birthday, $0.givenName) < ($1.birthday, $1.givenName)
        }
        var artifact: JSONObject = [
            "contacts": .array(chosen.map(\.jsonValue)), "fallback": .bool(chosen.isEmpty),
        ]
        // The name is nobody's of the address book, and the client has to be able to tell.
        if chosen.isEmpty { artifact["fallback_name"] = .string(fallbackName) }
        ToolCallContext.current?.attach(
            ToolArtifact(type: "contacts.birthdays", content: GeneratedContent(jsonValue: .object(artifact)))
        )
        guard !chosen.isEmpty else { return fallbackName }
        return Self.list(chosen.map { $0.text(for: caller) })
    }

    /// The contacts, one on a line, between the fences of ``UntrustedText``, because anybody may have chosen their names.
    private static func list(_ lines: [String]) -> String {
        UntrustedText.quoted(lines.joined(separator: "\n"), from: "names in an address book")
    }

    /// As many as are wanted, drawn by chance.
    private func some(of contacts: [BirthdayContact], _ limit: Int) -> [BirthdayContact] {
        var rest = contacts
        var chosen: [BirthdayContact] = []
        while chosen.count < limit, !rest.isEmpty { chosen.append(rest.remove(at: pick(rest.count))) }
        return chosen
    }
}

extension FindContacts {
    /// The contacts of the month, or one name.
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

    /// With a month that there is.
    public func canAskClient(with arguments: Arguments) -> Bool {
        (try? Self.month(of: arguments, Caller())) != nil
    }

    /// The client's contacts in the words of the tool, and the chosen name where it gave none.
    ///
    /// A text alone is taken for a given name. Contacts of another month are dropped; one without a birthday is the client's choice.
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
