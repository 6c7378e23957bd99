/// A domain of schemas: the intents, entities and enumerations for one kind of app.
public struct SchemaDomain: Sendable, Hashable, Identifiable {
    /// The name, such as `photos`.
    public let name: String
    /// The name for people.
    public let title: LocalizedText
    /// The reach of the domain on Apple's systems.
    public let tier: Tier
    /// Whether an app that adopts one schema of the domain has to adopt all of them (Mail, Clock and Messages).
    public let isGroup: Bool
    /// The actions.
    public let intents: [IntentSchema]
    /// The things that actions are about.
    public let entities: [EntitySchema]
    /// The sets of choices.
    public let enumerations: [EnumSchema]

    /// The name.
    public var id: String { name }

    /// The reach of a domain on Apple's systems.
    public enum Tier: String, Sendable, Hashable, CaseIterable {
        /// Siri and Shortcuts; single schemas may be for Shortcuts only.
        case siri
        /// One special purpose, such as a side button.
        case single
        /// Shortcuts only.
        case shortcuts
        /// Listed without documentation.
        case undocumented
    }
}
