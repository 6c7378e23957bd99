import AgentWire
import KeyVault
import LanguageModels
import ModelProviders
import Storage
import StreamingJSON

extension AgentRuntime {
    /// What counts a turn; nothing is set aside for it yet.
    ///
    /// - Parameter sampleCount: How many answers the model is asked for at once.
    func meter(of model: ModelCatalog.Entry, for asker: TurnAsker, sampleCount: Int = 1) -> TurnMeter {
        let name = model.reference.description
        return TurnMeter(
            model: name,
            candidates: (model.model as? RouterLanguageModel)?.members.map(\.name) ?? [name],
            client: asker.client,
            admission: admission,
            outputLimit: outputLimit,
            sampleCount: sampleCount,
            measures: measures,
            times: asker.times
        )
    }

    /// Sets aside what a turn's first round may use.
    ///
    /// - Throws: ``Problem`` when the client's limits have no room for it; `StoreError`.
    func admit(_ work: TurnWork, _ request: RunRequest, as run: LiveRun.Identity) async throws {
        try await work.meter.admit {
            let said = request.text.utf8.count
            let opening = work.openingBytes(of: run)
            guard let conversation = request.conversation else { return opening + said }
            return try await opening + said + runs.store.byteCount(of: conversation)
        }
        work.times?.admitted(at: .now)
    }

    /// Sets aside again what a turn's next round may use, when it goes on after it has waited for its client.
    func room(for work: TurnWork, of run: LiveRun) async -> TurnMeter.Room {
        // Its limits may have changed meanwhile. One that is shut out has no turn to go on with, as the coordinator hears.
        let client = clients?.holder(run.identity.client) ?? work.meter.client
        return await work.meter.admitAgain(client) {
            let added = run.actions.suspended?.entries.reduce(0) { $0 + $1.serialized().utf8.count } ?? 0
            return try await work.openingBytes(of: run.identity) + added
                + runs.store.byteCount(of: run.identity.conversation)
        }
    }

    /// Who asked for a run that an earlier process has left waiting.
    func asker(of record: RunRecord) -> TurnAsker {
        let client = clients?.holder(record.client)
        return TurnAsker(
            client: client ?? Client(id: record.client, name: record.client, scopes: []),
            requestID: nil,
            times: nil
        )
    }
}

extension TurnWork {
    /// How long what stands before the conversation is, with what an entry has beside its text: an estimate that is a little too
    /// small would have to be written twice.
    fileprivate func openingBytes(of run: LiveRun.Identity) -> Int {
        let opening = LanguageModelSession.instructionsEntry(instructions, tools: sessionTools(for: run))
        return (opening.map { [$0].byteCount } ?? 0) + 1024
    }
}

extension ConversationStore {
    /// How long a conversation is.
    fileprivate func byteCount(of conversation: String) async throws -> Int {
        try await entries(of: conversation).reduce(0) { $0 + $1.json.utf8.count }
    }
}
