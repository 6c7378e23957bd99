import AgentWire
import StreamingJSON
import Testing

/// The response to a faulty request has a few kilobytes, for any size of the request.
@Suite(.timeLimit(.minutes(1))) struct FaultListTests {
    private static func faults(_ count: Int) -> [WireError.Fault] {
        (0..<count).map { .init(pointer: "#/\($0)", detail: "d") }
    }

    @Test(arguments: [(0, 0, 0), (1, 1, 0), (20, 20, 0), (21, 20, 1), (100_000, 20, 99_980)])
    func theFirstFaultsAreKeptAndTheOthersCounted(count: Int, kept: Int, omitted: Int) {
        let list = FaultList(Self.faults(count))
        #expect(list.count == kept)
        #expect(list.omittedCount == omitted)
        #expect(list.totalCount == count)
        #expect(list.map(\.pointer) == (0..<kept).map { "#/\($0)" })
    }

    @Test func theDescriptionEndsWithTheCount() {
        #expect(FaultList(Self.faults(2)).description == "#/0: d; #/1: d")
        #expect(FaultList(Self.faults(340_000)).description.hasSuffix("#/19: d; and 339980 more"))
        let long = WireError.Fault(pointer: "#/a", detail: String(repeating: "x", count: 1_000_000))
        let description = FaultList([long, long, long, long, long]).description
        #expect(description.hasSuffix("x…; and 2 more"))
        #expect(description.utf8.count < 1200)
    }

    /// Bodies of about a megabyte, each with the pointers of the reported faults and the number of the others.
    private static let bodies: [(body: String, pointers: [String], omitted: Int)] = [
        (chat("client_tools", "{}", 340_000), ["#/client_tools"], 0),
        (chat("client_tools", "1", 500_000), ["#/client_tools"], 0),
        (chat("tools", "1", 257), ["#/tools"], 0),
        (chat("tools", #""a""#, 257), ["#/tools"], 0),
        (chat("client_tools", "1", 64), (0..<20).map { "#/client_tools/\($0)" }, 44),
        (
            #"{"message":"x""# + (0..<90_000).map { #","k\#($0)":1"# }.joined() + "}",
            (0..<20).map { "#/k\($0)" }, 89_980
        ),
        (
            #"{"message":"x",""# + String(repeating: "k", count: 1_000_000) + #"":1}"#,
            ["#/" + String(repeating: "k", count: 64) + "…"], 0
        ),
        (#"{"message":"x","a/b~c\u0007\u202E":1}"#, [##"#/a~1b~0c\u{7}\u{202E}"##], 0),
        (
            #"{"message":"x","client_tools":["# + Array(repeating: manyMembers, count: 64).joined(separator: ",")
                + "]}",
            (0..<20).map { "#/client_tools/0/k\($0)" }, 64 * 1003 + 1 - 20
        ),
    ]

    /// A tool with a thousand unknown members and three missing or invalid ones; the equal names are another fault.
    private static let manyMembers =
        "{" + (0..<1000).map { #""k\#($0)":1"# }.joined(separator: ",") + #","parameters":{}}"#

    private static func chat(_ key: String, _ element: String, _ count: Int) -> String {
        #"{"message":"x","\#(key)":["# + Array(repeating: element, count: count).joined(separator: ",") + "]}"
    }

    @Test(arguments: bodies.indices) func theErrorOfAFaultyMegabyteHasKilobytes(index: Int) throws {
        let (body, pointers, omitted) = Self.bodies[index]
        let value = try JSONValue(parsing: body)
        let error = try #require(throws: WireError.self) { try ChatRequest(jsonValue: value) }
        #expect(error.faults.map(\.pointer) == pointers)
        #expect(error.faults.omittedCount == omitted)
        let document = Problem(.invalidRequest, detail: error.description, faults: error.faults)
            .jsonValue(requestID: "r")
        #expect(document.serialized().utf8.count < 16 << 10)
        #expect(document["errors_omitted"] == (omitted > 0 ? .integer(omitted) : nil))
    }

    @Test(arguments: ["outputs", "decisions"]) func tooManyAnswersAreRefused(key: String) throws {
        let value = try JSONValue(
            parsing: "{\"\(key)\":[" + Array(repeating: "{}", count: 257).joined(separator: ",") + "]}"
        )
        let error = try #require(throws: WireError.self) { try RunAnswers(jsonValue: value) }
        #expect(error.faults.map(\.detail) == ["has 257 elements, and at most 256 are accepted; send fewer"])
    }

    @Test func tooManyMessagesAreRefused() throws {
        let messages = Array(repeating: "{}", count: 4097).joined(separator: ",")
        let value = try JSONValue(parsing: #"{"schema":{"type":"object"},"messages":["# + messages + "]}")
        let error = try #require(throws: WireError.self) { try ExtractRequest(jsonValue: value) }
        #expect(error.faults.map(\.pointer) == ["#/messages"])
    }

    @Test func theSizeOfAProblemIsBounded() {
        let problem = Problem(.notFound, detail: String(repeating: "é", count: 500_000))
        #expect(problem.jsonValue(requestID: nil).serialized().utf8.count < 5000)
    }
}
