import FoundationModels
import ScriptedModels

@main
struct Driver {
    static func main() async throws {
        let model = ScriptedModel(.text(["Hello"]), .text(["Hel", "lo"]))
        try await SystemLanguageModel.withModel(model) { try await s000a_session() }
        let recipe = #"{"name":"Curry","cookingTimeMinutes":40,"ingredients":[{"name":"Onion"}]}"#
        try await s000a_structured(session: LanguageModelSession(model: ScriptedModel(.text([recipe]))))
    }
}
