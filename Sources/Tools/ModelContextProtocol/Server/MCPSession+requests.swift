import HeldBytes
import StreamingJSON
import Synchronization

/// The answers to the requests of a session.
extension MCPSession {
    func response(
        to request: RPCRequest,
        _ offer: any MCPOffer,
        on stream: MessageStream?
    ) async throws(CancellationError) -> RPCResponse {
        do {
            return RPCResponse(id: request.id, .success(try await result(of: request, offer, on: stream)))
        } catch let error as CancellationError {
            throw error
        } catch let error as RPCError {
            return RPCResponse(id: request.id, error)
        } catch {
            return RPCResponse(id: request.id, server.explain(error, request))
        }
    }

    private func result(
        of request: RPCRequest,
        _ offer: any MCPOffer,
        on stream: MessageStream?
    ) async throws -> JSONObject {
        switch request.method {
        case "initialize": throw RPCError(.invalidRequest, "this session is initialized already")
        case "ping": return [:]
        case "logging/setLevel":
            guard let level = LogLevel(rawValue: try request.params.text("level")) else {
                throw RPCError.invalid(
                    "level must be one of \(LogLevel.allCases.map(\.rawValue).joined(separator: ", "))"
                )
            }
            state.withLock { $0.logLevel = level }
            return [:]
        case "resources/subscribe" where offer.capabilities.hasResources:
            try await subscribe(try request.params.text("uri"), offer)
            return [:]
        case "resources/unsubscribe" where offer.capabilities.hasResources:
            let uri = try request.params.text("uri")
            if state.withLock({ $0.subscriptions.remove(uri) }) != nil {
                hold?.adjust(by: -Subscriptions.cost(of: uri))
            }
            return [:]
        default: break
        }
        var exchange = MCPExchange(
            revision: revision,
            clientCapabilities: clientCapabilities,
            clientInformation: clientInformation,
            metadata: request.metadata,
            logLevel: stream == nil ? nil : state.withLock(\.logLevel),
            send: { stream?.append(.notification($0)) }
        )
        for _ in 0..<server.limits.inputRounds {
            switch try await server.perform(request, exchange, offer) {
            case .result(let result): return result
            case .inputRequired(let needed):
                var answers: [String: JSONValue] = [:]
                for question in needed.questions {
                    guard exchange.canAsk(for: question.kind), let stream else {
                        throw RPCError.invalid(
                            "this request needs the capability \(question.kind.capability) of the client"
                        )
                    }
                    answers[question.key] = .object(try await ask(question, on: stream))
                }
                exchange.inputs = answers
                exchange.state = needed.state
            }
        }
        throw RPCError(.internalError, "the request asked for input too often")
    }

    private func subscribe(_ uri: String, _ offer: any MCPOffer) async throws {
        guard uri.utf8.count <= Subscriptions.uriBytes else {
            throw RPCError.invalid("uri has more than \(Subscriptions.uriBytes) bytes")
        }
        guard try await offer.hasResource(uri) else { throw RPCError.noResource(uri) }
        let error: RPCError? = state.withLock { state in
            if state.subscriptions.contains(uri) { return nil }
            guard state.subscriptions.count < Subscriptions.limit else {
                return .invalid("a session may subscribe to \(Subscriptions.limit) resources")
            }
            do throws(HeldBytes.Refusal) { try hold?.grow(by: Subscriptions.cost(of: uri)) } catch { return .noRoom }
            state.subscriptions.insert(uri)
            return nil
        }
        if let error { throw error }
    }
}

/// The bounds of the resources whose changes one reader may want to know of.
enum Subscriptions {
    /// The most resources.
    static let limit = 100
    /// The most bytes of an address.
    static let uriBytes = 128

    /// Returns the bytes that are counted for an address.
    static func cost(of uri: String) -> Int { uri.utf8.count + 64 }
}
