import LanguageModels
import StreamingJSON

/// The decisions about one round that a provider may refuse: what is changed before it is sent, and what before it is sent again.
///
/// A refused request is repeated only if a change may help that has not been tried. Nothing of an answer was shown then, because a
/// provider objects to a request before it answers.
struct RequestRemedies {
    /// A change of a request.
    private enum Remedy: Hashable {
        /// Removes the thoughts that are sealed, and the seals of calls.
        case withoutSeals
        /// Removes a tool, by its name on the wire.
        case withoutTool(String)
        /// Changes the body.
        case edits([BodyEdit])
    }

    /// The largest number of repetitions of one round.
    static let mostRepetitions = 4

    private let place: RemedyMemory.Place
    private let memory: RemedyMemory
    /// The tools that may be left out, which an answer's own tool may not.
    private let tools: [Transcript.ToolDefinition]
    /// The most output tokens according to the table of models.
    private let tableLimit: Int?
    private var tried: Set<Remedy> = []
    private var edits: [BodyEdit]
    /// The edits of this round that hold for later ones.
    private var lasting: [BodyEdit] = []
    private var leftOut: [String] = []
    private var refusedSeals: [TranscriptSeal] = []
    private var body = JSONObject()

    /// The request to send.
    private(set) var request: LanguageModelExecutorGenerationRequest
    /// The lowered limit of output tokens; `nil` if that of the request is sent.
    private(set) var outputLimit: Int?
    /// The id of the key that made the newest seal, which can open the seals; `nil` if it is not known.
    let preferredKey: String?

    /// - Parameters:
    ///   - request: The round, with the names on the wire.
    ///   - tools: The tools that may be left out.
    init(
        _ request: LanguageModelExecutorGenerationRequest,
        tools: [Transcript.ToolDefinition],
        at place: RemedyMemory.Place,
        memory: RemedyMemory,
        tableLimit: Int? = nil
    ) {
        self.place = place
        self.memory = memory
        self.tools = tools
        self.tableLimit = tableLimit
        self.request = request
        edits = memory.edits(at: place)
        var seals = request.transcript.seals
        if seals.contains(where: { memory.refuses(seal: $0.hash) }) {
            self.request.transcript = request.transcript.withoutSeals { memory.refuses(seal: $0.hash) }
            seals = self.request.transcript.seals
        }
        preferredKey = seals.reversed().lazy.compactMap { $0.maker ?? memory.maker(of: $0.hash) }.first
    }

    /// Returns a request's body with the changes that earlier refusals demand.
    mutating func fitted(_ encoded: JSONValue) -> JSONValue {
        guard case .object(var body) = encoded else { return encoded }
        outputLimit = nil
        for edit in edits where edit.apply(to: &body) { if case .limit(let limit) = edit { outputLimit = limit } }
        self.body = body
        return .object(body)
    }

    /// Changes the request after a refusal; returns whether to send it again.
    mutating func mend(after error: any Error) -> Bool {
        guard tried.count < Self.mostRepetitions, let remedy = remedy(for: error), tried.insert(remedy).inserted else {
            return false
        }
        switch remedy {
        case .withoutSeals:
            refusedSeals = request.transcript.seals
            request.transcript = request.transcript.withoutSeals()
        case .withoutTool(let name):
            guard let smaller = request.leavingOut([name]) else { return false }
            request = smaller
            leftOut.append(name)
        case .edits(let more): edits += more
        }
        return true
    }

    /// Records what helped, so that later requests are sent in this way at once.
    ///
    /// - Parameter keyID: The id of the key of the call, whose own seals are not to blame.
    /// - Returns: The names on the wire of the tools that this round had to leave out.
    func succeed(keyID: String?) -> [String] {
        for edit in lasting { memory.record(edit, at: place) }
        for name in leftOut {
            guard let tool = tools.first(where: { $0.name == name }) else { continue }
            memory.refuse(name, tool.parameters.jsonValue, at: place)
        }
        if !refusedSeals.isEmpty {
            let foreign = refusedSeals.filter { seal in
                keyID == nil || (seal.maker ?? memory.maker(of: seal.hash)) != keyID
            }
            memory.refuse(seals: (foreign.isEmpty ? refusedSeals : foreign).map(\.hash))
        }
        return leftOut
    }
}

// MARK: - Choosing

extension RequestRemedies {
    private mutating func remedy(for error: any Error) -> Remedy? {
        // Ollama's objection to the word for thinking has a case of the session's error. It is an answer to a request if it has a status.
        if case LanguageModelError.unsupportedCapability(let lack) = error, lack.capability == .reasoning,
            lack.metadata["status"] is Int
        {
            guard let think = body["think"] else { return nil }
            // A model that does not know the word may know that it is to think at all.
            return .edits(keeping([think.stringValue == nil ? .remove(["think"]) : .replace(["think"], true)]))
        }
        guard let error = error as? ModelProviderError, let objection = error.objection else { return nil }
        if error.code == .contextExceeded {
            guard let limit = objection.outputLimit, limit.isRest else { return nil }
            return limit.limit.flatMap { lowered(to: $0, isLasting: false) }
        }
        guard error.code == .invalidRequest || error.code == .noInterface else { return nil }
        if objection.isAboutSeals, !request.transcript.seals.isEmpty { return .withoutSeals }
        if objection.isAboutMissingSignatures { return useful([.signCalls]).map(Remedy.edits) }
        let members = OptionalMember.all.filter { body.value(at: $0.path) != nil }
        if let member = members.first(where: objection.isParameter) {
            return useful([edit(of: member, objection)]).map(Remedy.edits)
        }
        if let tool = refusedTool(objection) { return .withoutTool(tool) }
        if let limit = objection.outputLimit {
            if let remedy = (limit.limit ?? tableLimit).flatMap({ lowered(to: $0, isLasting: !limit.isRest) }) {
                return remedy
            }
        }
        if let edit = renaming(objection) { return useful([edit]).map(Remedy.edits) }
        return useful(members.filter(objection.names).map { edit(of: $0, objection) }).map(Remedy.edits)
    }

    private func edit(of member: OptionalMember, _ objection: RequestObjection) -> BodyEdit {
        // "…use /v1/responses or set reasoning_effort to 'none'": tools are worth more than thoughts.
        member.path == ["reasoning_effort"] && objection.text.contains("to 'none'")
            ? .replace(member.path, "none") : .remove(member.path)
    }

    /// Returns the name that the provider knows for the limit of output tokens.
    private func renaming(_ objection: RequestObjection) -> BodyEdit? {
        guard objection.isAboutUnknownPart else { return nil }
        let said = "\(objection.parameter) \(objection.text)"
        if body["max_tokens"] != nil, said.contains("max_completion_tokens") {
            return .rename("max_tokens", to: "max_completion_tokens")
        }
        guard said.contains("max_completion_tokens") else { return nil }
        return .rename("max_completion_tokens", to: "max_tokens")
    }

    private mutating func lowered(to limit: Int, isLasting: Bool) -> Remedy? {
        guard limit > 0, BodyEdit.limit(limit).changes(body) else { return nil }
        return .edits(isLasting ? keeping([.limit(limit)]) : [.limit(limit)])
    }

    /// Returns the edits that change the body; `nil` if none does.
    private mutating func useful(_ edits: [BodyEdit]) -> [BodyEdit]? {
        let useful = edits.filter { $0.changes(body) }
        return useful.isEmpty ? nil : keeping(useful)
    }

    private mutating func keeping(_ edits: [BodyEdit]) -> [BodyEdit] {
        lasting += edits
        return edits
    }

    /// Returns the tool that a provider refuses, if it may be left out.
    private func refusedTool(_ objection: RequestObjection) -> String? {
        let placed = objection.toolPlaces.lazy.compactMap { self.tool(at: $0) }.first
        guard let name = placed ?? request.enabledToolDefinitions.map(\.name).first(where: objection.quotesTool),
            tools.contains(where: { $0.name == name }), request.leavingOut([name]) != nil
        else { return nil }
        return name
    }

    private func tool(at place: [Int]) -> String? {
        guard let first = place.first, var tool = body["tools"]?[first] else { return nil }
        if let declarations = tool["functionDeclarations"], let second = place.dropFirst().first {
            tool = declarations[second] ?? .null
        }
        return (tool["function"]?["name"] ?? tool["name"])?.stringValue
    }
}

extension BodyEdit {
    /// Whether the edit changes a body.
    fileprivate func changes(_ body: JSONObject) -> Bool {
        var body = body
        return apply(to: &body)
    }
}

extension LanguageModelExecutorGenerationRequest {
    /// Returns the request without some of its tools; `nil` if the caller demands one of them, or a call that would then be impossible.
    func leavingOut(_ names: Set<String>) -> Self? {
        guard !names.isEmpty else { return self }
        var smaller = self
        smaller.enabledToolDefinitions.removeAll { names.contains($0.name) }
        switch generationOptions.toolChoice {
        case .named(let name) where names.contains(name): return nil
        case .required where smaller.enabledToolDefinitions.isEmpty: return nil
        case .among(let allowed, let isRequired):
            let left = allowed.filter { !names.contains($0) }
            if left.isEmpty, isRequired { return nil }
            smaller.generationOptions.details.tools = .among(left)
        case .allowed, .required, .disallowed, .named: break
        }
        return smaller
    }
}
