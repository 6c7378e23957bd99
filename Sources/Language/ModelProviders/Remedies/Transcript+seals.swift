import FoundationEssentials
import LanguageModels

/// A provider's seal in a transcript, on a thought, a call or an answer.
struct TranscriptSeal: Equatable {
    /// The name of the metadata that holds the id of the key with which the provider made the seal.
    static let makerKey = "torii.key"

    /// The hash of the seal, which identifies it in this process.
    let hash: Int
    /// The id of the key with which the provider made it; `nil` if it is not known.
    let maker: String?

    /// Returns the hash of a seal: of all its bytes, because `Data` hashes only the first ones, which seals may have in common.
    static func hash(of seal: Data) -> Int {
        var hasher = Hasher()
        seal.withUnsafeBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }

    /// Returns the hash of a seal that is a text.
    static func hash(of seal: String) -> Int { hash(of: Data(seal.utf8)) }

    fileprivate init?(_ thought: Transcript.Reasoning) {
        guard let signature = thought.signature else { return nil }
        self.init(hash: Self.hash(of: signature), maker: Self.maker(thought.metadata))
    }

    fileprivate init?(_ metadata: [String: GeneratedContent]) {
        guard let signature = GeminiSignature.read(metadata) else { return nil }
        self.init(hash: Self.hash(of: signature), maker: Self.maker(metadata))
    }

    private init(hash: Int, maker: String?) { (self.hash, self.maker) = (hash, maker) }

    private static func maker(_ metadata: [String: GeneratedContent]) -> String? {
        try? metadata[makerKey]?.value(String.self)
    }
}

extension Transcript {
    /// The seals, in their order.
    var seals: [TranscriptSeal] {
        flatMap { entry -> [TranscriptSeal] in
            switch entry {
            case .reasoning(let thought): TranscriptSeal(thought).map { [$0] } ?? []
            case .response(let response): TranscriptSeal(response.metadata).map { [$0] } ?? []
            case .toolCalls(let calls): calls.compactMap { TranscriptSeal($0.metadata) }
            case .instructions, .prompt, .toolOutput: []
            }
        }
    }

    /// Returns the transcript without the sealed thoughts, and without the seals of calls and answers, that `isRefused` selects.
    func withoutSeals(where isRefused: (TranscriptSeal) -> Bool = { _ in true }) -> Transcript {
        func bare(_ metadata: [String: GeneratedContent]) -> [String: GeneratedContent] {
            guard let seal = TranscriptSeal(metadata), isRefused(seal) else { return metadata }
            return GeminiSignature.removed(from: metadata)
        }
        return Transcript(
            entries: compactMap { entry in
                switch entry {
                case .reasoning(let thought):
                    guard let seal = TranscriptSeal(thought) else { return entry }
                    return isRefused(seal) ? nil : entry
                case .response(var response):
                    response.metadata = bare(response.metadata)
                    return .response(response)
                case .toolCalls(let calls):
                    let bared = calls.map { call in
                        var call = call
                        call.metadata = bare(call.metadata)
                        return call
                    }
                    return .toolCalls(.init(id: calls.id, bared))
                case .instructions, .prompt, .toolOutput: return entry
                }
            }
        )
    }
}
