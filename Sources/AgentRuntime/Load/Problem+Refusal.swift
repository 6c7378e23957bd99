import AgentWire

extension Problem {
    /// What a client is told for whose run there is no room.
    init(_ refusal: RunSlots.Refusal, retryAfterSeconds: Int) {
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
}
