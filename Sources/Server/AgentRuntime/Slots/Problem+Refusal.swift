import AgentWire

extension Problem {
    /// Makes the problem for an owner whose run gets no slot and no queue place.
    init(_ refusal: FairPlaces.Refusal, retryAfterSeconds: Int) {
        switch refusal {
        case .full:
            self.init(
                .overloaded,
                detail: "the server has as many active and waiting turns as it accepts; send the request again later",
                retryAfterSeconds: retryAfterSeconds
            )
        case .share:
            self.init(
                .rateLimited,
                detail:
                    "this client's turns have used up its share of the queue; wait until one of them has ended",
                retryAfterSeconds: retryAfterSeconds
            )
        case .userShare:
            self.init(
                .rateLimited,
                title: Kind.rateLimited.titleOfUser,
                detail: "this user's turns have used up their share of the queue; wait until one of them has ended",
                retryAfterSeconds: retryAfterSeconds
            )
        }
    }

    /// Makes the problem for an owner whose run may not wait for it.
    ///
    /// - Parameter hasBegun: Whether the run was executing already, and ends because it cannot wait.
    init(waiting refusal: FairPlaces.Refusal, hasBegun: Bool, retryAfterSeconds: Int) {
        let end =
            hasBegun ? "; this turn needed to wait as well, so it was ended, and what it has done is kept" : ""
        switch refusal {
        case .full:
            self.init(
                .overloaded,
                detail:
                    "as many turns wait for an approval or an app's output as the server can keep\(end); send the request again later",
                retryAfterSeconds: retryAfterSeconds
            )
        case .share:
            self.init(
                .rateLimited,
                detail:
                    "this client's turns that wait for an approval or an app's output have used up its share\(end); answer or cancel one of those, or wait until one has expired",
                retryAfterSeconds: retryAfterSeconds
            )
        case .userShare:
            self.init(
                .rateLimited,
                title: Kind.rateLimited.titleOfUser,
                detail:
                    "this user's turns that wait for an approval or an app's output have used up their share\(end); answer or cancel one of those, or wait until one has expired",
                retryAfterSeconds: retryAfterSeconds
            )
        }
    }
}
