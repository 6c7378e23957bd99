import FoundationModels
import ScriptedModels

@main
struct Driver {
    static func main() async throws {
        let model = ScriptedModel(.calls([.init("searchWeb", #"{"query":"swift"}"#)]), .text(["done"]))
        let session = LanguageModelSession(model: model, tools: [SearchTool()])
        print(try await session.respond(to: "?").content, session.transcript.count)
    }
}
