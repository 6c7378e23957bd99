import AgentWire
import Storage

extension RunOutcome {
    /// Makes the outcome of a run's stored events.
    init(of run: String, in store: any RunStore, chunkLimit: Int = .max) async throws {
        self.init(keepsArguments: false)
        var sequence = 0
        var count = 0
        while count < chunkLimit {
            let chunks = try await store.events(of: run, from: sequence, limit: min(chunkLimit - count, 64))
            for chunk in chunks {
                try Task.checkCancellation()
                for event in RunEventLine.events(in: chunk.dropping(before: sequence).lines) { apply(event) }
            }
            guard let last = chunks.last else { return }
            sequence = last.end
            count += chunks.count
        }
    }
}
