import AgentWire
import HTTPTypes
import Hummingbird

/// Reads after which event a stream is to go on: the header `Last-Event-ID`, or `?after=`, which counts when both are there.
enum LastEventID {
    /// The event's number; `nil` for the stream from its beginning.
    ///
    /// - Throws: ``Problem`` for an id that is neither `<run>:<number>` of this run nor a number.
    static func read(_ request: Request, run: String) throws(Problem) -> Int? {
        if let after = request.query("after") {
            return try number(in: after, run: run, name: "after")
        }
        // An empty one is what browsers have before the first event.
        guard let header = request.headers[.lastEventID], !header.isEmpty else { return nil }
        return try number(in: header, run: run, name: "Last-Event-ID")
    }

    private static func number(in text: String, run: String, name: String) throws(Problem) -> Int {
        guard let position = EventPosition(text, run: run) else {
            throw Problem(
                .invalidRequest,
                detail: "\(name) must be the id of an event of this run, such as \(run):7, or the number alone"
            )
        }
        return position.number
    }
}
