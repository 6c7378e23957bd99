import StreamingJSON

/// A limit on a generated value, beside its type (Apple FoundationModels 26.0).
public struct GenerationGuide<Value> {
    /// The JSON Schema keywords that say the same.
    let keywords: JSONObject

    init(_ keywords: JSONObject) { self.keywords = keywords }
}

extension GenerationGuide where Value == String {
    /// Only this text.
    public static func constant(_ value: String) -> Self { Self(["enum": [.string(value)]]) }

    /// One of these texts.
    public static func anyOf(_ values: [String]) -> Self { Self(["enum": .array(values.map(JSONValue.string))]) }
}

extension GenerationGuide where Value == Int {
    /// No less than this.
    public static func minimum(_ value: Int) -> Self { Self(["minimum": .integer(value)]) }

    /// No more than this.
    public static func maximum(_ value: Int) -> Self { Self(["maximum": .integer(value)]) }

    /// Within this range, its ends included.
    public static func range(_ range: ClosedRange<Int>) -> Self {
        Self(["minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)])
    }
}

extension GenerationGuide where Value == Double {
    /// No less than this.
    public static func minimum(_ value: Double) -> Self { Self(["minimum": .number(value)]) }

    /// No more than this.
    public static func maximum(_ value: Double) -> Self { Self(["maximum": .number(value)]) }

    /// Within this range, its ends included.
    public static func range(_ range: ClosedRange<Double>) -> Self {
        Self(["minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)])
    }
}

extension GenerationGuide {
    /// At least this many elements.
    public static func minimumCount<Element>(_ count: Int) -> Self where Value == [Element] {
        Self(["minItems": .integer(count)])
    }

    /// At most this many elements.
    public static func maximumCount<Element>(_ count: Int) -> Self where Value == [Element] {
        Self(["maxItems": .integer(count)])
    }

    /// Exactly this many elements.
    public static func count<Element>(_ count: Int) -> Self where Value == [Element] {
        Self(["minItems": .integer(count), "maxItems": .integer(count)])
    }

    /// As many elements as the range holds, its ends included.
    public static func count<Element>(_ range: ClosedRange<Int>) -> Self where Value == [Element] {
        Self(["minItems": .integer(range.lowerBound), "maxItems": .integer(range.upperBound)])
    }
}
