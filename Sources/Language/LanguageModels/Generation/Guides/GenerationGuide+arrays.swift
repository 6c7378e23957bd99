import StreamingJSON

extension GenerationGuide {
    /// Limits the array to at least this many elements.
    public static func minimumCount<Element>(_ count: Int) -> GenerationGuide<[Element]> where Value == [Element] {
        Self(minimumCount: count)
    }

    /// Limits the array to at most this many elements.
    public static func maximumCount<Element>(_ count: Int) -> GenerationGuide<[Element]> where Value == [Element] {
        Self(maximumCount: count)
    }

    /// Limits the array to exactly this many elements.
    public static func count<Element>(_ count: Int) -> GenerationGuide<[Element]> where Value == [Element] {
        Self(minimumCount: count, maximumCount: count)
    }

    /// Limits the number of elements to a range, including its ends.
    public static func count<Element>(_ range: ClosedRange<Int>) -> GenerationGuide<[Element]>
    where Value == [Element] {
        Self(minimumCount: range.lowerBound, maximumCount: range.upperBound)
    }

    /// Limits each element.
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

/// The count guides for an empty element type.
///
/// The type checker selects them for `@Guide(.count(3))`, because an attribute does not know the property's type. The
/// macro then writes the guide where the type is known.
extension GenerationGuide where Value == [Never] {
    /// Limits the array to at least this many elements.
    public static func minimumCount(_ count: Int) -> GenerationGuide<Value> { Self(minimumCount: count) }

    /// Limits the array to at most this many elements.
    public static func maximumCount(_ count: Int) -> GenerationGuide<Value> { Self(maximumCount: count) }

    /// Limits the array to exactly this many elements.
    @_disfavoredOverload
    public static func count(_ count: Int) -> GenerationGuide<Value> {
        Self(minimumCount: count, maximumCount: count)
    }

    /// Limits the number of elements to a range, including its ends.
    public static func count(_ range: ClosedRange<Int>) -> GenerationGuide<Value> {
        Self(minimumCount: range.lowerBound, maximumCount: range.upperBound)
    }
}
