import AssistantSchemas
import StreamingJSON

/// Who wrote the texts of entities: the person with the device, or possibly others.
///
/// | texts of | entities |
/// |---|---|
/// | the person | those of ``own``; an event without attendees and organizers |
/// | others | all other ones, such as mails, messages, pages, files, documents, contacts and media; any shared or public one |
enum TextAuthor {
    case person, others

    /// The entities whose texts the person or the device writes.
    ///
    /// A schema that is not listed has texts of others.
    static let own: Set<String> = [
        "audio.warmupAudioQueueResult", "books.settings", "calendar.calendar", "clock.alarm", "clock.timer",
        "journal.entry",
        "mail.account", "mail.mailbox", "maps.operatingHours", "maps.operatingTimeRange", "maps.rating",
        "notes.account", "notes.folder", "notes.note", "photos.album", "photos.asset", "photos.recognizedPerson",
        "reminders.group", "reminders.list", "reminders.locationTrigger", "reminders.reminder", "reminders.section",
        "TagEntity",
    ]

    /// Returns who wrote the texts of an entity.
    ///
    /// - Parameter entity: The entity as the app has sent it; `nil` for one of which only the title is known.
    static func of(_ type: String, _ entity: JSONObject?) -> TextAuthor {
        if isShared(entity) { return .others }
        if own.contains(type) { return .person }
        // An invitation has the words of its sender.
        if type == "calendar.event", let properties = entity?["properties"],
            properties["attendees"]?.arrayValue?.isEmpty == true, properties["organizers"]?.arrayValue?.isEmpty == true
        {
            return .person
        }
        return .others
    }

    /// Whether others see an entity too.
    static func isShared(_ entity: JSONObject?) -> Bool {
        ["shared", "public"].contains(entity?["ownership"]?.stringValue)
    }
}
