public import FoundationEssentials
import StreamingJSON

/// A limit on a generated value, beside its type (Apple FoundationModels 26.0).
///
/// Guides are part of the schema that the model is given, and that its answer is checked against. Several on one value hold
/// together. Reading a value out of ``GeneratedContent`` does not look at them.
public struct GenerationGuide<Value>: Sendable {
    /// The JSON Schema keywords that say the same.
    let keywords: JSONObject

    init(_ keywords: JSONObject) { self.keywords = keywords }
}

extension GenerationGuide where Value == String {
    /// Only this text.
    public static func constant(_ value: String) -> GenerationGuide<String> { Self(["enum": [.string(value)]]) }

    /// One of these texts.
    public static func anyOf(_ values: [String]) -> GenerationGuide<String> {
        Self(["enum": .array(values.map(JSONValue.string))])
    }

    /// A text that this expression matches from its start to its end.
    ///
    /// The schema has the expression in the syntax of ECMA-262, for a model that generates by a grammar, and an answer is held
    /// against it afterwards; an answer that does not match is asked for once more. A literal limits nothing where it has options
    /// within (as for ignoring case), possessive quantifiers or intersections of classes. Such a part of a builder's expression, and
    /// one with code of its own, counts as any text.
    public static func pattern<Output>(_ regex: Regex<Output>) -> GenerationGuide<String> {
        if let pattern = SchemaPattern(regex) { return Self(["pattern": .string(pattern.source)]) }
        guard !SchemaPattern.isLiteral(regex), let tree = RegexTree(regex) else {
            return Self(["$comment": "limited by an expression that has no form in JSON Schema"])
        }
        var keywords: JSONObject = ["pattern": .string("^(?:\(tree.source))$")]
        if !tree.isExact { keywords["$comment"] = "the expression is stricter than this pattern" }
        return Self(keywords)
    }
}

extension GenerationGuide where Value == Int {
    /// No less than this.
    public static func minimum(_ value: Int) -> GenerationGuide<Int> { Self(minimum: .integer(value)) }

    /// No more than this.
    public static func maximum(_ value: Int) -> GenerationGuide<Int> { Self(maximum: .integer(value)) }

    /// Within this range, its ends included.
    public static func range(_ range: ClosedRange<Int>) -> GenerationGuide<Int> {
        Self(minimum: .integer(range.lowerBound), maximum: .integer(range.upperBound))
    }
}

extension GenerationGuide where Value == Float {
    /// No less than this.
    public static func minimum(_ value: Float) -> GenerationGuide<Float> { Self(minimum: .number(exactly: value)) }

    /// No more than this.
    public static func maximum(_ value: Float) -> GenerationGuide<Float> { Self(maximum: .number(exactly: value)) }

    /// Within this range, its ends included.
    public static func range(_ range: ClosedRange<Float>) -> GenerationGuide<Float> {
        Self(minimum: .number(exactly: range.lowerBound), maximum: .number(exactly: range.upperBound))
    }
}

extension GenerationGuide where Value == Double {
    /// No less than this.
    public static func minimum(_ value: Double) -> GenerationGuide<Double> { Self(minimum: .number(value)) }

    /// No more than this.
    public static func maximum(_ value: Double) -> GenerationGuide<Double> { Self(maximum: .number(value)) }

    /// Within this range, its ends included.
    public static func range(_ range: ClosedRange<Double>) -> GenerationGuide<Double> {
        Self(minimum: .number(range.lowerBound), maximum: .number(range.upperBound))
    }
}

extension GenerationGuide where Value == Decimal {
    /// No less than this.
    public static func minimum(_ value: Decimal) -> GenerationGuide<Decimal> { Self(minimum: .number(nearest: value)) }

    /// No more than this.
    public static func maximum(_ value: Decimal) -> GenerationGuide<Decimal> { Self(maximum: .number(nearest: value)) }

    /// Within this range, its ends included.
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
