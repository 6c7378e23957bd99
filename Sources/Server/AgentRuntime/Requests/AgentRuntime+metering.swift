import Accounts
import AgentWire
import KeyVault
import LanguageModels
import ModelProviders
import Storage
import StreamingJSON

extension AgentRuntime {
    /// Makes a turn's meter.
    ///
    /// Nothing is reserved yet.
    ///
    /// - Parameters:
    ///   - sampleCount: The number of answers that the model writes at once.
    ///   - hasShape: Whether the answer must fit a schema, so that a round may need a second call that repairs it.
    ///   - outputLimit: The limit that the request itself has for a round's output; `nil` for none.
    func meter(
        of model: ModelCatalog.Entry,
        for requester: TurnRequester,
        outputLimit own: Int? = nil,
        sampleCount: Int = 1,
        hasShape: Bool = false
    ) -> TurnMeter {
        let name = model.reference.description
        let router = model.model as? RouterLanguageModel
        return TurnMeter(
            model: name,
            candidates: router?.members.map(\.name) ?? [name],
            client: requester.client,
            admission: admission,
            outputLimit: min(max(0, own ?? outputLimit), outputLimit),
            sampleCount: sampleCount,
            callLimit: (hasShape ? 2 : 1) * (router?.hedgeDelay == nil ? 1 : 2),
            metrics: metrics,
            times: requester.times
        )
    }

    /// Reserves the tokens that a turn's first round may use.
    ///
    /// - Parameter byteCount: The bytes of the conversation so far, whose entries are not read yet.
    /// - Throws: ``Problem`` when the client's limits have no room for it; `StoreError`.
    func admit(
        _ work: TurnWork,
        as run: LiveRun.Identity,
        after byteCount: Int
    ) async throws {
        try await work.policies.meter.admit {
            work.openingTokens(of: run) + TokenEstimator.reserving.tokenCount(of: run.request)
                + TokenEstimator.tokenCount(ofBytes: byteCount)
        }
        work.policies.times?.admitted(at: .now)
    }

    /// Reserves the tokens of the next round of a turn that resumes after it has waited for its client.
    func reserveTokens(for work: TurnWork, of run: LiveRun) async -> TokenRoom {
        // The client's limits may have changed meanwhile. The coordinator ends the turn of a client that was removed or revoked.
        let sender = work.policies.meter.client
        let user = try? await clients?.holder(of: run.identity.owner)
        // A user that cannot be read now has the shares of before.
        let client = user ?? clients?.holder(run.identity.owner.client).map(sender.asUser(of:)) ?? sender
        return await work.policies.meter.admitAgain(client) {
            let added = run.actions.suspended?.entries.reduce(0) { $0 + $1.serialized().utf8.count } ?? 0
            // A request without a conversation contains everything that was said before.
            let brought = run.identity.conversation.isEmpty ? run.identity.request.utf8.count : 0
            let stored = try await runs.store.size(of: run.identity.conversation, owner: run.identity.owner).bytes
            return work.openingTokens(of: run.identity) + TokenEstimator.tokenCount(ofBytes: added + brought + stored)
        }
    }

    /// Returns the requester of a run that an earlier process left waiting.
    ///
    /// - Parameter sender: The stored facts about the run's user.
    /// - Throws: `StoreError` for a user that cannot be read.
    func requester(of record: RunRecord, _ sender: RunSender?) async throws -> TurnRequester {
        let holder = try await clients?.holder(of: record.owner)
        // The end of the run informs a client that was removed or revoked, not a tool that it may not call.
        let client = holder ?? Principal(owner: record.owner, name: record.owner.client, scopes: Scope.forClients)
        return TurnRequester(
            client: sender?.narrowing(client) ?? client,
            requestID: nil,
            times: nil
        )
    }
}

extension Principal {
    /// Returns the client in its current state, with the other shares of this sender if it is a user.
    fileprivate func asUser(of client: Principal) -> Principal {
        let others = shares.filter { $0.kind != .client }
        guard !others.isEmpty else { return client }
        var sender = self
        sender.shares = others + client.shares
        return sender
    }
}

extension TurnWork {
    /// The estimated tokens of the entry before the conversation (instructions and tools) and of the note beside the message.
    ///
    /// It includes an allowance for the parts of an entry beside its text, because an estimate that is a little too small would have to
    /// be written twice. Tools that earlier messages selected are missing here, because the conversation has not been read yet.
    fileprivate func openingTokens(of run: LiveRun.Identity) -> Int {
        let estimator = TokenEstimator.reserving
        let offered = offered(after: [])
        let set =
            toolSet(of: offered)
            ?? ToolSet(sessionTools(for: run, of: offered).map { Transcript.ToolDefinition(tool: $0) })
        let opening = LanguageModelSession.instructionsEntry(model.instructions, definitions: set.definitions)
        let schema = (request.format?.schema).map { estimator.tokenCount(of: $0.jsonValue.serialized()) } ?? 0
        let entries = opening.map { estimator.tokenCount(of: [$0]) } ?? 0
        return entries + estimator.tokenCount(of: set) + estimator.tokenCount(of: request.note) + schema + 64
    }
}
