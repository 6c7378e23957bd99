import AgentWire
import HTTPTypes
import Hummingbird

/// The event after which a stream continues: the header field `Last-Event-ID`, or `?after=`, which has precedence.
enum LastEventID {
    /// Returns the number of the event; `nil` for the whole stream.
    ///
    /// - Throws: ``Problem`` for text that is neither `<run>:<number>` of this run nor a number.
    static func read(_ request: Request, run: String) throws(Problem) -> Int? {
        if let after = request.query("after") {
            return try number(in: after, run: run, name: "after")
        }
        // Browsers send an empty field before the first event.
        guard let header = request.headers[.lastEventID], !header.isEmpty else { return nil }
        return try number(in: header, run: run, name: "Last-Event-ID")
    }

    private static func number(in text: String, run: String, name: String) throws(Problem) -> Int {
        guard let position = EventPosition(text, run: run) else {
            throw Problem(
                .invalidRequest,
                detail: "\(name) must be the id of an event of this run, such as \(run):7, or only the number"
            )
        }
        return position.number
    }
}
