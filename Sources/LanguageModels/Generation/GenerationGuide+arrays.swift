import StreamingJSON

extension GenerationGuide {
    /// At least this many elements.
    public static func minimumCount<Element>(_ count: Int) -> GenerationGuide<[Element]> where Value == [Element] {
        Self(minimumCount: count)
    }

    /// At most this many elements.
    public static func maximumCount<Element>(_ count: Int) -> GenerationGuide<[Element]> where Value == [Element] {
        Self(maximumCount: count)
    }

    /// Exactly this many elements.
    public static func count<Element>(_ count: Int) -> GenerationGuide<[Element]> where Value == [Element] {
        Self(minimumCount: count, maximumCount: count)
    }

    /// As many elements as the range holds, its ends included.
    public static func count<Element>(_ range: ClosedRange<Int>) -> GenerationGuide<[Element]>
    where Value == [Element] {
        Self(minimumCount: range.lowerBound, maximumCount: range.upperBound)
    }

    /// A limit on each element.
    public static func element<Element>(_ guide: GenerationGuide<Element>) -> GenerationGuide<[Element]>
    where Value == [Element] {
        Self(["items": .object(guide.keywords)])
    }

    private init(minimumCount: Int? = nil, maximumCount: Int? = nil) {
        var keywords = JSONObject()
        if let minimumCount { keywords["minItems"] = .integer(minimumCount) }
        if let maximumCount { keywords["maxItems"] = .integer(maximumCount) }
        self.init(keywords)
    }
}

/// The count guides once more for an array of nothing: what the type checker settles on where `@Guide(.count(3))` stands, for an
/// attribute does not know the property's type. The macro then writes the guide where the type is known.
extension GenerationGuide where Value == [Never] {
    /// At least this many elements.
    public static func minimumCount(_ count: Int) -> GenerationGuide<Value> { Self(minimumCount: count) }

    /// At most this many elements.
    public static func maximumCount(_ count: Int) -> GenerationGuide<Value> { Self(maximumCount: count) }

    /// Exactly this many elements.
    @_disfavoredOverload
    public static func count(_ count: Int) -> GenerationGuide<Value> {
        Self(minimumCount: count, maximumCount: count)
    }

    /// As many elements as the range holds, its ends included.
    public static func count(_ range: ClosedRange<Int>) -> GenerationGuide<Value> {
        Self(minimumCount: range.lowerBound, maximumCount: range.upperBound)
    }
}
