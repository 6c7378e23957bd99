import StreamingJSON
import Testing

@testable import AgentWire

/// A list of fields: the encoder, the decoder and the schema that come from it.
@Suite struct FieldsTests {
    private enum Color: String, Sendable, CaseIterable, WireWord { case red, blue }

    private struct Part: WireRecord {
        var left: String
        var right: Int?

        static let fields: Fields<Self> = Fields(Self.init, .always("left", \.left), .always("right", \.right))
    }

    private struct Answer: WireRecord {
        var color: Color
        var name: String?
        var part: Part?
        var text: String?
        var other: Color
        var parts: [Part]
        var isRed: Bool { color == .red }
        var since: String?

        static let fields: Fields<Self> = Fields(
            named: "Answer",
            note: "An answer.",
            last: ["name"],
            Self.init,
            .always("color", \.color, "The color."),
            .always("name", \.name),
            .inline(\.part, if: "color", is: "blue"),
            .maybe("text", \.text),
            .always("other", \.other, missing: .red),
            .unless([], "parts", \.parts),
            .only(if: \.isRed, "since", \.since, missing: nil)
        )
    }

    private struct Request: WireRecord {
        var number: Int
        var parts: [Part]?
        var text: String??
        var force: Bool

        static let fields: Fields<Self> = Fields(
            of: .request,
            Self.init,
            .always("number", \.number, as: .integer(from: 1)),
            .maybe("parts", \.parts),
            .change("text", \.text),
            .always("force", \.force, missing: false)
        )
    }

    /// A list that starts with a value, with fields in another order than the properties.
    private struct Order: WireRecord {
        struct Size: Sendable, Equatable { var width = 1, height: Int? }

        var parts: [Part] = []
        var size = Size()
        var names: [String: Int] = [:]
        var whole: String?
        var area: Int { size.width * (size.height ?? 0) }

        static let fields: Fields<Self> = Fields(
            of: .request,
            last: ["names", "parts"],
            from: Order(),
            .constant("kind", "order"),
            .unless([], "parts", \.parts, as: .list(of: Part.schema, most: 2), read: .records(upTo: 2)),
            .always("width", \.size.width, missing: 1),
            .maybe("height", \.size.height, read: .integer(in: 1...9)),
            .computed("area", \.area),
            .unless([:], "names", \.names),
            Field(
                parts: [FieldPart(name: "whole", schema: .text(), presence: .optional)],
                inline: \.whole,
                writes: { $1["whole"] = $0.map(JSONValue.string) },
                read: { .some($0.string("whole")) }
            )
        )

        func check(_ fields: inout RequestFields) {
            if size.width > 9 { fields.reject("width", "is too large") }
        }
    }

    @Test(arguments: [
        WireSample(Answer.self, #"{"color":"red","other":"blue","since":null,"name":null}"#),
        WireSample(
            Answer.self,
            #"{"color":"blue","left":"a","right":null,"text":"t","other":"red","parts":[{"left":"b","right":1}],"name":"n"}"#
        ),
        WireSample(Request.self, #"{"number":1,"parts":[],"text":null,"force":true}"#),
        WireSample(Request.self, #"{"number":1,"text":"t","force":false}"#),
        WireSample(Request.self, #"{"number":1,"force":false}"#),
        WireSample(Order.self, #"{"kind":"order","width":1,"area":0}"#),
        WireSample(
            Order.self,
            #"{"kind":"order","width":2,"height":3,"area":6,"whole":"w","names":{"a":1,"b":2},"parts":[{"left":"a","right":null}]}"#
        ),
    ])
    func bytesReadAndWrittenAreTheSame(sample: WireSample) throws {
        #expect(try sample.rewritten() == sample.json)
    }

    /// A fault of a field without a placeholder, such as a word, does not hide those of later fields.
    @Test func allFaultsAreCollectedInTheOrderOfTheFields() throws {
        let answer = WireSample(Answer.self, #"{"color":"green","name":5,"other":1,"parts":[{"left":2},3]}"#)
        let places = ["#/color", "#/name", "#/other", "#/parts/0/left", "#/parts/1"]
        #expect(answer.faults(in: try JSONValue(parsing: answer.json)) == places)
        let request = WireSample(Request.self, #"{"later":1,"parts":[{"left":2}],"text":4,"force":5}"#)
        let others = ["#/later", "#/number", "#/parts/0/left", "#/text", "#/force"]
        #expect(request.faults(in: try JSONValue(parsing: request.json)) == others)
    }

    @Test func faultsOfFieldsThatAreSetAreCollectedInTheOrderOfTheList() throws {
        let order = WireSample(
            Order.self,
            #"{"whole":5,"names":[],"height":10,"width":"w","parts":[{"left":2},3],"more":1}"#
        )
        let places = ["#/more", "#/parts/0/left", "#/parts/1", "#/width", "#/height", "#/names", "#/whole"]
        #expect(order.faults(in: try JSONValue(parsing: order.json)) == places)
        #expect(order.faults(in: ["width": 10]) == ["#/width"])
        #expect(order.faults(in: ["parts": [[:], [:], [:]]]) == ["#/parts"])
    }

    @Test func aSchemaSaysWhatIsWritten() {
        let part =
            #"{"type":"object","properties":{"left":{"type":"string"},"right":\#(orNull(integer))},"required":["left","right"]}"#
        let answer =
            #"{"type":"object","properties":{"color":{"type":"string","enum":["red","blue"],"description":"The color."},"#
            + #""name":\#(orNull(text)),"left":\#(text),"right":\#(orNull(integer)),"text":\#(text),"#
            + #""other":{"type":"string","enum":["red","blue"]},"parts":{"type":"array","items":\#(part)},"since":\#(orNull(text))},"#
            + #""required":["color","name","other"],"description":"An answer."}"#
        #expect(Answer.fields.schema.json.serialized() == answer)
        #expect(Answer.schema.json == ["$ref": "#/components/schemas/Answer"])
        let request =
            #"{"type":"object","properties":{"number":{"type":"integer","minimum":1},"#
            + #""parts":\#(orNull(#"{"type":"array","items":\#(part)}"#)),"text":\#(orNull(text)),"force":\#(orNull(#"{"type":"boolean"}"#))},"#
            + #""required":["number"],"additionalProperties":false}"#
        #expect(Request.schema.json.serialized() == request)
    }

    private let text = #"{"type":"string"}"#
    private let integer = #"{"type":"integer","minimum":0}"#

    private func orNull(_ schema: String) -> String { #"{"anyOf":[\#(schema),{"type":"null"}]}"# }
}
