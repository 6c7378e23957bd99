/// An intent, an entity or an enumeration of the catalog.
public protocol AssistantSchema: Sendable, Hashable, Identifiable {
    /// The domain and the name with a dot between them, such as `photos.openAlbum`.
    var id: String { get }

    /// The facts that all kinds of schemas have.
    var facts: SchemaFacts { get }
}

extension AssistantSchema {
    /// The domain, such as `photos`.
    public var domain: String { facts.domain }

    /// The name within the domain, such as `openAlbum`.
    public var name: String { facts.name }

    /// The domain and the name with a dot between them.
    public var id: String { facts.id }

    /// The name for people.
    public var title: LocalizedText { facts.title }

    /// The first system with the schema, such as `iOS 18.0`.
    public var since: String { facts.since }

    /// Whether Apple advises against new uses of the schema.
    public var isDeprecated: Bool { facts.isDeprecated }

    /// The ways in which Apple's systems reach the schema.
    public var experiences: Set<SchemaExperience> { facts.experiences }

    /// The quality of the facts, with their source.
    public var evidence: SchemaEvidence { facts.evidence }
}

/// The facts that all kinds of schemas have.
public struct SchemaFacts: Sendable, Hashable {
    /// The domain and the name with a dot between them.
    public let id: String
    /// The name for people.
    public let title: LocalizedText
    /// The first system with the schema, such as `iOS 18.0`.
    public let since: String
    /// Whether Apple advises against new uses of the schema.
    public let isDeprecated: Bool
    /// The ways in which Apple's systems reach the schema.
    public let experiences: Set<SchemaExperience>
    /// The quality of the facts, with their source.
    public let evidence: SchemaEvidence

    /// The part of the identifier before the dot.
    public var domain: String { String(id.prefix { $0 != "." }) }

    /// The part of the identifier after the dot.
    public var name: String { String(id.drop { $0 != "." }.dropFirst()) }
}

/// A way in which Apple's systems reach a schema.
public enum SchemaExperience: String, Sendable, Hashable, CaseIterable {
    /// Requests in words.
    case siri
    /// Actions in the Shortcuts app.
    case shortcuts
    /// The side button of a phone.
    case sideButton
    /// Searches for the content of an image.
    case visualIntelligence
}

/// The quality of a schema's facts, with their source.
public struct SchemaEvidence: Sendable, Hashable {
    /// The grade of the source.
    public let grade: Grade
    /// The page with the facts, without a scheme.
    public let source: String

    /// The grade of a source.
    public enum Grade: String, Sendable, Hashable, CaseIterable {
        /// A code template: names, types, optionality and result are exact.
        case strong
        /// An example from 2024: names and types are exact, optionality may differ.
        case good
        /// A listed schema whose parameters follow from the protocol that it shares with another one.
        case inferred
        /// A listed schema with unknown contents.
        case nameOnly = "name-only"
    }
}
