import LanguageModels

extension Transcript {
    /// Returns the transcript without the thoughts and seals of other models.
    ///
    /// Thoughts are sealed for the model and the account that produced them, and a provider refuses the seals of others. The same is true
    /// of the seals that some providers put on calls and answers. Text, calls and outputs stay. Entries that name no model stay as they
    /// are, because each dialect sends only what has its own form.
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
