import StreamingJSON
import Testing
import ToolDeclarations

@Suite struct RequestTests {
    private static let base = BaseAddress(
        origin: WebOrigin(scheme: "https", host: "api.test", port: 443),
        path: "/v2"
    )

    private static func field(
        _ name: String,
        _ argument: String,
        style: Slot.Style? = nil,
        explode: Bool? = nil,
        format: Slot.Format? = nil,
        map: [String: String] = [:]
    ) -> RequestTemplate.Field {
        .init(name, .slot(Slot(.argument(argument), style: style, explode: explode, format: format, map: map)))
    }

    private static let arguments: JSONObject = [
        "tags": ["a b", "c,d"], "filter": ["from": 1, "to": nil, "name": "x&y"], "word": "京都", "none": nil, "empty": "",
        "big": 9_007_199_254_740_993, "yes": true, "deep": ["a": [["b": 1]]],
    ]

    @Test(arguments: [
        (field("t", "tags"), "t=a%20b&t=c%2Cd"), (field("t", "tags", explode: false), "t=a%20b,c%2Cd"),
        (field("t", "tags", style: .pipeDelimited), "t=a%20b%7Cc%2Cd"),
        (field("t", "tags", style: .spaceDelimited), "t=a%20b%20c%2Cd"),
        (field("f", "filter"), "from=1&name=x%26y"), (field("f", "filter", explode: false), "f=from,1,name,x%26y"),
        (field("f", "filter", style: .deepObject), "f%5Bfrom%5D=1&f%5Bname%5D=x%26y"),
        (field("d", "deep", style: .deepObject), "d%5Ba%5D%5B0%5D%5Bb%5D=1"),
        (field("f", "filter", format: .json), "f=%7B%22from%22%3A1%2C%22to%22%3Anull%2C%22name%22%3A%22x%26y%22%7D"),
        (field("q", "word"), "q=%E4%BA%AC%E9%83%BD"), (field("q", "none"), ""), (field("q", "missing"), ""),
        (field("q", "empty"), "q="), (field("n", "big"), "n=9007199254740993"), (field("y", "yes"), "y=true"),
        (field("y", "yes", map: ["true": "1"]), "y=1"), (field("a&b", "empty"), "a%26b="),
    ])
    func stylesOfTheQuery(field: RequestTemplate.Field, expected: String) throws {
        let template = RequestTemplate(method: "GET", path: [], query: [field])
        let request = try template.request(to: Self.base, with: RequestValues(arguments: Self.arguments))
        #expect(request.url == "https://api.test/v2" + (expected.isEmpty ? "" : "?" + expected))
    }

    @Test func aListOfObjectsNeedsAnotherStyle() {
        let template = RequestTemplate(method: "GET", path: [], query: [Self.field("d", "deep")])
        let fault = #expect(throws: RequestFault.self) {
            try template.request(to: Self.base, with: RequestValues(arguments: Self.arguments))
        }
        #expect(fault?.argument == "deep")
    }

    @Test(arguments: [
        (Slot.Style.simple, false, "a%20b,c%2Cd", "from,1,name,x%26y"),
        (.simple, true, "a%20b,c%2Cd", "from=1,name=x%26y"),
        (.label, false, ".a%20b,c%2Cd", ".from,1,name,x%26y"), (.label, true, ".a%20b.c%2Cd", ".from=1.name=x%26y"),
        (.matrix, false, ";tags=a%20b,c%2Cd", ";filter=from,1,name,x%26y"),
        (.matrix, true, ";tags=a%20b;tags=c%2Cd", ";from=1;name=x%26y"),
    ])
    func stylesOfThePath(style: Slot.Style, explode: Bool, list: String, object: String) throws {
        for (argument, expected) in [("tags", list), ("filter", object)] {
            let slot = Slot(.argument(argument), style: style, explode: explode)
            let template = RequestTemplate(
                method: "GET",
                path: [PathSegment(pieces: [.text("x")]), PathSegment(pieces: [.slot(slot)])]
            )
            let request = try template.request(to: Self.base, with: RequestValues(arguments: Self.arguments))
            #expect(request.url == "https://api.test/v2/x/" + expected)
        }
    }

    @Test func jsonBodiesTakeTypedValues() throws {
        let body: JSONValue = [
            "n": "{big}", "t": "{tags}", "text": "n = {big}, {{set}}", "gone": "{none}",
            "list": ["{missing}", "{yes}"],
            "day": "{caller.day}", "constant": 1,
        ]
        let template = RequestTemplate(
            method: "POST",
            path: [],
            body: .json(body),
            contentType: "application/merge-patch+json"
        )
        let values = RequestValues(arguments: Self.arguments, day: "2026-11-24")
        let request = try template.request(to: Self.base, with: values)
        #expect(
            String(decoding: request.body ?? [], as: UTF8.self)
                == #"{"n":9007199254740993,"t":["a b","c,d"],"text":"n = 9007199254740993, {set}","list":[true],"day":"2026-11-24","constant":1}"#
        )
        #expect(request.headers == [.init("Content-Type", "application/merge-patch+json")])
    }

    @Test func formsNestObjects() throws {
        for (nesting, expected) in [
            (RequestTemplate.Nesting.brackets, "f%5Bfrom%5D=1&f%5Bname%5D=x%26y&t=a+b&t=c%2Cd"),
            (.dots, "f.from=1&f.name=x%26y&t=a+b&t=c%2Cd"),
        ] {
            let fields = [Self.field("f", "filter"), Self.field("t", "tags")]
            let template = RequestTemplate(method: "POST", path: [], body: .form(fields, nesting: nesting))
            let request = try template.request(to: Self.base, with: RequestValues(arguments: Self.arguments))
            #expect(String(decoding: request.body ?? [], as: UTF8.self) == expected)
        }
    }

    @Test func aPartCannotEndItsHeader() throws {
        let values = RequestValues(arguments: ["file": "data:text/plain\r\nX: 1;base64,AQI=", "note": "n"])
        let fields = [Self.field("a\"\r\nX", "file", format: .file), Self.field("no\"te", "note")]
        let template = RequestTemplate(method: "POST", path: [], body: .multipart(fields))
        let request = try template.request(to: Self.base, with: values)
        let type = try #require(request.headers.first).value
        let boundary = try #require(type.split(separator: "=").last)
        #expect(
            String(decoding: request.body ?? [], as: UTF8.self)
                == "--\(boundary)\r\nContent-Disposition: form-data; name=\"a%22%0D%0AX\"; filename=\"a%22%0D%0AX\"\r\n"
                + "Content-Type: application/octet-stream\r\n\r\n\u{1}\u{2}\r\n"
                + "--\(boundary)\r\nContent-Disposition: form-data; name=\"no%22te\"\r\n\r\nn\r\n--\(boundary)--\r\n"
        )
    }

    @Test(
        arguments: [
            ("Hi", "f.txt", "text/plain; charset=utf-8", "Hi"), ("data:image/png;base64,SGk=", "f", "image/png", "Hi"),
            ("data:;base64,SGk=", "f", "application/octet-stream", "Hi"),
            ("", "f.txt", "text/plain; charset=utf-8", ""),
            ("data:text/plain,Hi", nil, "", ""), ("data:text/plain;base64,@", nil, "", ""), ("data:", nil, "", ""),
        ] as [(String, String?, String, String)]
    )
    func aFileIsTextOrADataURL(value: String, name: String?, type: String, content: String) throws {
        let template = RequestTemplate(
            method: "POST",
            path: [],
            body: .multipart([Self.field("f", "file", format: .file)])
        )
        let request = Result { () throws(RequestFault) in
            try template.request(to: Self.base, with: RequestValues(arguments: ["file": .string(value)]))
        }
        guard let name else {
            #expect(throws: RequestFault.self) { try request.get() }
            return
        }
        let body = String(decoding: try request.get().body ?? [], as: UTF8.self)
        #expect(body.contains("filename=\"\(name)\"\r\nContent-Type: \(type)\r\n\r\n\(content)\r\n--"), "\(body)")
    }

    @Test(arguments: [
        ("a {b} c", 3), ("{{x}}", 1), ("{a}{b}", 2), ("", 0), ("{caller.zone}", 1),
    ])
    func slotsOfATextAreRead(text: String, pieces: Int) throws {
        #expect(try TextTemplate(text).pieces.count == pieces)
    }

    @Test(arguments: ["{", "}", "{}", "{a", "a}", "{a b}", "{caller.name}", "{a{b}}", "{+x}", "{#x}", "{?x}"])
    func otherSignsInBracesAreRefused(text: String) {
        #expect(throws: TextTemplate.Fault.self) { try TextTemplate(text) }
    }
}
