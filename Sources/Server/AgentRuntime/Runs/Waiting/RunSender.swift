import Accounts
import Storage

/// The facts about a run's user that only the token of its request has; they are stored with a wait, for a process that resumes the run.
struct RunSender: Sendable, Equatable {
    /// The scopes of the request: those of the user, as far as its token has them.
    let scopes: Set<Scope>
    /// The name that the issuer has for the user.
    let subject: String?

    init(scopes: Set<Scope>, subject: String?) { (self.scopes, self.subject) = (scopes, subject) }

    /// Makes the facts of a sender; `nil` for a token of the client itself.
    init?(_ sender: Principal) {
        guard sender.owner.user != nil else { return nil }
        self.init(scopes: sender.scopes, subject: sender.subject)
    }

    /// Returns the user in its current state as the sender: with no more scopes than the token had.
    func narrowing(_ user: Principal) -> Principal {
        var user = user
        user.scopes = user.scopes.narrowed(to: scopes)
        user.subject = subject
        return user
    }
}
