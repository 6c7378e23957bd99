import FoundationEssentials
import LanguageModels
import StreamingJSON
import Testing

@Generable
private struct Plan: Equatable {
    var title: String
    var days: [Day]
    var budget: Int
    var rate: Float?
    var done: Bool
}

@Generable
private struct Day: Equatable {
    var stops: [Stop]
}

@Generable
private struct Stop: Equatable {
    var name: String
    var minutes: Int?
    var price: Decimal?
}

/// Output that does not fit is an error with the place and the reason; no value is made up.
@Suite struct DecodingFaultTests {
    private static let whole = #"{"title":"t","days":[],"budget":1,"done":true}"#

    @Test(arguments: [
        (#"{}"#, "the required property 'title' is missing", ""),
        (#"{"title":null}"#, "in 'title': expected string, found null", "title"),
        (#"{"title":1}"#, "in 'title': expected string, found the number 1", "title"),
        (#"{"title":["x"]}"#, "in 'title': expected string, found array", "title"),
        (#"{"title":"t"}"#, "the required property 'days' is missing", ""),
        (#"{"title":"t","days":{}}"#, "in 'days': expected array, found object", "days"),
        (#"{"title":"t","days":"[]"}"#, "in 'days': expected array, found string", "days"),
        (#"{"title":"t","days":[1]}"#, "in 'days[0]': expected object, found the number 1", "days[0]"),
        (
            #"{"title":"t","days":[{"stops":[]},{}]}"#, "in 'days[1]': the required property 'stops' is missing",
            "days[1]"
        ),
        (
            #"{"title":"t","days":[{"stops":[{"name":"a"},{"name":"b","minutes":"5"}]}]}"#,
            "in 'days[0].stops[1].minutes': expected integer, found string", "days[0].stops[1].minutes"
        ),
        (#"{"title":"t","days":[],"budget":1.5}"#, "in 'budget': expected integer, found the number 1.5", "budget"),
        (#"{"title":"t","days":[],"budget":true}"#, "in 'budget': expected integer, found boolean", "budget"),
        (
            #"{"title":"t","days":[],"budget":9223372036854775808}"#,
            "in 'budget': expected an integer of 64 bits, found the number", "budget"
        ),
        (
            #"{"title":"t","days":[],"budget":-9223372036854775809}"#,
            "in 'budget': expected an integer of 64 bits, found the number", "budget"
        ),
        (
            #"{"title":"t","days":[],"budget":1e30}"#, "in 'budget': expected an integer of 64 bits, found the number",
            "budget"
        ),
        (#"{"title":"t","days":[],"budget":1}"#, "the required property 'done' is missing", ""),
        (
            #"{"title":"t","days":[],"budget":1,"rate":1e39,"done":true}"#, "in 'rate': expected a number of 32 bits",
            "rate"
        ),
        (#"{"title":"t","days":[],"budget":1,"done":"true"}"#, "in 'done': expected boolean, found string", "done"),
        (#"{"title":"t","days":[],"budget":1,"done":1}"#, "in 'done': expected boolean, found the number 1", "done"),
        ("[]", "expected object, found array", ""), ("\"{}\"", "expected object, found string", ""),
        ("null", "expected object, found null", ""),
    ])
    func aFaultNamesItsProperty(json: String, message: String, path: String) throws {
        let content = try GeneratedContent(json: json)
        let error = #expect(throws: GeneratedContent.ParsingError.self) { try Plan(content) }
        #expect(error?.debugDescription.hasPrefix(message) == true, "\(String(describing: error))")
        #expect(error?.path == path)
    }

    @Test func extraPropertiesAreIgnored() throws {
        let plan = try Plan(
            GeneratedContent(json: #"{"note":"x","title":"t","days":[],"budget":1,"done":true,"more":[1,{"a":2}]}"#)
        )
        #expect(plan == Plan(title: "t", days: [], budget: 1, rate: nil, done: true))
    }

    @Test(arguments: [
        (#"{"title":"a","title":"b","days":[],"budget":1,"done":true}"#, "b"), (whole, "t"),
        (#"{"title":"\ud83d\ude00\u0000","days":[],"budget":1,"done":true}"#, "😀\u{0}"),
    ])
    func aFittingValueIsRead(json: String, title: String) throws {
        #expect(try Plan(GeneratedContent(json: json)).title == title)
    }

    /// An answer cut at any place is either an error or a prefix of the whole.
    @Test func aTruncatedAnswerIsNeverComplete() throws {
        let text = #"{"title":"Kyōto","days":[{"stops":[{"name":"x","minutes":5}]}],"budget":10,"done":true}"#
        let whole = try Plan(GeneratedContent(json: text))
        for end in text.indices.dropFirst() {
            let content = try GeneratedContent(json: String(text[..<end]))
            #expect(!content.isComplete)
            do {
                // Only the closing bracket can be missing.
                #expect(try Plan(content) == whole)
            } catch let error as GeneratedContent.ParsingError {
                #expect(error.debugDescription.contains("missing") || error.debugDescription.contains("expected"))
            }
        }
    }

    @Test func aLongStringIsReadWhole() throws {
        let long = String(repeating: "長い", count: 500_000)
        let json = JSONValue.object(["name": .string(long)]).serialized()
        #expect(try Stop(GeneratedContent(json: json)).name == long)
        let error = #expect(throws: GeneratedContent.ParsingError.self) {
            try Day(GeneratedContent(json: json))
        }
        #expect(error?.description == "the required property 'stops' is missing")
    }

    @Test(arguments: [
        ("9007199254740993", 9_007_199_254_740_993), ("9223372036854775807", Int.max), ("-9223372036854775808", .min),
        ("3.0", 3), ("1e3", 1000), ("-0", 0),
    ])
    func integersAreExact(json: String, value: Int) throws {
        #expect(try Int(GeneratedContent(json: json)) == value)
    }

    @Test(arguments: [
        ("0.1", "0.1"), ("19.99", "19.99"), ("9007199254740993", "9007199254740993"), ("-5", "-5"), ("1e3", "1000"),
        ("12345678.9", "12345678.9"),
    ])
    func decimalsReadAsWritten(json: String, value: String) throws {
        let decimal = try Decimal(GeneratedContent(json: json))
        #expect(decimal == Decimal(string: value))
        #expect(try Decimal(decimal.generatedContent) == decimal)
    }

    @Test func floatsAreWrittenShort() throws {
        #expect(Float(0.1).generatedContent.jsonString == "0.1")
        #expect(try Float(GeneratedContent(json: "0.1")) == 0.1)
        #expect(try Float(GeneratedContent(Float.greatestFiniteMagnitude)) == .greatestFiniteMagnitude)
    }

    @Test func noContentIsReadAsNever() throws {
        #expect(throws: GeneratedContent.ParsingError.self) { try Never(GeneratedContent(json: "1")) }
        #expect(Never.generationSchema.jsonValue == ["not": [:]])
        #expect(try [Never](GeneratedContent(json: "[]")).isEmpty)
    }
}
