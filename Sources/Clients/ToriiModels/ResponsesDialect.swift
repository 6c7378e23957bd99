import EventStreams
import StreamingJSON
import ToriiClient

/// The events of a response, numbered by `sequence_number`.
struct ResponsesDialect: StreamDialect {
    func read(_ frame: ServerSentEvent) -> StreamFrame<ResponseEvent>? {
        guard let data = try? JSONValue(parsing: frame.data), let number = data["sequence_number"]?.intValue else {
            return nil
        }
        let event = ResponseEvent(frame.type, data)
        var stream: String?
        if case .started(let response, _)? = event { stream = response }
        return StreamFrame(stream: stream, number: number, event: event, end: Self.end(frame.type, data["response"]))
    }

    func request(for stream: String, after number: Int?) -> WireRequest {
        WireRequest(
            "GET",
            ["v1", "responses", stream],
            query: [("stream", "true"), ("starting_after", number.map(String.init))]
        )
        .streaming
    }

    /// A response that failed before its first output has no events beside its error.
    func stream(ofFailedRun run: String) -> String? { nil }

    /// The interface has no answer for a response without further events.
    func end(of stream: String, by requester: Requester) async throws(ToriiError) -> StreamEnd? { nil }

    private static func end(_ type: String, _ response: JSONValue?) -> StreamEnd? {
        switch type {
        case "response.incomplete" where response?["status"] == "cancelled":
            .failed(ToriiError(.runCanceled, "The run was canceled."))
        case "response.completed", "response.incomplete": .completed
        case "response.failed":
            .failed(ToriiError(.problem, response?["error"]?["message"]?.stringValue ?? "The response failed."))
        default: nil
        }
    }
}
