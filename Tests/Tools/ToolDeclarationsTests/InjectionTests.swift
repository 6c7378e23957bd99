import StreamingJSON
import Testing
import ToolDeclarations

/// Values that try to leave their place, in each place of a template.
@Suite struct InjectionTests {
    static let values: [String] = [
        "..", ".", "../..", "../../admin?", "..\\..\\admin", "%2e%2e", "%2E%2E%2fadmin", ".%2e", "%2e", "..;/admin",
        "...", "....//",
        "/", "//evil.test", "\\\\evil.test", "https://evil.test/", "@evil.test", "evil.test:80", ":8080", "a/b", "a\\b",
        "%2f", "%5c",
        "%00", "\0", "a\0b", "?x=1", "&x=1", "=1", "#f", "a#b?c&d=e", "+", " ", "%20", "%", "%%", "%zz", ";x=1", ",",
        "|", "a,b|c d",
        "\r\nX-Injected: 1", "\nX-Injected: 1", "\rX", "a\r\n\r\nGET / HTTP/1.1", "\t", "\u{85}", "\u{2028}", "é",
        "e\u{301}", "京都",
        "🦊", "\u{202E}abc", "\"}", "\",\"x\":\"1", "{\"x\":1}", "{other}", "{{other}}", "${other}", "<script>", "</a>",
        "'; DROP TABLE x;--",
        "--torii", "\"; filename=\"x", "){ a } query {", String(repeating: "A", count: 10_000),
    ]

    private static let base = BaseAddress(origin: WebOrigin(scheme: "https", host: "api.test", port: 443), path: "/v2")
    private static let slot = Slot(.argument("x"))

    private static func request(_ template: RequestTemplate, _ value: String) throws(RequestFault) -> DeclaredRequest {
        try template.request(to: base, with: RequestValues(arguments: ["x": .string(value), "other": "secret"]))
    }

    @Test func thereAreSixtyValues() { #expect(Set(Self.values).count >= 60) }

    /// Reads `%XX`, as a server does.
    private static func decoded(_ text: some StringProtocol, plusIsSpace: Bool = false) throws -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                bytes.append(try #require(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)))
                rest = rest.dropFirst(2)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: values) func aSegmentOfThePath(value: String) throws {
        let template = RequestTemplate(
            method: "GET",
            path: [
                PathSegment(pieces: [.text("items")]), PathSegment(pieces: [.slot(Self.slot)]),
                PathSegment(pieces: [.text("end")]),
            ]
        )
        let isRefused =
            value == "." || value == ".." || value.utf8.contains { $0 == 0 || $0 == 0x2F || $0 == 0x5C }
        guard !isRefused else {
            #expect(throws: RequestFault.self) { try Self.request(template, value) }
            return
        }
        let url = try Self.request(template, value).url
        let parts = url.split(separator: "/", omittingEmptySubsequences: false)
        #expect(parts.count == 7)
        #expect(url.hasPrefix("https://api.test/v2/items/"))
        #expect(parts[6] == "end")
        #expect(!url.utf8.contains { "?#;@\\ ".utf8.contains($0) || $0 < 0x21 || $0 > 0x7E })
        #expect(parts[5] != "." && parts[5] != "..")
        #expect(try Self.decoded(parts[5]) == value)
    }

    @Test(arguments: values) func slashesMayBeEncodedOrSeparateSegments(value: String) throws {
        for slash in [Slot.Slash.encode, .segments] {
            let template = RequestTemplate(
                method: "GET",
                path: [PathSegment(pieces: [.slot(Slot(.argument("x"), slash: slash))])]
            )
            guard let url = try? Self.request(template, value).url else { continue }
            let path = try #require(url.hasPrefix("https://api.test/v2/") ? url.dropFirst(20) : nil)
            let segments = path.split(separator: "/", omittingEmptySubsequences: false)
            #expect(segments.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." })
            #expect(slash == .segments || segments.count == 1)
            #expect(try Self.decoded(path) == value)
        }
    }

    @Test(arguments: values) func aParameterOfTheQuery(value: String) throws {
        let template = RequestTemplate(
            method: "GET",
            path: [PathSegment(pieces: [.text("items")])],
            query: [.init("q", .slot(Self.slot)), .init("last", .text(TextTemplate(pieces: [.text("1")])))]
        )
        let url = try Self.request(template, value).url
        let query = try #require(url.hasPrefix("https://api.test/v2/items?") ? url.dropFirst(26) : nil)
        let pairs = query.split(separator: "&", omittingEmptySubsequences: false)
        #expect(pairs.count == 2)
        #expect(pairs[1] == "last=1")
        #expect(!query.utf8.contains { "?#+; ".utf8.contains($0) || $0 < 0x21 || $0 > 0x7E })
        #expect(try Self.decoded(pairs[0].dropFirst(2)) == value)
    }

    @Test(arguments: values) func aHeaderField(value: String) throws {
        let template = RequestTemplate(method: "GET", path: [], headers: [.init("X-Value", .slot(Self.slot))])
        let isRefused = value.utf8.contains { $0 > 0x7E || ($0 < 0x20 && $0 != 0x09) }
        guard !isRefused else {
            #expect(throws: RequestFault.self) { try Self.request(template, value) }
            return
        }
        #expect(try Self.request(template, value).headers == [.init("X-Value", value)])
    }

    @Test(arguments: values) func aTextInJSON(value: String) throws {
        for body in [["a": "{x}", "b": 1], ["a": "<{x}>", "b": 1]] as [JSONValue] {
            let template = RequestTemplate(method: "POST", path: [], body: .json(body))
            let read = try JSONValue(parsing: try #require(try Self.request(template, value).body))
            #expect(read.objectValue?.count == 2)
            #expect(read["b"] == 1)
            let expected = body["a"] == "{x}" ? value : "<\(value)>"
            #expect(read["a"]?.stringValue.map { Array($0.utf8) } == Array(expected.utf8))
        }
    }

    @Test(arguments: values) func aVariableOfGraphQL(value: String) throws {
        let query = "query ($x: String) { item(name: $x) { id } }"
        let template = RequestTemplate(
            method: "POST",
            path: [],
            body: .graphQL(query: query, variables: ["x": "{x}"])
        )
        let read = try JSONValue(parsing: try #require(try Self.request(template, value).body))
        #expect(read["query"]?.stringValue == query)
        #expect(read["variables"]?["x"]?.stringValue.map { Array($0.utf8) } == Array(value.utf8))
    }

    @Test(arguments: values) func aFieldOfAForm(value: String) throws {
        let fields = [
            RequestTemplate.Field("a", .slot(Self.slot)), .init("b", .text(TextTemplate(pieces: [.text("1")]))),
        ]
        let template = RequestTemplate(method: "POST", path: [], body: .form(fields, nesting: .brackets))
        let body = String(decoding: try #require(try Self.request(template, value).body), as: UTF8.self)
        let pairs = body.split(separator: "&", omittingEmptySubsequences: false)
        #expect(pairs.count == 2)
        #expect(pairs[1] == "b=1")
        #expect(try Self.decoded(pairs[0].dropFirst(2), plusIsSpace: true) == value)
    }

    @Test(arguments: values) func aPartOfAForm(value: String) throws {
        let template = RequestTemplate(method: "POST", path: [], body: .multipart([.init("a", .slot(Self.slot))]))
        let request = try Self.request(template, value)
        let boundary = try #require(request.headers.first?.value.split(separator: "=").last)
        let expected =
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(value)\r\n--\(boundary)--\r\n"
        #expect(request.body == Array(expected.utf8))
        #expect(!value.contains(boundary))
    }
}
