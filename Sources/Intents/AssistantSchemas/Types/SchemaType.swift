/// The type of a parameter, a property or a result.
///
/// The notation is that of Apple's templates, with `entity:<id>` and `enum:<id>` for the types that an app declares:
/// `String`, `[entity:photos.asset]`, `Set<enum:audio.playbackAttributes>`.
public indirect enum SchemaType: Sendable, Hashable {
    /// `String`.
    case string
    /// `Bool`.
    case boolean
    /// `Int`.
    case integer
    /// `Double`.
    case number
    /// `AttributedString`.
    case attributedText
    /// `Date`: a moment.
    case date
    /// `DateComponents`: a time or a day without a fixed zone.
    case dateComponents
    /// `Duration`.
    case duration
    /// `Calendar.RecurrenceRule`.
    case recurrenceRule
    /// `URL`.
    case url
    /// `IntentPerson`.
    case person
    /// `PlaceDescriptor`.
    case place
    /// `IntentFile`.
    case file
    /// `StringSearchCriteria`.
    case searchCriteria
    /// `VisualIntelligence.SceneDescriptor`.
    case sceneDescriptor
    /// `LinkMetadata`.
    case link
    /// `TagEntity`.
    case tag
    /// `MailCategory`.
    case mailCategory
    /// A type of the app that adopts this entity schema.
    case entity(String)
    /// `any AppEntity`: any entity that the app registered.
    case anyEntity
    /// A type of the app that adopts this enumeration schema.
    case enumeration(String)
    /// A union type of the app.
    case union(SchemaUnion)
    /// An array.
    case array(SchemaType)
    /// A set.
    case set(SchemaType)

    private static let plain: [(notation: String, type: SchemaType)] = [
        ("String", .string), ("Bool", .boolean), ("Int", .integer), ("Double", .number),
        ("AttributedString", .attributedText), ("Date", .date), ("DateComponents", .dateComponents),
        ("Duration", .duration), ("Calendar.RecurrenceRule", .recurrenceRule), ("URL", .url),
        ("IntentPerson", .person), ("PlaceDescriptor", .place), ("IntentFile", .file),
        ("StringSearchCriteria", .searchCriteria), ("VisualIntelligence.SceneDescriptor", .sceneDescriptor),
        ("LinkMetadata", .link), ("TagEntity", .tag), ("MailCategory", .mailCategory), ("any AppEntity", .anyEntity),
    ]

    /// Reads a type in the notation of the catalog, without a `?`; `nil` for any other text.
    public init?(notation: String) {
        self.init(notation[...], depth: 0)
    }

    /// Reads a type; the depth is limited, because the text may be from outside.
    private init?(_ text: Substring, depth: Int) {
        guard depth < 3 else { return nil }
        if let type = Self.plain.first(where: { $0.notation == text })?.type {
            self = type
        } else if text.hasPrefix("entity:") {
            self = .entity(String(text.dropFirst(7)))
        } else if text.hasPrefix("enum:") {
            self = .enumeration(String(text.dropFirst(5)))
        } else if let union = SchemaUnion(rawValue: String(text)) {
            self = .union(union)
        } else if text.hasPrefix("["), text.hasSuffix("]"),
            let element = Self(text.dropFirst().dropLast(), depth: depth + 1)
        {
            self = .array(element)
        } else if text.hasPrefix("Set<"), text.hasSuffix(">"),
            let element = Self(text.dropFirst(4).dropLast(), depth: depth + 1)
        {
            self = .set(element)
        } else {
            return nil
        }
    }

    /// The type in the notation of the catalog.
    public var notation: String {
        switch self {
        case .entity(let id): "entity:\(id)"
        case .enumeration(let id): "enum:\(id)"
        case .union(let union): union.rawValue
        case .array(let element): "[\(element.notation)]"
        case .set(let element): "Set<\(element.notation)>"
        default: Self.plain.first { $0.type == self }?.notation ?? ""
        }
    }

    /// The type of a single value: the element of an array or a set, otherwise the type itself.
    public var element: SchemaType {
        switch self {
        case .array(let element), .set(let element): element.element
        default: self
        }
    }

    /// Whether it is an array or a set.
    public var isCollection: Bool {
        switch self {
        case .array, .set: true
        default: false
        }
    }
}
