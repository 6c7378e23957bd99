import FoundationModels
import LLMCodable
import ScriptedModels

@main
struct Driver {
    static func main() async throws {
        let person = #"{"name":"Ada","age":36}"#
        let model = ScriptedModel(
            .text([person]),
            .text([person]),
            .text([#"{"title":"Ra"#, #"n","rating":5}"#]),
            .text([#"{"elements":[{"name":"a"},{"name":"b"}]}"#]),
            .text([person]),
            .text([#"{"confidence":0.4}"#])
        )
        try await SystemLanguageModel.withModel(model) {
            try await s001_plain()
            try await s001_decode()
            let screen = Model()
            try await screen.a(input: "text")
            try await screen.b(input: "text")
            print(screen.title, screen.recipes.count)
            try await screen.c()
        }
    }
}
