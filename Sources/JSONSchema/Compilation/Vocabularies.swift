/// The vocabularies of draft 2020-12 whose keywords count in a schema, and the habits of older drafts.
struct Vocabularies: OptionSet, Sendable {
    let rawValue: Int

    static let applicator = Self(rawValue: 1 << 0)
    static let unevaluated = Self(rawValue: 1 << 1)
    static let validation = Self(rawValue: 1 << 2)

    /// `items` may be an array and goes on with `additionalItems`, and there is `dependencies`: as up to draft 2019-09.
    static let tuples = Self(rawValue: 1 << 3)
    /// What stands beside `$ref` does not count, and `$id` names anchors: as up to draft-07.
    static let loneReferences = Self(rawValue: 1 << 4)

    /// Every vocabulary with keywords that can refuse a value.
    static let all: Self = [.applicator, .unevaluated, .validation]

    /// The address of the standard dialect, which demands ``all``.
    static let standardDialect = "https://json-schema.org/draft/2020-12/schema"

    /// What the dialect with an address means, without looking at its meta-schema; `nil` for one that is not known.
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

    /// What a vocabulary's address stands for: keywords to heed, none for annotations, or `nil` for one that is not known.
    ///
    /// `format-assertion` is not known: whoever demands it wants values refused by `format`, and that is not done here.
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
