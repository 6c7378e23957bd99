import AgentWire
import Testing

@Suite struct HeaderFieldTests {
    /// Returns a text of so many bytes in the form of a signed token.
    private static func signed(_ count: Int) -> String { "ey" + String(repeating: "a", count: count - 4) + ".." }

    private static let marks = String(repeating: "\u{301}\u{316}", count: 1 << 16)

    @Test(
        arguments: [
            ("Bearer abc", "abc"), ("bearer abc", "abc"), ("BEARER   abc  ", "abc"), ("  Bearer abc", "abc"),
            ("Bearer a b", "a b"), ("Bearer", nil), ("Bearer ", nil), ("Basic abc", nil), ("Bearerabc", nil), ("", nil),
            ("Bearer \u{301}", nil), ("Bearer\u{301} abc", nil), ("Bearer a\u{7F}", nil), ("\u{212A}earer abc", nil),
            ("Bearer " + String(repeating: "a", count: 5000), nil), ("Bearer " + signed(8192), signed(8192)),
            ("Bearer " + signed(8300), nil), ("Bearer a" + signed(8000), nil), ("Bearer " + signed(8000) + ".", nil),
            (marks, nil), ("Bearer " + marks, nil),
        ] as [(String, String?)]
    )
    func bearerToken(value: String, token: String?) {
        #expect(BearerCredentials(value)?.token == token)
    }

    @Test(arguments: [
        ("Bearer torii_…", true), ("bearer a\u{7F}", true), ("Bearer abc", false), ("Bearer a b", false),
        ("Bearer", false), ("Basic …", false), ("", false),
    ])
    func aPlaceholderIsTold(value: String, isForeign: Bool) {
        #expect(BearerCredentials.haveForeignCharacters(value) == isForeign)
    }

    @Test(
        arguments: [
            ("application/json", true), ("Application/JSON; charset=utf-8", true), (" application/json ;q=1", true),
            ("application/problem+json", true), ("text/json", false), ("application/jsonl", false), ("json", false),
            ("application/", false), ("/json", false), ("application/js on", false), ("", false),
            ("application/json\u{301}", false), (marks, false), ("application/" + marks + "+json", false),
            ("application/json;" + String(repeating: "x", count: 2000), false),
        ] as [(String, Bool)]
    )
    func jsonMediaType(value: String, isJSON: Bool) {
        #expect((MediaType(value)?.isJSON ?? false) == isJSON)
    }

    @Test(
        arguments: [
            (["text/event-stream"], true), (["application/json, Text/Event-Stream;q=0.5"], true),
            (["application/json", "text/event-stream"], true), (["text/event-stream;q=0"], false),
            (["text/event-stream;q=0.000"], false), (["text/event-stream;q=2"], false), (["*/*"], false), ([], false),
            (["text/event-stream" + marks], false), ([marks, "text/event-stream"], false),
            ([String(repeating: ",", count: 5000) + "text/event-stream"], false), ([",,text/event-stream,,"], true),
        ] as [([String], Bool)]
    )
    func acceptedEvents(values: [String], isAccepted: Bool) {
        #expect(AcceptedMediaTypes(values).names("text", "event-stream") == isAccepted)
    }

    @Test(arguments: [("1", 1000), ("0.5", 500), ("0.125", 125), ("0", 0), ("1.000", 1000), ("x", 0), ("0.1234", 0)])
    func weight(text: String, expected: Int) {
        #expect(MediaType("a/b;q=\(text)")?.weight == expected)
    }

    @Test(
        arguments: [
            ("abc", "abc"), ("\"abc\"", "abc"), ("\"", "\""), ("\"\"", nil), ("", nil), ("a\u{301}", nil), (marks, nil),
            (String(repeating: "a", count: 255), String(repeating: "a", count: 255)),
            (String(repeating: "a", count: 256), nil), ("a\tb", nil),
        ] as [(String, String?)]
    )
    func idempotencyKey(value: String, key: String?) {
        #expect(IdempotencyKeyField(value)?.key == key)
    }

    @Test(
        arguments: [
            ("7", 7), ("run_1:7", 7), ("-1", -1), ("run_1:-1", -1), ("-2", nil), ("run_2:7", nil), ("run_1:", nil),
            ("run_17", nil), ("9223372036854775807", nil), ("-9223372036854775808", nil), ("", nil), ("7\u{301}", nil),
            (marks, nil), ("run_1:" + marks, nil),
        ] as [(String, Int?)]
    )
    func eventPosition(text: String, number: Int?) {
        #expect(EventPosition(text, run: "run_1")?.number == number)
    }
}
