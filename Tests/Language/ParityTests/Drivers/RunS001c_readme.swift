import FoundationModels
import LLMCodable
import ScriptedModels

@main
struct Driver {
    static func main() async throws {
        let person = #"{"name":"Ada","age":36,"occupation":"engineer"}"#
        let model = ScriptedModel(
            .text([person]),
            .text([#"{"title":"Ran","#, #""rating":5}"#]),
            .text([person]),
            .text([#"{"confidence":0.7}"#]),
            .text([#"{"sentiment":"neutral","keyPhrases":[]}"#]),
            .text([#"{"confidence":0.5}"#]),
            .text([person]),
            .text([person])
        )
        try await SystemLanguageModel.withModel(model) {
            let readme = R()
            try await readme.a()
            try await readme.b(reviewText: "text")
            print(readme.title, readme.rating)
            try await readme.c(text: "text")
            try await readme.d(text: "text")
        }
    }
}
