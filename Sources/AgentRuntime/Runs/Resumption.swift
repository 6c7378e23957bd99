/// How a run goes on that waits for its client.
struct Resumption: Sendable {
    /// Makes sure that the client's limits have room for it.
    ///
    /// What is set aside lasts as long as the resumption or its work does.
    let makeRoom: @Sendable (LiveRun) async -> TurnMeter.Room
    /// What is then done.
    let work: RunCoordinator.Work
}
