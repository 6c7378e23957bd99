package import AgentWire
import StreamingJSON

extension ToriiError {
    /// The error of a response whose status is none of success.
    ///
    /// - Parameters:
    ///   - body: The body, which is normally a problem document; a proxy between may send anything.
    ///   - retryAfter: The wait that the header asks for.
    ///   - run: The run that the header names.
    init(status: Int, body: [UInt8], retryAfter: Duration?, run: String? = nil) {
        let document = try? JSONValue(parsing: body)
        if var problem = document.flatMap({ Problem(jsonValue: $0) }) {
            problem.retryAfterSeconds = retryAfter.map { Int($0.components.seconds) }
            self.init(problem, status: status, retryAfter: retryAfter)
        } else if let document, let error = try? OpenAIErrorDocument(jsonValue: document, status: status) {
            // The form of errors of Responses, which a session's model uses.
            self.init(error, retryAfter: retryAfter)
            // The form has no member for the run.
            if problem?.kind.namesOtherRun == false { problem?.run = run }
        } else if let detail = document?["detail"]?.stringValue, let title = document?["title"]?.stringValue {
            // A newer server may have kinds of problems that this version does not know.
            self.init(.problem, "\(title): \(detail)", status: status, retryAfter: retryAfter)
        } else {
            self.init(
                status == 401 ? .unauthorized : .invalidAnswer,
                "The server answered with status \(status) and no explanation. Check that the address is that of a Torii server.",
                status: status,
                retryAfter: retryAfter
            )
        }
    }

    /// The error of a document in OpenAI's form.
    package init(_ document: OpenAIErrorDocument, retryAfter: Duration? = nil) {
        var problem = document.problemKind.map { Problem($0, detail: document.message) }
        problem?.retryAfterSeconds = retryAfter.map { Int($0.components.seconds) }
        self.init(
            problem?.kind == .unauthorized ? .unauthorized : .problem,
            document.message,
            problem: problem,
            status: document.status,
            retryAfter: retryAfter
        )
        isAboutPreviousResponse = document.code == WireError.Fault.Kind.unknownResponse.rawValue
    }

    /// Whether the same request may succeed later, so that it is worth a repetition.
    ///
    /// A problem that names a run is the end of that run: a repeated request returns the same run.
    package var isTemporary: Bool {
        guard problem?.run == nil else { return false }
        switch (code, status) {
        case (.unreachable, _): return true
        // Also the answers of a proxy whose server is starting.
        case (_, 408?), (_, 429?), (_, 502?), (_, 503?), (_, 504?): return true
        default: return retryAfter != nil
        }
    }
}
