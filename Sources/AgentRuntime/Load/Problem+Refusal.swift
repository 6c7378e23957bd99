import AgentWire

extension Problem {
    /// What a client is told for whose run there is no room.
    init(_ refusal: FairPlaces.Refusal, retryAfterSeconds: Int) {
        switch refusal {
        case .full:
            self.init(
                .overloaded,
                detail: "the server has as many turns going on and waiting as it can take; send it again later",
                retryAfterSeconds: retryAfterSeconds
            )
        case .share:
            self.init(
                .rateLimited,
                detail:
                    "this client's turns have the share of the queue that others leave it; wait until one has ended",
                retryAfterSeconds: retryAfterSeconds
            )
        }
    }

    /// What a client is told for whose run there is no place to wait for it.
    ///
    /// - Parameter hasBegun: Whether the run was at work already, and ends because of that.
    init(waiting refusal: FairPlaces.Refusal, hasBegun: Bool, retryAfterSeconds: Int) {
        let end =
            hasBegun ? "; this one would have had to wait as well and was ended, and what it has done is kept" : ""
        switch refusal {
        case .full:
            self.init(
                .overloaded,
                detail:
                    "as many turns wait for an approval or an app's output as the server can keep\(end); send it again later",
                retryAfterSeconds: retryAfterSeconds
            )
        case .share:
            self.init(
                .rateLimited,
                detail:
                    "this client's turns that wait for an approval or an output have the share that others leave them\(end); answer or cancel one of those, or wait until one has expired",
                retryAfterSeconds: retryAfterSeconds
            )
        }
    }
}
