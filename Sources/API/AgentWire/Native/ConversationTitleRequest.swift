/// The body of `PATCH /v1/conversations/{conversation}`: a new title.
public struct ConversationTitleRequest: WireRecord {
    /// The most characters of a title.
    public static let longest = 200

    /// The title.
    public var title: String

    /// Makes a request.
    public init(title: String) { self.title = title }

    private static let short = FieldReading { fields, name in
        let title = fields.requiredText(name)
        if title.unicodeScalars.count > longest { fields.reject(name, "must have at most \(longest) characters") }
        return title
    }

    package static let fields: Fields<Self> = Fields(
        of: .request,
        Self.init,
        .always("title", \.title, as: .nonEmptyText("At most \(longest) characters."), read: short)
    )
}
