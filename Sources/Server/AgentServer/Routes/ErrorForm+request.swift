import APIDescription
import HTTPTypes

extension ErrorForm {
    /// Creates the form of the endpoints at a path of the table; problem documents for other paths.
    ///
    /// - Parameter headers: The request's header, because some paths belong to two dialects.
    init(of path: String?, _ headers: HTTPFields = [:]) {
        let forms = path.flatMap { Self.others[$0] } ?? [.problem]
        switch forms.dropFirst().first {
        case .anthropic where headers[.anthropicVersion] != nil: self = .anthropic
        case .responses where Self.namesOpenAI(headers): self = .responses
        default: self = forms[0]
        }
    }

    /// Creates the form for a path that the table does not have.
    ///
    /// Below `/v1`, or at a path of those APIs without it, a library of OpenAI or Anthropic looks for an operation that this server lacks. It
    /// would report a document of another form as an unreadable answer.
    init(ofUnknown path: String, _ headers: HTTPFields) {
        let parts = path.split(separator: "/", maxSplits: 2)
        guard parts.first == "v1" else {
            let isForeign = Self.foreignPaths.contains { path == $0 || path.hasPrefix($0 + "/") }
            self =
                headers[.anthropicVersion] != nil
                ? .anthropic : Self.namesOpenAI(headers) || isForeign ? .openAI : .problem
            return
        }
        if Self.paths.contains(path) {
            // The path of an endpoint that this listener does not have.
            self.init(of: path, headers)
        } else if headers[.anthropicVersion] != nil || headers[.apiKey] != nil {
            self = .anthropic
        } else if !Self.namesOpenAI(headers), parts.count > 1, Self.nativeFamilies.contains(parts[1]) {
            self = .problem
        } else {
            self = .openAI
        }
    }

    /// The paths of OpenAI's API without `/v1`, which a client with an incomplete base URL asks for.
    private static let foreignPaths = [
        "/audio/speech", "/audio/transcriptions", "/audio/translations", "/batches", "/chat/completions",
        "/completions",
        "/embeddings", "/files", "/fine_tuning", "/images/edits", "/images/generations", "/images/variations",
        "/models",
        "/moderations", "/realtime", "/responses", "/uploads", "/vector_stores", "/videos",
    ]

    /// Returns the path of an endpoint for a path that lacks its start `/v1`; `nil` if there is none.
    static func complete(_ path: String) -> String? { paths.contains("/v1" + path) ? "/v1" + path : nil }

    /// The paths of the table.
    private static let paths = Set(Endpoint.all.map(\.path))

    /// The parts after `/v1` below which all endpoints use problem documents.
    private static let nativeFamilies: Set<Substring> = {
        let families = Dictionary(
            grouping: Endpoint.all.filter { $0.path.hasPrefix("/v1/") },
            by: { $0.path.dropFirst("/v1/".count).prefix { $0 != "/" } }
        )
        return Set(families.filter { $0.value.allSatisfy { $0.errorForms == [.problem] } }.keys)
    }()

    /// Whether a request is from one of OpenAI's client libraries, or asks for OpenAI's form.
    ///
    /// The libraries in all languages send `X-Stainless-Lang`, or a `User-Agent` such as `OpenAI/Python 3.54.0`. Any other client selects
    /// the form by the field `OpenAI-Beta`, which belongs to OpenAI's API, too.
    private static func namesOpenAI(_ headers: HTTPFields) -> Bool {
        if headers[.openAIBeta] != nil || headers[.clientLanguage] != nil { return true }
        let product = headers[.userAgent]?.prefix { $0 != "/" } ?? ""
        return product == "OpenAI" || product == "AsyncOpenAI"
    }

    /// The paths whose endpoints use another form than problem documents, in the notations of the table and of the router.
    private static let others: [String: [ErrorForm]] = Dictionary(
        Endpoint.all.filter { $0.errorForms != [.problem] }.flatMap { endpoint in
            [(endpoint.path, endpoint.errorForms), (endpoint.template, endpoint.errorForms)]
        }
    ) { first, _ in first }
}
