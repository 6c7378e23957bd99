import Accounts

/// Who asks for a turn, by which request, and when.
struct TurnAsker: Sendable {
    let client: Client
    /// The HTTP request's id, for the log.
    let requestID: String?
    /// When it was; `nil` in an earlier process.
    let times: TurnTimes?
}
