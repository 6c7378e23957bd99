/// A question for the users of a client.
public struct UserQuery: Sendable, Equatable {
    /// The order of a page; the largest is first.
    public enum Order: String, Sendable, CaseIterable {
        /// The latest request.
        case seen
        /// The creation.
        case created
        /// The money of the days that the query counts, then the tokens.
        case spend
    }

    /// The place after which a page starts.
    public struct Place: Sendable, Equatable {
        /// The first value of the order: a time in milliseconds since 1970, or an amount of money in millionths.
        public var first: Int
        /// The second value of the order: a number of tokens, or 0.
        public var second: Int
        /// The id of the user.
        public var user: String

        /// Makes a place.
        public init(first: Int, second: Int, user: String) {
            (self.first, self.second, self.user) = (first, second, user)
        }
    }

    /// The order.
    public var order = Order.seen
    /// The id of a user, or exactly the subject of one of its identities; `nil` for any user.
    public var text: String?
    /// The issuer of the identity whose subject ``text`` is; `nil` for any issuer.
    public var issuer: String?
    /// The kind; `nil` for any kind.
    public var kind: EndUserRecord.Kind?
    /// The name of the plan; `nil` for any plan.
    public var plan: String?
    /// The kind whose users have that plan if none is stored for them; `nil` for no kind.
    public var kindOfPlan: EndUserRecord.Kind?
    /// Whether the user is blocked; `nil` for either.
    public var isBlocked: Bool?
    /// The first day whose spending is counted, as a number of days since 1970.
    public var firstDay = 0
    /// The place after which the page starts; `nil` for the first page.
    public var after: Place?
    /// The most users of the page.
    public var limit = 100

    /// Makes a question for the users with the latest requests.
    public init() {}
}

/// A page of a client's users.
public struct UserPage: Sendable, Equatable {
    /// A user, with its spending in the counted days.
    public struct Entry: Sendable, Equatable {
        /// The user.
        public var user: EndUserRecord
        /// The money, in millionths.
        public var money: Int
        /// The tokens, input and output together.
        public var tokens: Int
        /// Whether a part of the usage had no price, so that ``money`` is too low.
        public var isUnpriced: Bool

        /// Makes an entry.
        public init(user: EndUserRecord, money: Int = 0, tokens: Int = 0, isUnpriced: Bool = false) {
            (self.user, self.money, self.tokens, self.isUnpriced) = (user, money, tokens, isUnpriced)
        }
    }

    /// The users, in the order of the query.
    public var entries: [Entry]
    /// The place after which the next page starts; `nil` if there is none.
    public var next: UserQuery.Place?

    /// Makes a page.
    public init(entries: [Entry], next: UserQuery.Place? = nil) { (self.entries, self.next) = (entries, next) }
}
