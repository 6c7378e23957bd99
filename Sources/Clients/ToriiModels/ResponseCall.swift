#if canImport(FoundationModels)
import FoundationModels
#else
import LanguageModels
#endif
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Cancellation
import StreamingJSON
import ToriiClient

/// One round of a session at a Torii server.
@available(iOS 27.0, macOS 27.0, visionOS 27.0, *)
struct ResponseCall: Sendable {
    let request: LanguageModelExecutorGenerationRequest
    let model: ToriiLanguageModel
    let toolNames: ServerToolNames

    private var requester: Requester { model.service.requester }

    /// Sends the round and passes on the events of its answer.
    ///
    /// - Throws: `ToriiError`; `LanguageModelError` for a refusal, a filter, and a request that cannot be sent.
    func stream(into channel: LanguageModelExecutorGenerationChannel) async throws {
        let thread = ResponseThread.latest(in: request.transcript, of: requester.base)
        do {
            try await stream(thread, into: channel)
        } catch let error as ToriiError where thread.previous != nil && error.isAboutPreviousResponse {
            // The server keeps responses for a limited time. It has received nothing of the round.
            try await stream(.whole(request.transcript), into: channel)
        }
    }

    private func stream(
        _ thread: ResponseThread,
        into channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        var body = try await body(after: thread)
        var usage = WireUsage(inputTokens: 0, outputTokens: 0)
        var number = 0
        while true {
            let round = try await answer(to: body, number, into: channel)
            let end = try checked(round)
            usage = usage + end.usage
            let decisions = try await decisions(about: round.approvals)
            guard !decisions.isEmpty, round.calls.isEmpty else {
                for event in round.ending(metadata(round, decisions), usage) { await channel.send(event) }
                return
            }
            // The answer continues after the decisions, without the session.
            body["previous_response_id"] = .string(round.response)
            body["input"] = .array(decisions)
            number += 1
        }
    }

    private func body(after thread: ResponseThread) async throws -> JSONObject {
        let own = Set(request.enabledToolDefinitions.map(\.name))
        var served = model.serverTools
        if served == nil { served = try await toolNames.offered(besides: own, by: model.service).get() }
        return try ResponseRequestBody(model: model.model, serverTools: served).encode(request, after: thread)
    }

    private func metadata(_ round: ResponseRound, _ decisions: [JSONValue]) -> [String: String] {
        var metadata = [
            ResponseThread.Name.server: requester.base, ResponseThread.Name.response: round.response,
            ResponseThread.Name.prefix: ResponseThread.prefix(of: request.transcript),
        ]
        metadata[ResponseThread.Name.conversation] = round.conversation
        metadata["model"] = round.end?.model
        if !decisions.isEmpty { metadata[ResponseThread.Name.decisions] = JSONValue.array(decisions).serialized() }
        return metadata
    }
}

// MARK: - One response

@available(iOS 27.0, macOS 27.0, visionOS 27.0, *)
extension ResponseCall {
    /// Sends a request and reads its response to the end.
    private func answer(
        to body: JSONObject,
        _ number: Int,
        into channel: LanguageModelExecutorGenerationChannel
    ) async throws -> ResponseRound {
        let start = WireRequest("POST", ["v1", "responses"], body: .object(body)).streaming
            .adding("Idempotency-Key", "\(request.id.uuidString)-\(number)")
            .adding("Accept-Language", text("locale"))
            .adding("Torii-Time-Zone", text("time_zone"))
        let service = model.service
        let stream = ResumedStream(
            ResponsesDialect(),
            progress: StreamProgress(ResponsesDialect(), policy: requester.configuration.reconnect),
            start: start,
            requester: requester
        ) { response in
            // The session has left before the end, and nothing waits for this any more.
            Task { await Self.cancel(response, service) }
        }
        var round = ResponseRound()
        do {
            while let event = try await stream.next() {
                for event in round.apply(event) { await channel.send(event) }
            }
        } catch let error as ToriiError {
            throw round.error.map { ToriiError(code: $0.code, message: $0.message) } ?? error
        } catch {
            // A canceled turn waits until its run is canceled too, because a run costs as long as it continues.
            if let left = stream.abandon() { await uncancelled { await Self.cancel(left.stream, service) } }
            throw error
        }
        return round
    }

    /// Cancels the run of a response; without an id, the server cancels it after its grace window.
    private static func cancel(_ response: String?, _ service: ToriiService) async {
        guard let response, let id = ResponseID(response) else { return }
        _ = try? await service.cancelRun(id.run)
    }

    private func text(_ name: String) -> String? { try? request.metadata[name]?.value(String.self) }

    /// Returns the end of a response that can be used.
    private func checked(_ round: ResponseRound) throws -> ResponseEnd {
        guard let end = round.end else { throw ToriiError(.invalidAnswer, "The response has no end.") }
        guard round.refusal.isEmpty else {
            throw LanguageModelError.refusal(
                .init(explanation: round.refusal, debugDescription: "The model declined to answer.")
            )
        }
        switch end.incompleteReason {
        case nil: break
        case "content_filter":
            throw LanguageModelError.guardrailViolation(
                .init(debugDescription: "The content filter of the provider stopped the answer.")
            )
        case "max_output_tokens" where request.schema == nil && round.calls.isEmpty: break
        case "max_output_tokens":
            throw ToriiError(
                .invalidAnswer,
                "The limit of tokens cut the answer before its end. Raise maximumResponseTokens."
            )
        default: throw ToriiError(.invalidAnswer, "The model's provider broke the answer off.")
        }
        return end
    }

    /// Returns the decisions about calls, one after the other, as items of the next request.
    private func decisions(about approvals: [ApprovalRequest]) async throws -> [JSONValue] {
        var items: [JSONValue] = []
        for approval in approvals {
            var item: JSONObject = ["type": "mcp_approval_response", "approval_request_id": .string(approval.id)]
            switch try await model.approve?(approval.action) {
            case .approve?: item["approve"] = true
            case .reject(let reason)?:
                item["approve"] = false
                if let reason { item["reason"] = .string(reason) }
            case .leaveOpen?, nil:
                item["approve"] = false
                item["reason"] = "Nobody can be asked in this app."
            }
            items.append(.object(item))
        }
        return items
    }
}
