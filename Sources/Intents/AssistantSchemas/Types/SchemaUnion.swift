/// A union type of Apple's templates: the app declares an enumeration with one associated value per case, and registers
/// its members.
///
/// The names of the cases are free. The types of the members were seen in public samples for two unions only; those of
/// the others are any that the app declares.
public enum SchemaUnion: String, Sendable, Hashable, CaseIterable {
    /// The location of an event.
    case eventLocation = "EventLocation"
    /// The recipients of a message.
    case messageDestination = "MessageDestination"
    /// The other end of a call.
    case callDestination = "CallDestination"
    /// A piece of audio.
    case audioItem = "AudioItem"
    /// A place on a map.
    case mapsLocation = "MapsLocation"
    /// An alarm of an event.
    case eventAlarm = "EventAlarm"
    /// The owner of a playlist.
    case owner = "Owner"
    /// The reaction to a message.
    case readReaction = "ReadReaction"
    /// A union of an app that is none of the catalog's.
    case own = "Union"
}
