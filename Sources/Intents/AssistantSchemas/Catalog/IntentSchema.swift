/// An action of the catalog.
public struct IntentSchema: AssistantSchema {
    /// The facts that all kinds of schemas have.
    public let facts: SchemaFacts
    /// The purpose in one sentence, for a model and a person.
    public let summary: LocalizedText
    /// The parameters in the order of Apple's template; `nil` if they are unknown.
    public let knownParameters: [SchemaParameter]?
    /// The type of the result; `nil` if the action has none.
    public let result: SchemaType?
    /// Whether the result may be missing.
    public let isResultOptional: Bool
    /// The system protocols that an adopting type conforms to, beside `AppIntent`.
    public let protocols: [SystemProtocol]
    /// The effect of the action, as graded by this project.
    public let risk: SchemaRisk
    /// The weakest authentication that an app may declare, as graded by this project.
    public let minimumAuthentication: AuthenticationLevel
    /// The sentences by which a person asks for the action.
    public let phrases: SchemaPhrases

    /// The parameters in the order of Apple's template; empty if they are unknown.
    public var parameters: [SchemaParameter] { knownParameters ?? [] }

    /// Returns the parameter with a name.
    public func parameter(_ name: String) -> SchemaParameter? { parameters.first { $0.name == name } }

    /// The name of the action as a tool: the domain and the name with an underscore, because providers accept no dot.
    public var toolName: String { "\(domain)_\(name)" }
}

/// A system protocol that a schema requires of an adopting type.
public enum SystemProtocol: String, Sendable, Hashable, CaseIterable {
    /// Opens its `target` in the app.
    case openIntent = "OpenIntent"
    /// Deletes its `entities`.
    case deleteIntent = "DeleteIntent"
    /// Shows the results for its `criteria` in the app.
    case showInAppSearchResultsIntent = "ShowInAppSearchResultsIntent"
    /// Plays audio.
    case audioPlaybackIntent = "AudioPlaybackIntent"
    /// Starts audio.
    case audioStartingIntent = "AudioStartingIntent"
    /// Records audio.
    case audioRecordingIntent = "AudioRecordingIntent"
    /// Is a file.
    case fileEntity = "FileEntity"
    /// Exists once in an app.
    case uniqueEntity = "UniqueEntity"
}

/// The effect of an action, which decides when a person is asked first.
public enum SchemaRisk: String, Sendable, Hashable, CaseIterable {
    /// Shows something.
    case navigate
    /// Starts, stops or sets something that is undone by another command.
    case control
    /// Adds something.
    case additive
    /// Changes something.
    case modify
    /// Reaches other people or services.
    case external
    /// Removes something.
    case destructive
}

/// The degree of a person's authentication on the device; later cases are stricter.
public enum AuthenticationLevel: String, Sendable, Hashable, CaseIterable, Comparable {
    /// None: also on a locked device.
    case none
    /// The device is unlocked.
    case unlocked
    /// A person authenticates on the device for this call.
    case local

    /// Returns whether one level is weaker than another.
    public static func < (left: Self, right: Self) -> Bool { left.strength < right.strength }

    private var strength: Int {
        switch self {
        case .none: 0
        case .unlocked: 1
        case .local: 2
        }
    }
}
