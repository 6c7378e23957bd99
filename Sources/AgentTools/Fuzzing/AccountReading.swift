import Foundation
import LanguageModels

/// A calendar, an address book, and what the tools tell of them, from bytes as an account's server sends them.
///
/// For the fuzz targets, which are a package of their own and see it by `@_spi(Fuzzing)`: it is the one way from there to the readers.
@_spi(Fuzzing) public struct AccountReading {
    /// The day that is told: one in the middle of what calendars hold.
    private static let day = CivilDay(number: 20_781)

    /// How many events are kept of the day.
    public let eventCount: Int
    /// How many events are kept at most.
    public static let mostEvents = DayAgenda.mostEntries
    /// What is told of the day, in both languages.
    public let texts: [String]
    /// The names of the contacts that have one.
    public let names: [String]

    /// Reads the bytes as a calendar and as an address book.
    ///
    /// - Throws: `CancellationError`.
    public init(_ bytes: [UInt8]) throws {
        guard let zone = TimeZone(identifier: "Asia/Tokyo"), var agenda = DayAgenda(of: Self.day, in: zone) else {
            throw CancellationError()
        }
        let calendars = CalendarComponent.calendars(in: bytes)
        for calendar in calendars { try agenda.add(calendar) }
        for calendar in calendars { try agenda.addLeftOut(calendar) }
        eventCount = agenda.entries.count
        let attendees = ["A", agenda.entries.first?.attendees.first ?? ""]
        texts = attendees.flatMap { attendee in
            let answer = AgendaAnswer(agenda, attendee: attendee)
            return ["en", "ja"].map { answer.text(for: Caller(localeIdentifier: $0)) }
                + [answer.artifact.content.jsonString]
        }
        names = VCard.cards(in: bytes).map(\.givenName)
    }
}
