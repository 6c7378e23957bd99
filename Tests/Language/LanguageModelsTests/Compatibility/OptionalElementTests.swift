import LanguageModels
import Testing

/// A list with gaps, written as an alternative to `[String?]`, which the macro refuses as Apple's framework does.
@Generable
private struct Table: Equatable {
    var rows: [Row]
    var notes: [String]?

    @Generable
    struct Row: Equatable { var cell: String? }
}

/// A list with gaps that is read by hand.
private struct Cells: ConvertibleFromGeneratedContent {
    let cells: [String?]

    init(_ content: GeneratedContent) throws {
        guard case .array(let elements) = content.kind else {
            throw GeneratedContent.ParsingError(rawContent: content.jsonString, debugDescription: "no list")
        }
        cells = try elements.map { $0.kind == .null ? nil : try $0.value(String.self) }
    }
}

/// `[String?]` and its alternatives.
@Suite(.timeLimit(.minutes(1))) struct OptionalElementTests {
    @Test func aGapIsAPropertyWithoutAValue() async throws {
        let answer = #"{"rows": [{"cell": "a"}, {}, {"cell": null}]}"#
        let session = LanguageModelSession(model: ScriptedModel([ScriptedModel.text(answer)]))
        let table = try await session.respond(to: "Table", generating: Table.self).content
        #expect(table.rows.map(\.cell) == ["a", nil, nil])
        #expect(table.notes == nil)
        #expect(table.generatedContent.jsonString == #"{"rows":[{"cell":"a"},{},{}]}"#)
    }

    @Test func aListWithGapsIsReadByHand() throws {
        let content = try GeneratedContent(json: #"{"cells": ["a", null, "b"]}"#)
        #expect(try content.value(Cells.self, forProperty: "cells").cells == ["a", nil, "b"])
        // Without gaps it is a list of texts; with gaps the error names the place.
        let error = #expect(throws: GeneratedContent.ParsingError.self) {
            try content.value([String].self, forProperty: "cells")
        }
        #expect(error?.debugDescription == "in 'cells[1]': expected string, found null")
    }
}
