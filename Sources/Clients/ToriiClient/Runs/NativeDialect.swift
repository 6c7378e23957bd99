import AgentWire
import EventStreams
import StreamingJSON

/// The events of a run in the native dialect.
///
/// The id of a frame is the run with the number of the event.
struct NativeDialect: StreamDialect {
    private static let terminalTypes: Set<String> = ["run.completed", "run.failed", "run.cancelled", "run.interrupted"]

    func read(_ frame: ServerSentEvent) -> StreamFrame<NativeEvent>? {
        guard let (run, number) = Self.position(frame.id), let data = try? JSONValue(parsing: frame.data) else {
            return nil
        }
        guard let event = NativeEvent(type: frame.type, data: data) else {
            let end = Self.terminalTypes.contains(frame.type) ? StreamEnd.failed(Self.unreadableEnd(data)) : nil
            return StreamFrame(stream: run, number: number, event: nil, end: end)
        }
        return StreamFrame(stream: run, number: number, event: event, end: Self.end(event))
    }

    func request(for stream: String, after number: Int?) -> WireRequest {
        WireRequest("GET", ["v1", "runs", stream, "events"]).streaming
            .adding("Last-Event-ID", number.map { "\(stream):\($0)" })
    }

    func stream(ofFailedRun run: String) -> String? { run }

    func end(of stream: String, by requester: Requester) async throws(ToriiError) -> StreamEnd? {
        let run: RunDescription = try await requester.value(WireRequest("GET", ["v1", "runs", stream]))
        return Self.end(run)
    }

    /// The end of a run; `nil` while there is none.
    static func end(_ run: RunDescription) -> StreamEnd? {
        switch run.ending {
        case .completed: .completed
        case .cancelled(let reason, _): .failed(ToriiError(reason))
        case .failed(let problem): .failed(ToriiError(problem))
        case nil: nil
        }
    }

    /// The run and the number of an event's id, `<run>:<number>`.
    private static func position(_ id: String) -> (run: String, number: Int)? {
        guard id.utf8.count <= EventPosition.longest, let colon = id.lastIndex(of: ":"), colon > id.startIndex,
            let number = Int(id[id.index(after: colon)...])
        else { return nil }
        return (String(id[..<colon]), number)
    }

    private static func end(_ event: NativeEvent) -> StreamEnd? {
        switch event {
        case .completed: .completed
        case .failed(let problem), .interrupted(let problem): .failed(ToriiError(problem))
        case .cancelled(let reason, _): .failed(ToriiError(reason))
        default: nil
        }
    }

    private static func unreadableEnd(_ data: JSONValue) -> ToriiError {
        let problem = data["problem"]
        guard let title = problem?["title"]?.stringValue, let detail = problem?["detail"]?.stringValue else {
            return ToriiError(.invalidAnswer, "The run ended in a way that this version of the client does not know.")
        }
        return ToriiError(.problem, "\(title): \(detail)")
    }
}
