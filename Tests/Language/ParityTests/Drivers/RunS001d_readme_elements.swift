import FoundationModels
import LLMCodable
import ScriptedModels

@main
struct Driver {
    static func main() async throws {
        let model = ScriptedModel(.text([#"{"elements":[{"name":"a"},"#, #"{"name":"b"}]}"#]))
        try await SystemLanguageModel.withModel(model) { print(try await s001d(recipeText: "text").map(\.name)) }
    }
}
