import EventStreams
import ModelContextProtocol
import Transport

/// The streams of events that answer requests, and their messages.
extension HTTPChannel {
    /// Reads events until the response, in the era with sessions also from further streams after a break.
    func answer(
        to request: RPCRequest,
        on response: HTTPResponse,
        _ delivery: MCPDelivery
    ) async throws -> RPCResponse {
        var resumption = StreamResumption()
        var response = response
        while true {
            var broken: MCPFailure
            do {
                if let answer = try await read(response, for: request.id, delivery, &resumption) { return answer }
                broken = MCPFailure(.brokenOff, of: server, "its stream of events ended without a response")
            } catch let failure as MCPFailure where failure.code == .brokenOff || failure.code == .unreachable {
                broken = failure
            }
            // A stateless server has no stream to continue, and before the first answer no session is known.
            guard delivery.revision?.isStateless != true, let delay = resumption.next() else { throw broken }
            try await Task.sleep(for: delay)
            do {
                response = try await exchange(nil, delivery, lastEventID: resumption.lastEventID)
            } catch let failure as MCPFailure where failure.code == .unreachable || failure.code == .brokenOff {
                broken = failure
                continue
            }
            guard response.status == 200, response.mediaType == "text/event-stream" else { throw broken }
        }
    }

    /// Reads the events of one stream and returns the response with an id; `nil` if the stream ends without it.
    func read(
        _ response: HTTPResponse,
        for id: RequestID?,
        _ delivery: MCPDelivery,
        _ resumption: inout StreamResumption
    ) async throws -> RPCResponse? {
        var decoder = ServerSentEventDecoder(maximumEventBytes: MCPLimits.messageBytes)
        var (messages, bytes) = (0, 0)
        var plain = PlainMessage()
        do {
            for try await piece in response.body {
                bytes += piece.count
                if id != nil { plain.append(piece) }
                var events: [ServerSentEvent] = []
                try decoder.feed(piece, into: &events)
                for event in events where !event.data.isEmpty {
                    messages += 1
                    guard id == nil || messages <= MCPLimits.streamMessages && bytes <= MCPLimits.streamBytes else {
                        throw MCPFailure(.tooLarge, of: server, "it sent too many messages before its response")
                    }
                    let text = response.withoutSecrets(event.data)
                    if let answer = await process(text, for: id, delivery) { return answer }
                    try Task.checkCancellation()
                }
                resumption.update(lastEventID: decoder.lastEventID, retry: decoder.retry)
            }
            // Some servers leave out the last blank line, or send a message without an event.
            for text in [decoder.finish()?.data, plain.text].compactMap(\.self) {
                if let answer = await process(response.withoutSecrets(text), for: id, delivery) { return answer }
            }
        } catch let error as TransportError {
            try Task.checkCancellation()
            throw MCPFailure(error, of: server)
        } catch is EventTooLarge {
            throw MCPFailure(.tooLarge, of: server, "one of its messages exceeds \(MCPLimits.messageBytes >> 20) MiB")
        }
        try Task.checkCancellation()
        return nil
    }

    /// Handles the messages of an event, and returns the awaited response; all else that is no message is ignored.
    func process(_ text: String, for id: RequestID?, _ delivery: MCPDelivery) async -> RPCResponse? {
        for message in (try? RPCMessage.messages(lenient: text, answering: id)) ?? [] {
            if let answer = await process(message, for: id, delivery) { return answer }
        }
        return nil
    }

    /// Handles one message, and returns it if it is the awaited response.
    func process(_ message: RPCMessage, for id: RequestID?, _ delivery: MCPDelivery) async -> RPCResponse? {
        switch message {
        case .response(let response): return response.answers(id) ? response : nil
        case .notification: _ = await delivery.receive(message)
        case .request:
            // A stateless server cannot ask this way.
            guard delivery.revision?.isStateless != true, let answer = await delivery.receive(message) else {
                return nil
            }
            try? await post(.response(answer), delivery)
        }
        return nil
    }
}
