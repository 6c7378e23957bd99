import AgentWire
import KeyVault
import LanguageModels
import ModelProviders
import Storage
import StreamingJSON

extension AgentRuntime {
    /// What counts a turn; nothing is set aside for it yet.
    func meter(of model: ModelCatalog.Entry, for asker: TurnAsker) -> TurnMeter {
        let name = model.reference.description
        return TurnMeter(
            model: name,
            candidates: (model.model as? RouterLanguageModel)?.members.map(\.name) ?? [name],
            client: asker.client,
            admission: admission,
            outputLimit: outputLimit,
            measures: measures,
            times: asker.times
        )
    }

    /// Sets aside what a turn's first round may use.
    ///
    /// - Throws: ``Problem`` when the client's limits have no room for it; `StoreError`.
    func admit(_ work: TurnWork, _ request: ChatRequest) async throws {
        try await work.meter.admit {
            let opening = LanguageModelSession.instructionsEntry(work.context.instructions, tools: work.sessionTools)
            var bytes = (opening.map { [$0] } ?? []).byteCount + request.jsonValue.serialized().utf8.count
            if let conversation = request.conversation {
                bytes += try await runs.store.entries(of: conversation).reduce(0) { $0 + $1.json.utf8.count }
            }
            return bytes
        }
        work.times.admitted(at: .now)
    }

    /// Who asked for a run that an earlier process has left waiting.
    func asker(of record: RunRecord) -> TurnAsker {
        let known = try? clients?.client(record.client)
        let client = Client(
            id: record.client,
            name: known?.name ?? record.client,
            scopes: Set(known?.scopes ?? []),
            limits: known?.limits ?? .none
        )
        return TurnAsker(client: client, requestID: nil, times: TurnTimes(asked: .now))
    }
}
