/// Who a request comes from: the holder of a token.
public struct Client: Sendable, Equatable, Identifiable {
    /// What a token opens.
    public enum Kind: String, Sendable, CaseIterable {
        /// Chat turns, tools and conversations.
        case client

        /// Keys and settings.
        case admin
    }

    /// The client's id; its conversations belong to it.
    public var id: String

    /// A name for people.
    public var name: String

    /// What its token opens.
    public var kind: Kind

    /// Makes a client, for callers that authenticate in another way, such as tests.
    public init(id: String, name: String, kind: Kind) {
        self.id = id
        self.name = name
        self.kind = kind
    }
}
