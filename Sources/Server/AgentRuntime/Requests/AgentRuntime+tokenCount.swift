public import Accounts
public import AgentWire
import Foundation
import LanguageModels
import Logging
import ModelProviders
import StreamingJSON

extension AgentRuntime {
    /// Returns the number of tokens that a model would receive for a turn: instructions, tools, the conversation so far and the input.
    ///
    /// It asks the counter of the provider where there is one, and estimates otherwise, also when the provider fails. Nothing is generated,
    /// no tokens are charged, and the conversation stays as it is. It counts as one of the client's requests.
    ///
    /// - Throws: ``Problem`` when the turn itself would be refused: the conversation, the model or a tool is unknown, the input is invalid,
    ///   or the client's limits or the server's memory have no room; `StoreError`; `CancellationError`.
    public func countInputTokens(of request: TurnRequest, client: Principal) async throws -> InputTokenCount {
        try await withReservation(for: client) {
            let entry = try await modelEntry(request.model, for: client)
            let text = RunRequest.turn(request).text
            _ = try await size(for: .turn(request), text, of: client)
            let round = try await firstRound(of: request, text, entry, client)
            if let count = try await providersCount(of: round, by: entry) {
                return InputTokenCount(count, isEstimated: false)
            }
            return InputTokenCount(TokenEstimator().tokenCount(of: round), isEstimated: true)
        }
    }

    /// Returns the request of a turn's first round.
    ///
    /// - Parameter text: The turn's request in its stored form.
    private func firstRound(
        of request: TurnRequest,
        _ text: String,
        _ entry: ModelCatalog.Entry,
        _ client: Principal
    ) async throws -> LanguageModelExecutorGenerationRequest {
        let time = now()
        try await readDevices(for: request, of: client)
        var work = try work(for: request, entry, TurnRequester(client: client, requestID: nil, times: nil), at: time)
        let probe = RoundProbe(capabilities: entry.model.capabilities)
        work.model.entry.model = probe
        let run = LiveRun.Identity(
            id: Identifier.make("count", at: time),
            owner: client.owner,
            conversation: request.conversation.id ?? "",
            model: entry.reference.description,
            request: text,
            idempotencyKey: nil,
            createdAt: time,
            deadline: nil
        )
        let history = try await work.history(of: run, isBegun: false)
        let session = try work.session(for: run, after: history.entries, nil)
        do {
            _ = try await work.execute(nil, in: session, of: run) { _ in }
        } catch {
            // The probe ends the turn. Without a recorded request, the turn failed before the model was called.
            guard probe.record.value != nil else { throw error }
        }
        guard let round = probe.record.value else {
            throw Problem(.internalError, detail: "the request could not be counted; the server's log has the reason")
        }
        return round
    }

    /// Returns the count of the model's provider; `nil` when it offers none or fails.
    private func providersCount(
        of round: LanguageModelExecutorGenerationRequest,
        by entry: ModelCatalog.Entry
    ) async throws -> Int? {
        guard let counter = entry.model as? any TokenCounting else { return nil }
        do {
            return try await counter.tokenCount(of: round)
        } catch {
            try Task.checkCancellation()
            logger.notice(
                "A provider could not count tokens, so they were estimated",
                metadata: ["model": "\(entry.reference)", "error": "\(type(of: error))"]
            )
            return nil
        }
    }
}
