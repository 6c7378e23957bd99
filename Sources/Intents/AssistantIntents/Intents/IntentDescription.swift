/// The purpose of an action for people.
public struct IntentDescription: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The sentence.
    public var descriptionText: LocalizedStringResource
    /// The group of the action in lists.
    public var categoryName: LocalizedStringResource?
    /// Further words by which people find the action.
    public var searchKeywords: [LocalizedStringResource]
    /// The name of the result.
    public var resultValueName: LocalizedStringResource?

    /// Makes a purpose.
    public init(
        _ descriptionText: LocalizedStringResource,
        categoryName: LocalizedStringResource? = nil,
        searchKeywords: [LocalizedStringResource] = [],
        resultValueName: LocalizedStringResource? = nil
    ) {
        self.descriptionText = descriptionText
        self.categoryName = categoryName
        self.searchKeywords = searchKeywords
        self.resultValueName = resultValueName
    }

    /// Makes a purpose of one sentence.
    public init(stringLiteral value: String) {
        self.init(LocalizedStringResource(stringLiteral: value))
    }
}
