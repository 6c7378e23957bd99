/// The vocabularies of draft 2020-12 whose keywords count in a schema, and the special rules of older drafts.
struct Vocabularies: OptionSet, Sendable {
    let rawValue: Int

    static let applicator = Self(rawValue: 1 << 0)
    static let unevaluated = Self(rawValue: 1 << 1)
    static let validation = Self(rawValue: 1 << 2)

    /// `items` may be an array followed by `additionalItems`, and `dependencies` exists: the rules up to draft 2019-09.
    static let tuples = Self(rawValue: 1 << 3)
    /// Keywords beside `$ref` do not count, and `$id` names anchors: the rules up to draft-07.
    static let loneReferences = Self(rawValue: 1 << 4)

    /// All vocabularies with keywords that can refuse a value.
    static let all: Self = [.applicator, .unevaluated, .validation]

    /// The address of the standard dialect, which requires ``all``.
    static let standardDialect = "https://json-schema.org/draft/2020-12/schema"

    /// Returns the vocabularies of the dialect with an address, without its meta-schema; `nil` for an unknown one.
    static func dialect(at address: String) -> Self? {
        switch address {
        case standardDialect: .all
        case "https://json-schema.org/draft/2019-09/schema": [.all, .tuples]
        case "http://json-schema.org/draft-07/schema", "https://json-schema.org/draft-07/schema",
            "http://json-schema.org/draft-06/schema", "https://json-schema.org/draft-06/schema":
            [.applicator, .validation, .tuples, .loneReferences]
        default: nil
        }
    }

    private static let prefix = "https://json-schema.org/draft/2020-12/vocab/"

    /// Makes the set of keywords that a vocabulary's address means: empty for annotations; `nil` for an unknown one.
    ///
    /// `format-assertion` is unknown because a schema that requires it wants `format` to refuse values, which is not
    /// supported.
    init?(address: String) {
        guard address.hasPrefix(Self.prefix) else { return nil }
        switch address.dropFirst(Self.prefix.count) {
        case "applicator": self = .applicator
        case "unevaluated": self = .unevaluated
        case "validation": self = .validation
        case "core", "meta-data", "format-annotation", "content": self = []
        default: return nil
        }
    }

    init(rawValue: Int) { self.rawValue = rawValue }
}
