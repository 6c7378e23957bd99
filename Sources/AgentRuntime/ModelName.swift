import LanguageModels
import ModelProviders

extension [String: GeneratedContent] {
    /// Which of a router's models made the entry that this is the metadata of; `nil` when there was no router.
    var modelName: String? { try? self[RouterLanguageModel.metadataKey]?.value(String.self) }
}
