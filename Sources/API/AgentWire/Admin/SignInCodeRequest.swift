/// The body of `POST /admin/sign-in-codes`: the page and the client that signs in.
public struct SignInCodeRequest: WireRecord {
    /// The page.
    public var page: WebPage
    /// The name or id of the client; `nil` for the first one that may use the page.
    public var client: String?

    /// Makes a request.
    public init(page: WebPage = .chat, client: String? = nil) { (self.page, self.client) = (page, client) }

    package static let fields: Fields<Self> = Fields(
        of: .request,
        Self.init,
        .always("page", \.page, missing: .chat),
        .maybe("client", \.client, as: .nonEmptyText("The name or id of the client. Default: the first one."))
    )
}
