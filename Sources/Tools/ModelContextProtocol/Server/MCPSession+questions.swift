import StreamingJSON
import Synchronization

/// The questions of a session, which the client must answer.
extension MCPSession {
    /// Sends a question on the stream of the request that needs its answer, and waits for the answer.
    func ask(_ question: MCPInputRequest.Question, on stream: MessageStream) async throws -> JSONObject {
        var params = question.params
        // Forms are the only mode of this revision, which has no word for it.
        if revision <= .v2025_06_18 { params["mode"] = nil }
        let number = state.withLock { state in
            state.lastQuestion += 1
            return state.lastQuestion
        }
        let request = RPCRequest(id: .string("torii-\(number)"), method: question.kind.rawValue, params)
        let seconds = server.limits.answerSeconds
        let answer = await withTaskGroup { group in
            group.addTask { await self.answer(to: request, number, on: stream) }
            group.addTask {
                // The person may never answer; the wait ends all the same.
                try? await Task.sleep(for: .seconds(seconds))
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        if answer == nil {
            // The person must not answer a question whose caller has gone.
            let params: JSONObject = [
                "requestId": request.id.jsonValue, "reason": "the server no longer waits for the answer",
            ]
            stream.append(.notification(RPCNotification("notifications/cancelled", params)))
        }
        try Task.checkCancellation()
        switch answer?.result {
        case .success(let result)?: return result
        case .failure(let error)?:
            throw RPCError(.internalError, "the client could not answer \(request.method): \(error.message)")
        case nil:
            throw RPCError(.internalError, "the client did not answer \(request.method) within \(seconds) seconds")
        }
    }

    private func answer(to request: RPCRequest, _ number: Int, on stream: MessageStream) async -> RPCResponse? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isEnded = state.withLock { state in
                    if !state.isEnded { state.questions[number] = continuation }
                    return state.isEnded
                }
                if isEnded { return continuation.resume(returning: nil) }
                if !stream.append(.request(request), makeRoom: makeRoom) {
                    receive(RPCResponse(id: request.id, .noRoom))
                }
                if Task.isCancelled { drop(number) }
            }
        } onCancel: {
            drop(number)
        }
    }

    /// Resumes the request that waits for an answer; other answers are ignored.
    public func receive(_ response: RPCResponse) {
        guard case .string(let text)? = response.id, let number = Self.number(ofQuestion: text) else { return }
        state.withLock { $0.questions.removeValue(forKey: number) }?.resume(returning: response)
    }

    private func drop(_ number: Int) {
        state.withLock { $0.questions.removeValue(forKey: number) }?.resume(returning: nil)
    }

    static func number(ofQuestion text: String) -> Int? {
        guard text.hasPrefix("torii-") else { return nil }
        return Int(text.dropFirst(6))
    }
}
