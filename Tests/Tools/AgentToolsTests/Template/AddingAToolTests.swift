import AgentTools
import Foundation
import LanguageModels
import Phrasebook
import Repository
import StreamingJSON
import Testing

/// The template in Documentation/AddATool.md is the file beside this one, so that it is compiled and tested.
@Suite struct AddingAToolTests {
    @Test func thePageShowsThisFile() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let template = try String(contentsOf: folder.appending(path: "GetWeekday.swift"), encoding: .utf8)
        let page = try String(contentsOf: Repository.root.appending(path: "Documentation/AddATool.md"), encoding: .utf8)
        let start = try #require(page.firstRange(of: "```swift\n")).upperBound
        let end = try #require(page[start...].firstRange(of: "```")).lowerBound
        #expect(page[start..<end] == template)
    }

    @Test(arguments: [
        ("What weekday is 2026-11-21?", "2026-11-21 is a Saturday."), ("2026-11-21は何曜日ですか", "2026-11-21 は土曜日です。"),
    ])
    func theBuiltInModelCallsIt(message: String, answer: String) async throws {
        let model = try PhrasebookLanguageModel([GetWeekday().phrases])
        let language = answer.contains("is") ? "en" : "ja"
        let session = LanguageModelSession(model: model, tools: [GetWeekday()])
        let turn = try await session.turn(
            Prompt(message),
            metadata: ["locale": language, "now": "2026-11-21T03:00:00Z"],
            onEvent: { _ in }
        )
        #expect(turn.response.segments.text.contains(answer))
    }

    @Test func itExplainsInvalidArguments() async throws {
        let outcome = try await ToolRegistry([GetWeekday()]).call(
            "get-weekday",
            arguments: ["day": "someday"],
            metadata: ["locale": GeneratedContent("ja")]
        )
        #expect(outcome.isError && outcome.output.segments.text.contains("YYYY-MM-DD"))
    }
}
