/// The way in which a run resumes that waits for its client.
struct Resumption: Sendable {
    /// Reserves tokens at the client's limits.
    ///
    /// The reservation lasts as long as the resumption or its work does.
    let makeRoom: @Sendable (LiveRun) async -> TurnMeter.Room
    /// The work of the resumed run.
    let work: RunCoordinator.Work
}
