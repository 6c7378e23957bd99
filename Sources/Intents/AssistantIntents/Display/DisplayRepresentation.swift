/// The words for a thing or a choice that people see.
public struct DisplayRepresentation: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The name.
    public var title: LocalizedStringResource
    /// A second line that distinguishes things of one name.
    public var subtitle: LocalizedStringResource?
    /// A picture.
    public var image: Image?
    /// Other names that people use.
    public var synonyms: [LocalizedStringResource]

    /// Makes the words for a thing.
    public init(
        title: LocalizedStringResource,
        subtitle: LocalizedStringResource? = nil,
        image: Image? = nil,
        synonyms: [LocalizedStringResource] = []
    ) {
        self.title = title
        self.subtitle = subtitle
        self.image = image
        self.synonyms = synonyms
    }

    /// Makes the words for a thing with a name only.
    public init(stringLiteral value: String) {
        self.init(title: LocalizedStringResource(stringLiteral: value))
    }

    /// A picture by its name in the app; the toolbox does not send it.
    public struct Image: Sendable, Hashable {
        /// The name.
        public var name: String
        /// Whether the system provides it.
        public var isSystemImage: Bool

        /// Names a picture of the system.
        public init(systemName: String) {
            (name, isSystemImage) = (systemName, true)
        }

        /// Names a picture of the app.
        public init(named name: String) {
            (self.name, isSystemImage) = (name, false)
        }
    }
}

/// The words for a kind of things or choices that people see.
public struct TypeDisplayRepresentation: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The name of the kind.
    public var name: LocalizedStringResource
    /// The name with a number: "3 albums".
    public var numericFormat: LocalizedStringResource?
    /// Other names that people use.
    public var synonyms: [LocalizedStringResource]

    /// Makes the words for a kind.
    public init(
        name: LocalizedStringResource,
        numericFormat: LocalizedStringResource? = nil,
        synonyms: [LocalizedStringResource] = []
    ) {
        self.name = name
        self.numericFormat = numericFormat
        self.synonyms = synonyms
    }

    /// Makes the words for a kind with a name only.
    public init(stringLiteral value: String) {
        self.init(name: LocalizedStringResource(stringLiteral: value))
    }
}
