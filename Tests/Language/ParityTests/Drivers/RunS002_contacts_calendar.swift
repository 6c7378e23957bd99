import FoundationModels
import ScriptedModels

@main
struct Driver {
    static func main() async throws {
        let model = ScriptedModel(
            .calls([.init("カレンダーイベントを取得する。", #"{"day":1,"month":1,"year":1970}"#)]),
            .text(["done"])
        )
        let session = LanguageModelSession(model: model, tools: [CalendarTool(contactName: "田中太郎")])
        print(try await session.respond(to: "?").content, session.transcript.count)
    }
}
