import AgentTools
import CalendarDays
import Foundation
import LanguageModels

/// The events, contacts and answers that the readers and tools produce from bytes of an account's server.
///
/// The fuzz targets are a package of their own and reach the readers only through this type, by `@_spi(Fuzzing)`.
@_spi(Fuzzing) public struct AccountReading {
    /// The day of the answers, in the middle of the days that calendars have.
    private static let day = CalendarDay(number: 20_781)

    /// The number of events kept for the day.
    public let eventCount: Int
    /// The number of events that are kept at most.
    public static let mostEvents = DayAgenda.mostEntries
    /// The answers about the day, in both languages.
    public let texts: [String]
    /// The names of the contacts, without those that have none.
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
        for calendar in calendars { try agenda.addUnexpanded(calendar) }
        eventCount = agenda.entries.count
        let attendees = ["A", agenda.entries.first?.attendees.first, nil]
        texts = attendees.flatMap { attendee in
            let answer = AgendaAnswer(agenda, attendee: attendee)
            return ["en", "ja"].map { answer.text(for: Caller(localeIdentifier: $0)) }
                + [answer.artifact.content.jsonString]
        }
        names = VCard.cards(in: bytes).cards.map(\.givenName)
    }
}
