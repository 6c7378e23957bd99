import AgentWire
import HTTPTypes
import Hummingbird

/// Reads after which event a stream is to go on: the header `Last-Event-ID`, or `?after=`, which counts when both are there.
enum LastEventID {
    /// The event's number; `nil` for the stream from its beginning.
    ///
    /// - Throws: ``Problem`` for an id that is neither `<run>:<number>` of this run nor a number.
    static func read(_ request: Request, run: String) throws(Problem) -> Int? {
        if let after = request.uri.queryParameters["after"] {
            return try number(in: String(after), run: run, name: "after")
        }
        // An empty one is what browsers have before the first event.
        guard let header = request.headers[.lastEventID], !header.isEmpty else { return nil }
        return try number(in: header, run: run, name: "Last-Event-ID")
    }

    private static func number(in text: String, run: String, name: String) throws(Problem) -> Int {
        // By bytes, because comparing text costs more the longer its runs of combining marks are.
        let prefix = "\(run):"
        let bytes = text.utf8.starts(with: prefix.utf8) ? text.utf8.dropFirst(prefix.utf8.count) : text.utf8[...]
        // -1 stands before the first event.
        guard bytes.count <= 20, let number = Int(Substring(bytes)), (-1..<Int.max).contains(number) else {
            throw Problem(
                .invalidRequest,
                detail: "\(name) must be the id of an event of this run, such as \(run):7, or the number alone"
            )
        }
        return number
    }
}
