import LanguageModels

extension Transcript {
    /// The transcript as one of a router's models may read it: without what another one said to itself.
    ///
    /// Thoughts are sealed for the model, and the account, that had them, and a provider refuses the seals of others; so are the
    /// seals that some providers put on calls and answers. What was said and done stays. Entries that name no model are left as
    /// they are: each dialect sends only what is in its own form.
    func readable(by model: String) -> Transcript {
        Transcript(
            entries: compactMap { entry in
                switch entry {
                case .reasoning(let thought): return thought.metadata.isForeign(to: model) ? nil : entry
                case .response(var response):
                    guard response.metadata.isForeign(to: model) else { return entry }
                    response.metadata = [:]
                    return .response(response)
                case .toolCalls(let calls):
                    guard calls.contains(where: { $0.metadata.isForeign(to: model) }) else { return entry }
                    let bare = calls.map { call in
                        var call = call
                        if call.metadata.isForeign(to: model) { call.metadata = [:] }
                        return call
                    }
                    return .toolCalls(.init(id: calls.id, bare))
                case .instructions, .prompt, .toolOutput: return entry
                }
            }
        )
    }
}

extension [String: GeneratedContent] {
    fileprivate func isForeign(to model: String) -> Bool {
        guard let name = try? self[RouterLanguageModel.metadataKey]?.value(String.self) else { return false }
        return name != model
    }
}
