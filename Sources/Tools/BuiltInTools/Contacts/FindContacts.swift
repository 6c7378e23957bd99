public import AgentTools
import CalendarDays
import Foundation
public import LanguageModels
public import StreamingJSON
public import ToolPhrases

/// Finds contacts born in a month or on a day of the year, and reports only their given names and birthdays.
///
/// If no contact of a month is found, or the address book cannot be read, the answer is a name that the operator configured. If there is no
/// address book at all, neither an account nor one of the client, the call fails.
public struct FindContacts: ClientCapableTool {
    /// The month, and the number of contacts.
    @Generable
    public struct Arguments {
        /// The month.
        @Guide(description: "The month of birth, 1 to 12; default: this month")
        public var month: Int?
        /// The day.
        @Guide(
            description: "In place of month: a day as YYYY-MM-DD; finds those whose birthday is on that day of the year"
        )
        public var date: String?
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
        "Finds contacts born in a month or on a day of the year: given name and birthday, nothing else. "
        + "Without any contact it returns one name alone; use it as it is."

    /// The name that replaces a contact unless the operator configures another: Naomi.
    public static let defaultFallbackName = "Naomi"

    /// `contacts.birthdays`.
    public var artifactTypes: [String] { ["contacts.birthdays"] }
    /// The caller's: a user sees the phone's data, and that of the account only if a scope names the tool.
    public var data: ToolData { .caller }

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

    /// True without an account, and for a user who may not see it: the contacts of a phone are its user's, those of the account are not.
    public func runsOnClient(for caller: Caller) -> Bool { runsOnClient || !caller.seesOperatorData(of: name) }

    /// True, because a text alone counts as a given name.
    public var acceptsClientText: Bool { true }

    /// Queries the address books and returns the answer.
    @concurrent public func call(arguments: Arguments) async throws -> String {
        let caller = Caller.current
        let time = try Self.time(of: arguments, caller)
        guard let addressBooks, caller.seesOperatorData(of: name) else {
            throw ToolFailure(
                caller.text(
                    "No address book is set up: the server has no account for contacts, and this app does not offer its own.",
                    "連絡先が設定されていません。サーバーに連絡先のアカウントがなく、このアプリも連絡先を提供していません。"
                )
            )
        }
        do {
            var found = try await addressBooks.contacts(bornIn: time.month)
            found.contacts.removeAll { !time.contains($0.birthday) }
            return answer(found, time, arguments, caller)
        } catch is UpstreamFailure {
            // The answer does not name the cause; the fallback name replaces a contact.
            return answer(AddressBooks.Answer(), time, arguments, caller)
        }
    }

    /// The month, or the day of the year, that a call asks for.
    private struct Time {
        let month: Int
        var day: Int?

        func contains(_ birthday: Birthday) -> Bool {
            birthday.month == month && day.map { $0 == birthday.day } ?? true
        }
    }

    /// - Throws: ``ToolFailure`` for a month outside 1 to 12, and for a date that does not exist.
    private static func time(of arguments: Arguments, _ caller: Caller) throws -> Time {
        if let date = arguments.date {
            guard let day = CalendarDay(date)?.components else {
                let text = TextLine(date, limit: 40).text
                throw ToolFailure(
                    caller.text(
                        "\"\(text)\" is not a date; write it as YYYY-MM-DD.",
                        "「\(text)」という日付はありません。YYYY-MM-DD で指定してください。"
                    )
                )
            }
            return Time(month: day.month, day: day.day)
        }
        let month = arguments.month ?? CalendarDay(of: caller).components.month
        guard (1...12).contains(month) else {
            throw ToolFailure(
                caller.text(
                    "\(month) is not a month; use a number from 1 to 12.",
                    "\(month) という月はありません。1〜12 で指定してください。"
                )
            )
        }
        return Time(month: month)
    }

    private func answer(
        _ found: AddressBooks.Answer,
        _ time: Time,
        _ arguments: Arguments,
        _ caller: Caller
    ) -> String {
        let limit = min(max(arguments.maxResults ?? Self.mostContacts, 1), Self.mostContacts)
        let chosen = sample(of: found.contacts, limit).sorted {
            ($0.birthday, $0.givenName) < ($1.birthday, $1.givenName)
        }
        let nobody = time.day.flatMap { Birthday(month: time.month, day: $0) }.map { Self.nobody(bornOn: $0, caller) }
        var artifact: JSONObject = [
            "contacts": .array(chosen.map(\.jsonValue)), "fallback": .bool(chosen.isEmpty && nobody == nil),
        ]
        let unread = found.unreadBirthdays + found.unreadBooks + found.unaskedBooks
        if unread > 0 { artifact["unread"] = .integer(unread) }
        // A name in place of a contact would be wrong for one day. The client must be able to recognize it, because it belongs to no contact.
        if chosen.isEmpty, nobody == nil { artifact["fallback_name"] = .string(fallbackName) }
        ToolCallContext.current?.attach(
            ToolArtifact(type: "contacts.birthdays", content: GeneratedContent(jsonValue: .object(artifact)))
        )
        // The name on a line of its own: a sentence beside it would become a part of the name.
        guard !chosen.isEmpty else {
            return ([nobody ?? fallbackName] + Self.notes(found, caller)).joined(separator: "\n")
        }
        return ([Self.list(chosen.map { $0.text(for: caller) })] + Self.notes(found, caller)).joined(separator: "\n")
    }

    private static func nobody(bornOn day: Birthday, _ caller: Caller) -> String {
        let text = day.text(for: caller)
        return caller.text("No contact has a birthday on \(text).", "\(text)が誕生日の連絡先はありません。")
    }

    /// Sentences about contacts that the answer may lack.
    private static func notes(_ found: AddressBooks.Answer, _ caller: Caller) -> [String] {
        var notes: [String] = []
        if found.unreadBirthdays > 0 {
            notes.append(
                caller.text(
                    "Left out because their birthday or name cannot be read: \(found.unreadBirthdays) contacts.",
                    "誕生日か名前を読み取れない連絡先が\(found.unreadBirthdays)件あり、除いています。"
                )
            )
        }
        if found.unreadBooks > 0 {
            notes.append(
                caller.text(
                    "Address books that could not be read in full: \(found.unreadBooks).",
                    "全部は読み取れなかったアドレス帳が\(found.unreadBooks)冊あります。"
                )
            )
        }
        if found.unaskedBooks > 0 {
            let limit = DAVDiscovery.collectionLimit
            notes.append(
                caller.text(
                    "Only \(limit) of the account's address books were read; there are \(found.unaskedBooks) more.",
                    "アカウントのアドレス帳のうち\(limit)冊だけを読み取りました。ほかに\(found.unaskedBooks)冊あります。"
                )
            )
        }
        return notes
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
        (try? Self.time(of: arguments, Caller())) != nil
    }

    /// Returns the client's contacts in the tool's format, or the fallback name if it sent none.
    ///
    /// A text alone counts as a given name. Contacts of another month or day are dropped; those without a birthday are kept for a month.
    public func text(ofClientOutput output: JSONValue?, arguments: Arguments, for caller: Caller) -> String {
        guard let time = try? Self.time(of: arguments, caller) else { return fallbackName }
        if let name = output?.stringValue {
            let line = TextLine(name, limit: 80).text
            return line.isEmpty ? fallbackName : Self.list([line])
        }
        let lines = (output?["contacts"]?.arrayValue ?? []).compactMap { contact -> String? in
            guard let given = contact["givenName"]?.stringValue else { return nil }
            let name = TextLine(given, limit: 80).text
            guard !name.isEmpty else { return nil }
            guard let text = contact["birthday"]?.stringValue, let birthday = Birthday(text) else {
                return time.day == nil ? name : nil
            }
            guard time.contains(birthday) else { return nil }
            return BirthdayContact(givenName: name, birthday: birthday).text(for: caller)
        }
        let limit = min(max(arguments.maxResults ?? Self.mostContacts, 1), Self.mostContacts)
        guard lines.isEmpty else { return Self.list(Array(lines.prefix(limit))) }
        return time.day.flatMap { Birthday(month: time.month, day: $0) }.map { Self.nobody(bornOn: $0, caller) }
            ?? fallbackName
    }
}
