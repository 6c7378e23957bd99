public import FoundationEssentials
import StreamingJSON

/// A limit on a generated value in addition to its type (Apple FoundationModels 26.0).
///
/// Guides are part of the schema that the model gets and that its answer is checked against. All guides of a value
/// apply together. Reading a value from ``GeneratedContent`` does not check them.
public struct GenerationGuide<Value>: Sendable {
    /// The equivalent JSON Schema keywords.
    let keywords: JSONObject

    init(_ keywords: JSONObject) { self.keywords = keywords }
}

extension GenerationGuide where Value == String {
    /// Permits only this text.
    public static func constant(_ value: String) -> GenerationGuide<String> { Self(["enum": [.string(value)]]) }

    /// Permits only these texts.
    public static func anyOf(_ values: [String]) -> GenerationGuide<String> {
        Self(["enum": .array(values.map(JSONValue.string))])
    }

    /// Permits only texts that this regular expression matches completely.
    ///
    /// The schema has the pattern in the syntax of ECMA-262, for models that generate with a grammar. Answers are
    /// checked against it, and an answer that does not match is requested once more. A regex literal has no effect if
    /// it contains inline options (such as ignoring case), possessive quantifiers or intersections of character
    /// classes. Such a part of a builder's expression matches any text, and so does a part with custom code.
    public static func pattern<Output>(_ regex: Regex<Output>) -> GenerationGuide<String> {
        if let pattern = RegexPattern(regex) { return Self(["pattern": .string(pattern.source)]) }
        guard !RegexPattern.isLiteral(regex), let tree = RegexTree(regex) else {
            return Self(["$comment": "limited by an expression that has no form in JSON Schema"])
        }
        var keywords: JSONObject = ["pattern": .string("^(?:\(tree.source))$")]
        if !tree.isExact { keywords["$comment"] = "the expression is stricter than this pattern" }
        return Self(keywords)
    }
}

extension GenerationGuide where Value == Int {
    /// Permits only numbers that are at least this value.
    public static func minimum(_ value: Int) -> GenerationGuide<Int> { Self(minimum: .integer(value)) }

    /// Permits only numbers that are at most this value.
    public static func maximum(_ value: Int) -> GenerationGuide<Int> { Self(maximum: .integer(value)) }

    /// Permits only numbers in this range, including its ends.
    public static func range(_ range: ClosedRange<Int>) -> GenerationGuide<Int> {
        Self(minimum: .integer(range.lowerBound), maximum: .integer(range.upperBound))
    }
}

extension GenerationGuide where Value == Float {
    /// Permits only numbers that are at least this value.
    public static func minimum(_ value: Float) -> GenerationGuide<Float> { Self(minimum: .number(exactly: value)) }

    /// Permits only numbers that are at most this value.
    public static func maximum(_ value: Float) -> GenerationGuide<Float> { Self(maximum: .number(exactly: value)) }

    /// Permits only numbers in this range, including its ends.
    public static func range(_ range: ClosedRange<Float>) -> GenerationGuide<Float> {
        Self(minimum: .number(exactly: range.lowerBound), maximum: .number(exactly: range.upperBound))
    }
}

extension GenerationGuide where Value == Double {
    /// Permits only numbers that are at least this value.
    public static func minimum(_ value: Double) -> GenerationGuide<Double> { Self(minimum: .number(value)) }

    /// Permits only numbers that are at most this value.
    public static func maximum(_ value: Double) -> GenerationGuide<Double> { Self(maximum: .number(value)) }

    /// Permits only numbers in this range, including its ends.
    public static func range(_ range: ClosedRange<Double>) -> GenerationGuide<Double> {
        Self(minimum: .number(range.lowerBound), maximum: .number(range.upperBound))
    }
}

extension GenerationGuide where Value == Decimal {
    /// Permits only numbers that are at least this value.
    public static func minimum(_ value: Decimal) -> GenerationGuide<Decimal> { Self(minimum: .number(nearest: value)) }

    /// Permits only numbers that are at most this value.
    public static func maximum(_ value: Decimal) -> GenerationGuide<Decimal> { Self(maximum: .number(nearest: value)) }

    /// Permits only numbers in this range, including its ends.
    public static func range(_ range: ClosedRange<Decimal>) -> GenerationGuide<Decimal> {
        Self(minimum: .number(nearest: range.lowerBound), maximum: .number(nearest: range.upperBound))
    }
}

extension GenerationGuide {
    fileprivate init(minimum: JSONValue? = nil, maximum: JSONValue? = nil) {
        var keywords = JSONObject()
        if let minimum { keywords["minimum"] = minimum }
        if let maximum { keywords["maximum"] = maximum }
        self.init(keywords)
    }
}
