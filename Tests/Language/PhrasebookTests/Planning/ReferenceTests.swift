import LanguageModels
import StreamingJSON
import Testing

@testable import Phrasebook

@Suite struct ReferenceTests {
    private static let list =
        "ID: 12 - Pens (updated: 2026-11-20)\nID: 15 - ID: 99 (updated: 2026-11-20)\nID: 20 - Ink (updated: 2026-11-19)"

    /// Returns the calls on items with known numbers; for other items the model asks.
    private func calls(_ message: String, after turns: [Turn]) throws -> [String] {
        try PhraseReading.understanding(of: turns + [Turn(prompt: message)]).calls
            .map { "\($0.call.tool) \($0.call.json)" }
            .filter { $0.contains(/"id":\d/) }
    }

    private func turn(_ tool: String, _ arguments: String, _ output: String) throws -> Turn {
        let object = try GeneratedContent(json: arguments).jsonValue.objectValue ?? [:]
        return Turn(prompt: "…", calls: [.init(tool: tool, arguments: object, output: output)])
    }

    @Test(arguments: [
        ("delete the third one", #"deleteInventory {"id":20}"#), ("show the 2nd item", #"getInventory {"id":15}"#),
        ("rename the first one to Pencils", #"updateInventory {"id":12,"title":"Pencils"}"#),
        ("3番目を削除して", #"deleteInventory {"id":20}"#), ("最初の在庫の数量を4にして", #"updateInventory {"id":12,"quantity":4}"#),
        ("一番下のを見せて", #"getInventory {"id":20}"#),
    ])
    func placesInTheLastList(message: String, call: String) throws {
        #expect(try calls(message, after: [turn("getInventoryList", "{}", Self.list)]) == [call])
    }

    @Test(
        "A place that the list does not have, or a word for one of many, leads to no call",
        arguments: [
            "delete the fourth one", "delete it", "それを削除して", "4番目を消して",
        ]
    )
    func nothingThere(message: String) throws {
        #expect(try calls(message, after: [turn("getInventoryList", "{}", Self.list)]) == [])
        #expect(try calls(message, after: []) == [])
    }

    @Test("The item shown or created last is “it”, and the list remains")
    func mentioned() throws {
        let list = try turn("getInventoryList", "{}", Self.list)
        let shown = try turn("getInventory", #"{"id":15}"#, "ID: 15 - Paper (updated: 2026-11-20)")
        let made = try turn("createInventory", #"{"title":"Lamp"}"#, "Created:\nID: 31 - Lamp (updated: 2026-11-21)")
        #expect(try calls("delete it", after: [list, shown]) == [#"deleteInventory {"id":15}"#])
        #expect(try calls("それを消して", after: [list, shown, made]) == [#"deleteInventory {"id":31}"#])
        #expect(try calls("show the last one", after: [list, shown]) == [#"getInventory {"id":20}"#])
        #expect(try calls("delete it", after: [made, list]) == [])
    }

    @Test("Only the output of a tool that lists things counts as a list")
    func otherTools() throws {
        #expect(try calls("delete the first one", after: [turn("searchWeb", "{}", Self.list)]) == [])
    }

    @Test("The second round of a turn reads the message like the first")
    func throughASession() async throws {
        let model = try PhrasebookLanguageModel(PhraseReading.phrases.get())
        let session = LanguageModelSession(
            model: model,
            tools: [
                EchoTool(name: "getInventoryList") { _ in Self.list },
                EchoTool(name: "getInventory") { "item \(try $0.value(Int.self, forProperty: "id"))" },
            ]
        )
        _ = try await session.respond(to: "show the inventory")
        #expect(try await session.respond(to: "details of the second one").content == "item 15")
        #expect(try await session.respond(to: "3番目の詳細").content == "item 20")
    }
}
