import Accounts

/// The access of the reader of an event stream, which may end or change while it reads.
struct ReaderAccess: Sendable {
    let clients: Clients
    /// The sign-ins of browsers; `nil` if the pages are switched off.
    let sessions: BrowserSessions?
    /// The side that a sign-in must be for.
    let side: BrowserSession.Side

    /// Returns the reader's client in its current state; `nil` if its token or its sign-in has ended.
    func holder(_ client: Principal, _ session: BrowserSession?) -> Principal? {
        guard let session else { return clients.current(client) }
        return sessions?.holder(ofSession: session.id, for: side)
    }
}
