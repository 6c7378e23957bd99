public import FoundationEssentials

/// A store that lists what is kept of users, for exports and for the end of the time for which it is kept.
///
/// It lists in pages, so that no call is long.
public protocol UserDataStore: Sendable {
    /// Returns conversations of a client's users that were last continued before a time.
    ///
    /// - Parameters:
    ///   - times: The times.
    ///   - place: The place of the page before; `nil` for the first page.
    ///   - count: The number of conversations that the call looks at.
    func agedConversations(
        ofUsersOf client: String,
        _ times: AgedTimes,
        after place: AgedPlace?,
        lookingAt count: Int
    ) async throws -> AgedPage<AgedConversation>

    /// Deletes conversations with their runs, unless they were continued since or have an unfinished run.
    ///
    /// - Returns: The number of deleted conversations.
    func deleteAgedConversations(_ conversations: [AgedConversation]) async throws -> Int

    /// Returns users of a client and a kind that sent no request since a time, the longest unseen first.
    ///
    /// Blocked users are left out: without its row, a blocked person would be another user.
    ///
    /// - Parameters:
    ///   - times: The times.
    ///   - place: The place of the page before; `nil` for the first page.
    func unseenUsers(
        of client: String,
        _ kind: EndUserRecord.Kind,
        _ times: AgedTimes,
        after place: AgedPlace?,
        limit: Int
    ) async throws -> AgedPage<AgedUser>

    /// Returns a page of an owner's health samples, by metric and time.
    func healthSamples(
        of owner: Owner,
        after place: HealthSampleRecord?,
        limit: Int
    ) async throws -> [HealthSampleRecord]
}

/// The times before which data is aged.
public struct AgedTimes: Sendable, Equatable {
    /// For users without own settings.
    public var standard: Date
    /// For users with own settings, which may be stricter than those of every plan.
    public var own: Date

    /// Makes times.
    public init(standard: Date, own: Date) { (self.standard, self.own) = (standard, own) }
}

/// The facts that decide how long the data of a user is kept.
public struct AgedUser: Sendable, Hashable {
    /// The owner.
    public var owner: Owner
    /// The kind.
    public var kind: EndUserRecord.Kind
    /// The name of the plan; `nil` for that of the kind.
    public var plan: String?
    /// The own settings, as JSON; `nil` for those of the plan.
    public var limits: String?
    /// The time of the latest request, which may be stored an hour late.
    public var seenAt: Date

    /// Makes a user.
    public init(owner: Owner, kind: EndUserRecord.Kind, plan: String?, limits: String?, seenAt: Date) {
        (self.owner, self.kind, self.plan) = (owner, kind, plan)
        (self.limits, self.seenAt) = (limits, seenAt)
    }
}

/// A conversation of a user that was not continued for a while.
public struct AgedConversation: Sendable, Equatable {
    /// The id.
    public var id: String
    /// The time of the last turn.
    public var updatedAt: Date
    /// The user.
    public var user: AgedUser

    /// Makes a conversation.
    public init(id: String, updatedAt: Date, user: AgedUser) {
        (self.id, self.updatedAt, self.user) = (id, updatedAt, user)
    }
}

/// A place in a list of aged data.
public struct AgedPlace: Sendable, Equatable {
    /// The text of the owner.
    package var owner: String
    /// The time, in milliseconds since 1970.
    package var time: Int64
    /// The number of the row.
    package var row: Int64

    /// Makes a place.
    package init(owner: String, time: Int64, row: Int64 = 0) { (self.owner, self.time, self.row) = (owner, time, row) }
}

/// A page of aged data, which may be empty although there are further ones.
public struct AgedPage<Element: Sendable>: Sendable {
    /// The data.
    public var elements: [Element]
    /// The place after which the next page starts; `nil` after the last one.
    public var next: AgedPlace?

    /// Makes a page.
    public init(_ elements: [Element], next: AgedPlace?) { (self.elements, self.next) = (elements, next) }
}
