/// A revision of the Model Context Protocol, named by its date.
public enum ProtocolRevision: String, Sendable, CaseIterable, Comparable {
    /// The first one over streamable HTTP.
    case v2025_03_26 = "2025-03-26"
    /// With structured results and elicitation.
    case v2025_06_18 = "2025-06-18"
    /// With streams that a client polls.
    case v2025_11_25 = "2025-11-25"
    /// Without sessions: each request has what the server must know.
    case v2026_07_28 = "2026-07-28"

    /// The newest revision.
    public static let latest = v2026_07_28
    /// The newest revision with sessions.
    public static let latestStateful = v2025_11_25

    /// Whether there are no sessions.
    public var isStateless: Bool { self >= .v2026_07_28 }

    /// The revisions without sessions, newest first.
    public static let stateless = allCases.filter(\.isStateless).reversed().map(\.self)
    /// The revisions with sessions, newest first.
    public static let stateful = allCases.filter { !$0.isStateless }.reversed().map(\.self)

    /// Whether one revision is older than another.
    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
