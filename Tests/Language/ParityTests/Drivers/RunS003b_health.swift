import FoundationModels
import ScriptedModels

@main
struct Driver {
    static func main() async throws {
        let model = ScriptedModel(.calls([.init("fetchHealthData", #"{"dataType":"today"}"#)]), .text(["done"]))
        let session = LanguageModelSession(model: model, tools: [HealthDataTool()])
        print(try await session.respond(to: "?").content, session.transcript.count)
    }
}
