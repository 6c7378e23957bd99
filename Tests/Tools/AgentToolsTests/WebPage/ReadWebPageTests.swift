import LanguageModels
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentTools
@testable import BuiltInTools

@Suite(.timeLimit(.minutes(1))) struct ReadWebPageTests {
    private func read(
        _ pages: [String: StandInReply],
        _ path: String = "/",
        part: Int? = nil,
        locale: String = "en"
    ) async throws -> (trial: WebToolTrial, baseURL: String) {
        try await WebSiteStandIn.with(pages: pages) { site in
            let tool = ReadWebPage(client: .withLoopback)
            var arguments: JSONObject = ["url": .string(site.baseURL + path)]
            if let part { arguments["part"] = .integer(part) }
            return (try await WebToolTrial(tool, .object(arguments), locale: locale), site.baseURL)
        }
    }

    private func html(_ text: String) -> StandInReply { WebSiteStandIn.page(Array(text.utf8)) }

    @Test func returnsTitleTextAndLinks() async throws {
        let page = html(
            """
            <title>A gate</title><nav><a href=/menu>Menu</a></nav><main><h2>Torii</h2><p>A torii is the gate of a shrine, and
            <a href="shrine?x=1">the shrine</a> lies behind it; one passes it on the side, not in the middle.
            <a href="mailto:a@example.test">Write</a> <a href="#top">top</a> <a href="shrine?x=1#b">again</a></main>
            """
        )
        let (trial, baseURL) = try await read(["/dir/page": page], "/dir/page#part")
        #expect(!trial.isError)
        let lines = trial.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0] == "The page \(baseURL)/dir/page:")
        #expect(lines[1].hasPrefix("--- begin quoted text ") && lines.last?.hasPrefix("--- end quoted text ") == true)
        #expect(
            lines[2..<(lines.count - 1)].joined(separator: "\n") == """
                # A gate

                ## Torii

                A torii is the gate of a shrine, and the shrine lies behind it; one passes it on the side, not in the middle. Write \
                top again

                Links:
                - the shrine: \(baseURL)/dir/shrine?x=1
                """
        )
        let artifact = try #require(trial.artifacts.first)
        #expect(artifact.type == "web.page" && artifact.content.jsonValue["title"] == "A gate")
        #expect(artifact.content.jsonValue["links"]?[0]?["url"] == .string("\(baseURL)/dir/shrine?x=1"))
    }

    @Test(
        arguments: [
            ("text/plain; charset=Shift_JIS", [0x92, 0xB9, 0x8B, 0x8F], "鳥居"),
            ("text/plain", Array("<p>as it is".utf8), "<p>as it is"),
            ("application/json", Array("{\"a\": 1}".utf8), "{\"a\": 1}"), (nil, Array("<!DOCTYPE html><p>é".utf8), "é"),
            (nil, Array("just text".utf8), "just text"), ("application/problem+json", Array("{}".utf8), "{}"),
            ("application/octet-stream", Array("text all the same".utf8), "text all the same"),
            ("text/html", Array("<meta charset=euc-jp><p>".utf8) + [0xC4, 0xBB, 0xB5, 0xEF], "鳥居"),
        ] as [(String?, [UInt8], String)]
    )
    func readsTextOfManyKinds(type: String?, bytes: [UInt8], text: String) async throws {
        let (trial, _) = try await read(["/": WebSiteStandIn.page(bytes, contentType: type)])
        #expect(!trial.isError)
        #expect(trial.text.split(separator: "\n").dropFirst(2).dropLast().joined(separator: "\n") == text)
    }

    @Test func followsRedirects() async throws {
        let pages = ["/": WebSiteStandIn.redirect(to: "/a/b"), "/a/b": html("<p>here <a href=c>c</a>")]
        let (trial, baseURL) = try await read(pages)
        #expect(trial.text.hasPrefix("The page \(baseURL)/:\n") && trial.text.contains("- c: \(baseURL)/a/c"))
        #expect(trial.quotes("Redirected to: \(baseURL)/a/b"))
    }

    @Test func longPagesAreReturnedInParts() async throws {
        let paragraphs = (1...400).map { "<p>Paragraph \($0) " + String(repeating: "word ", count: 10) + "</p>" }
            .joined()
        try await WebSiteStandIn.with(pages: ["/": html(paragraphs)]) { site in
            let tool = ReadWebPage(client: .withLoopback)
            var seen = ""
            var parts = 1
            var part = 1
            while part <= parts {
                let trial = try await WebToolTrial(tool, ["url": .string(site.baseURL), "part": .integer(part)])
                #expect(trial.text.count < 9000)
                parts = trial.artifacts[0].content.jsonValue["parts"]?.intValue ?? 0
                #expect(trial.text.contains("Call readWebPage with part \(part + 1)") == (part < parts))
                seen += trial.text
                part += 1
            }
            #expect(parts == 4)
            #expect((1...400).allSatisfy { seen.contains("Paragraph \($0) ") })
            // The next part needs no request.
            #expect(site.requests.count == 1)
            let beyond = try await WebToolTrial(tool, ["url": .string(site.baseURL), "part": 9], locale: "ja")
            #expect(beyond.isError && beyond.text.contains("1〜4"))
        }
    }

    @Test(arguments: [
        (WebSiteStandIn.failure(404), "en", "status 404 (the page does not exist)"),
        (WebSiteStandIn.failure(500), "ja", "の応答は 500"),
        (
            WebSiteStandIn.page([1, 2, 3], contentType: "image/png"), "en",
            "did not send readable text, but image/png"
        ),
        (WebSiteStandIn.page([0, 1, 2], contentType: nil), "ja", "テキストではありません"),
    ])
    func explainsWhyThereIsNoText(reply: StandInReply, locale: String, text: String) async throws {
        let (trial, _) = try await read(["/": reply], locale: locale)
        #expect(trial.isError && trial.text.contains(text) && trial.artifacts.isEmpty)
        #expect(!trial.text.contains("stand-in proxy"))
    }

    @Test func reportsAnEmptyPage() async throws {
        let (trial, baseURL) = try await read(["/": html("<script>x</script>")])
        #expect(!trial.isError && trial.text == "The page \(baseURL)/ has no text.")
    }

    @Test(arguments: [
        (Misbehavior.truncate(afterBytes: 5), "was cut off"), (.resetBeforeHeader, "could not be reached"),
        (.stall(afterBytes: 5), "did not answer in time"),
    ])
    func explainsTransportErrors(misbehavior: Misbehavior, text: String) async throws {
        try await WebSiteStandIn.with(pages: ["/": html("<p>0123456789")]) { site in
            site.server.misbehave(misbehavior, times: nil)
            let tool = ReadWebPage(client: .withLoopback, timeouts: .init(idle: .milliseconds(300)))
            let trial = try await WebToolTrial(tool, ["url": .string(site.baseURL)])
            #expect(trial.isError && trial.text.contains(text))
        }
    }
}
