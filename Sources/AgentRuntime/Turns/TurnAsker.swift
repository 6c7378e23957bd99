import Accounts

/// The client that asks for a turn, with the request's id and times.
struct TurnAsker: Sendable {
    let client: Client
    /// The HTTP request's id, for the log.
    let requestID: String?
    /// The times of the request; `nil` for one that another process accepted.
    let times: TurnTimes?
}
