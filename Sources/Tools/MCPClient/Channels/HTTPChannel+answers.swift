import AgentTools
import EventStreams
import ModelContextProtocol
import Transport

/// The responses with a body that ends.
extension HTTPChannel {
    /// Returns the error of a response with a status of failure.
    func refusal(
        _ response: HTTPResponse,
        of request: RPCRequest,
        in used: String?
    ) async throws -> RPCResponse {
        let bytes = (try? await response.body.collect(upTo: MCPLimits.failureBytes)) ?? []
        try Task.checkCancellation()
        let text = String(decoding: bytes, as: UTF8.self)
        if SessionLoss.isMeant(byStatus: response.status, text) { try endSession(used) }
        if case .response(let answer)? = try? RPCMessage(lenient: response.withoutSecrets(text)),
            answer.id == nil || request.id.isMeant(by: answer.id), case .failure = answer.result
        {
            return answer
        }
        throw MCPFailure(
            .status(response.status),
            of: server,
            "it answered \(request.method) with the HTTP status \(response.status)",
            isRetrySafe: false
        )
    }

    /// Reads a body that is a message, or events although its type says otherwise.
    func answer(
        to request: RPCRequest,
        in response: HTTPResponse,
        _ delivery: MCPDelivery
    ) async throws -> RPCResponse {
        let messages: [RPCMessage]
        do {
            let bytes = try await response.body.collect(upTo: MCPLimits.messageBytes)
            do throws(RPCError) {
                messages = try RPCMessage.messages(
                    lenient: response.withoutSecrets(String(decoding: bytes, as: UTF8.self)),
                    answering: request.id
                )
            } catch {
                if let answer = await events(in: bytes, of: response, answering: request.id, delivery) {
                    return answer
                }
                throw error
            }
        } catch let error as TransportError {
            try Task.checkCancellation()
            throw MCPFailure(error, of: server)
        } catch let error as RPCError {
            throw MCPFailure(.unreadable, of: server, "its answer is no message: \(error.message)")
        }
        for message in messages {
            if let answer = await process(message, for: request.id, delivery) { return answer }
        }
        throw MCPFailure(.unreadable, of: server, "its answer is no response, or that to another request")
    }

    /// Returns the response among events that are there already; `nil` if there is none.
    private func events(
        in bytes: [UInt8],
        of response: HTTPResponse,
        answering id: RequestID,
        _ delivery: MCPDelivery
    ) async -> RPCResponse? {
        var decoder = ServerSentEventDecoder(maximumEventBytes: MCPLimits.messageBytes)
        var events: [ServerSentEvent] = []
        guard (try? decoder.feed(bytes + Array("\n\n".utf8), into: &events)) != nil else { return nil }
        for event in events.prefix(MCPLimits.streamMessages) {
            if let answer = await process(response.withoutSecrets(event.data), for: id, delivery) { return answer }
        }
        return nil
    }
}

extension HTTPResponse {
    /// Returns a message of the body without the secrets of the request.
    func withoutSecrets(_ message: String) -> String { echo?.removing(fromJSON: message) ?? message }

    /// The media type without its parameters, in lowercase; empty if there is none.
    var mediaType: String {
        let value = headers["Content-Type"] ?? ""
        let type = value.prefix { $0 != ";" }
        return type.filter { $0 != " " && $0 != "\t" }.lowercased()
    }
}
