import StandIns
import StreamingJSON
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SearchStandInTests {
    @Test func tavilyAnswersInTheRecordedShape() async throws {
        try await TavilyStandIn.with(keys: ["tvly-right"]) { standIn in
            let answer = try await RawClient(standIn).send(
                "POST",
                "/search",
                headers: ["Authorization: Bearer tvly-right"],
                body: #"{"query":"alpha station","max_results":2,"include_usage":true}"#
            )
            let json = try #require(answer.json)
            #expect(
                json.objectValue?.keys == [
                    "query", "follow_up_questions", "answer", "images", "results", "response_time", "usage",
                    "request_id",
                ]
            )
            #expect(json["answer"] == .null)
            #expect(json["results"]?[0]?.objectValue?.keys == ["url", "title", "content", "score", "raw_content"])
            #expect(
                json["results"]?[0]?["title"] == "Alpha Station turns 25"
                    || json["results"]?[0]?["title"] == "Alpha Station"
            )
            #expect(json["results"]?.arrayValue?.count == 2)
        }
    }

    @Test func tavilyAcceptsKeylessRequestsOnlyWithTheModeHeader() async throws {
        try await TavilyStandIn.with(keys: ["tvly-right"]) { standIn in
            let client = RawClient(standIn)
            let body = #"{"query":"torii"}"#
            let keyless = ["X-Tavily-Access-Mode: keyless"]
            #expect(try await client.send("POST", "/search", headers: keyless, body: body).status == 200)
            #expect(try await client.send("POST", "/search", body: body).status == 401)
            #expect(try await client.send("GET", "/usage", headers: keyless).status == 401)
            let wrong = try await client.send("POST", "/search", headers: ["Authorization: Bearer no"], body: body)
            #expect(wrong.json == ["detail": ["error": "Unauthorized: missing or invalid API key."]])
            let usage = try await client.send("GET", "/usage", headers: ["Authorization: Bearer tvly-right"])
            #expect(usage.json?.objectValue?.keys == ["key", "account"])
            let invalid = try await client.send("POST", "/search", headers: keyless, body: "{}")
            #expect(invalid.status == 422 && invalid.json?["detail"]?[0]?["loc"] == ["body", "query"])
        }
        try await TavilyStandIn.with(allowsKeyless: false) { standIn in
            let limited = try await RawClient(standIn).send(
                "POST",
                "/search",
                headers: ["X-Tavily-Access-Mode: keyless"],
                body: #"{"query":"torii"}"#
            )
            #expect(limited.status == 429)
            #expect(
                limited.json?["error"]?.objectValue?.keys == [
                    "code", "message", "window", "retry_after_seconds", "next_actions",
                ]
            )
        }
    }

    private static let agent = ["User-Agent: Test/1.0 (https://example.test)"]
    private static let common = "/w/api.php?format=json&formatversion=2&action=query"

    @Test func mediaWikiListsSearchResults() async throws {
        try await MediaWikiStandIn.with { standIn in
            let answer = try await RawClient(standIn).send(
                "GET",
                Self.common + "&list=search&srsearch=alpha%20station&srlimit=2",
                headers: Self.agent
            )
            let json = try #require(answer.json)
            #expect(json.objectValue?.keys == ["batchcomplete", "continue", "query"])
            #expect(json["query"]?.objectValue?.keys == ["searchinfo", "search"])
            #expect(
                json["query"]?["search"]?[0]?.objectValue?.keys == [
                    "ns", "title", "pageid", "size", "wordcount", "snippet", "timestamp",
                ]
            )
            #expect(
                json["query"]?["search"]?[0]?["snippet"]?.stringValue?.contains("<span class=\"searchmatch\">") == true
            )
        }
    }

    @Test func mediaWikiReturnsPagesUnsorted() async throws {
        try await MediaWikiStandIn.with { standIn in
            let client = RawClient(standIn)
            let query =
                "&generator=search&gsrsearch=alpha&gsrlimit=3&prop=extracts%7Cinfo&inprop=url&exintro=1&explaintext=1"
            let json = try #require(try await client.send("GET", Self.common + query, headers: Self.agent).json)
            let pages = try #require(json["query"]?["pages"]?.arrayValue)
            #expect(pages.compactMap { $0["index"]?.intValue } == [3, 2, 1])
            #expect(pages.allSatisfy { $0["extract"]?.stringValue != nil && $0["fullurl"]?.stringValue != nil })
            let nothing = try await client.send(
                "GET",
                Self.common + "&generator=search&gsrsearch=zzzz",
                headers: Self.agent
            )
            #expect(nothing.json == ["batchcomplete": true])
        }
    }

    @Test func mediaWikiRejectsAnonymousClientsAndReportsErrorsWith200() async throws {
        try await MediaWikiStandIn.with { standIn in
            let client = RawClient(standIn)
            let nameless = try await client.send("GET", Self.common + "&list=search&srsearch=x")
            #expect(nameless.status == 403 && nameless.header("Content-Type") == "text/html")
            let missing = try await client.send("GET", Self.common + "&list=search", headers: Self.agent)
            #expect(missing.status == 200 && missing.header("MediaWiki-API-Error") == "missingparam")
            #expect(missing.json?["error"]?.objectValue?.keys == ["code", "info", "docref"])
        }
    }

    @Test func braveAnswersInTheRecordedShapeAndRequiresAToken() async throws {
        try await BraveStandIn.with(keys: ["right"]) { standIn in
            let client = RawClient(standIn)
            let path = "/res/v1/web/search?q=alpha%20station&count=1"
            let answer = try await client.send("GET", path, headers: ["X-Subscription-Token: right"])
            let json = try #require(answer.json)
            #expect(json["type"] == "search" && json["web"]?["results"]?.arrayValue?.count == 1)
            #expect(answer.header("X-RateLimit-Policy") == "1;w=1, 15000;w=2592000")
            let nothing = try await client.send(
                "GET",
                "/res/v1/web/search?q=zzzz",
                headers: ["X-Subscription-Token: right"]
            )
            #expect(nothing.status == 200 && nothing.json?["web"] == nil)
            let missing = try await client.send("GET", path)
            #expect(missing.status == 422 && missing.json?["error"]?["code"] == "VALIDATION")
            #expect(missing.json?["error"]?["meta"]?["errors"]?[0]?["loc"] == ["header", "x-subscription-token"])
            let wrong = try await client.send("GET", path, headers: ["X-Subscription-Token: no"])
            #expect(wrong.json?.objectValue?.keys == ["type", "error", "time"])
            #expect(wrong.json?["error"]?.objectValue?.keys == ["id", "code", "detail", "status", "meta"])
        }
    }

    @Test func searXNGAnswersInTheObservedShape() async throws {
        try await SearXNGStandIn.with { standIn in
            let client = RawClient(standIn)
            let json = try #require(try await client.send("GET", "/search?q=alpha&format=json").json)
            #expect(
                json.objectValue?.keys == [
                    "query", "results", "answers", "corrections", "infoboxes", "suggestions", "unresponsive_engines",
                ]
            )
            #expect(
                json["results"]?[0]?.objectValue?.keys == [
                    "url", "title", "content", "engine", "template", "parsed_url", "img_src", "thumbnail", "priority",
                    "engines", "positions", "score", "category", "publishedDate",
                ]
            )
            #expect(try await client.send("GET", "/search?format=json").json == ["error": "No query"])
            #expect(try await client.send("GET", "/search?q=alpha").header("Content-Type") == "text/html")
        }
    }

    @Test func duckDuckGoAnswersWithAllKeysEvenWithoutResults() async throws {
        try await DuckDuckGoStandIn.with { standIn in
            let client = RawClient(standIn)
            let found = try await client.send("GET", "/?q=alpha&format=json")
            let nothing = try await client.send("GET", "/?q=zzzz&format=json")
            #expect(found.header("Content-Type") == "application/x-javascript")
            #expect(found.json?.objectValue?.keys.count == 21)
            #expect(found.json?.objectValue?.keys == nothing.json?.objectValue?.keys)
            #expect(nothing.json?["RelatedTopics"] == [] && nothing.json?["AbstractText"] == "")
            #expect(found.json?["RelatedTopics"]?[1]?["Name"] == "See also")
        }
    }
}
