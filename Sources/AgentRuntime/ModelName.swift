import LanguageModels
import ModelProviders

extension [String: GeneratedContent] {
    /// The name of the router's model that made the entry with this metadata; `nil` without a router.
    var modelName: String? { try? self[RouterLanguageModel.metadataKey]?.value(String.self) }
}
