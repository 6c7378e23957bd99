import AgentRuntime
import Foundation
import StandIns
import StreamingJSON
import Telemetry
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

@Suite(.timeLimit(.minutes(1))) struct MetricsTests {
    @Test func labelsAndNumbersFollowTheFormat() throws {
        var page = PrometheusText()
        page.family("a_total", .counter, "Back\\slash and\nline.")
        page.sample("a_total", ["name": "quo\"te \\ and\nline é"], 3)
        page.family("b", .gauge, "B.")
        page.sample("b", [:], 0.25)
        page.family("c_seconds", .histogram, "C.")
        var histogram = DurationHistogram(bounds: [.microseconds(10), .seconds(1)])
        for duration in [Duration.zero, .zero, .seconds(7)] { histogram.record(duration) }
        page.histogram("c_seconds", ["x": "1"], histogram)
        #expect(
            page.text == """
                # HELP a_total Back\\\\slash and\\nline.
                # TYPE a_total counter
                a_total{name="quo\\"te \\\\ and\\nline é"} 3
                # HELP b B.
                # TYPE b gauge
                b 0.25
                # HELP c_seconds C.
                # TYPE c_seconds histogram
                c_seconds_bucket{x="1",le="1e-05"} 2
                c_seconds_bucket{x="1",le="1"} 2
                c_seconds_bucket{x="1",le="+Inf"} 3
                c_seconds_sum{x="1"} 7
                c_seconds_count{x="1"} 3

                """
        )
        #expect(try Exposition(page.text).samples.count == 7)
    }

    @Test(arguments: [
        "a 1\n", "# HELP a A.\n# TYPE a counter\na 1", "# HELP a A.\n# TYPE a counter\nb 1\n",
        "# HELP a A.\n# TYPE a counter\na{x=1} 1\n", "# HELP a A.\n# TYPE a counter\na{x=\"\\q\"} 1\n",
        "# HELP a A.\n# TYPE a counter\na 1\na 2\n", "# HELP a A.\n# TYPE a counter\na one\n",
        "# TYPE a counter\na 1\n",
        "# HELP a A.\n# TYPE a histogram\na_bucket{le=\"1\"} 2\na_bucket{le=\"+Inf\"} 1\na_sum 1\na_count 1\n",
        "# HELP a A.\n# TYPE a histogram\na_bucket{le=\"1\"} 1\na_sum 1\na_count 1\n",
    ])
    func theParserFindsFaults(text: String) {
        #expect(throws: Exposition.Fault.self) { _ = try Exposition(text) }
    }

    @Test func theMetricsCountWorkAndContainNoContent() async throws {
        try await OpenAIStandIn.with(script: { _ in .tokens(["secret", " words"]) }) { standIn async throws in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server async throws in
                _ = try await server.events("a message that nobody may see")
                _ = try await server.send(.post, "/mcp/tools/getInventoryList", body: "{}")
                _ = try await server.send(.post, "/mcp/tools/nothing-like-it", body: "{}")
                _ = try await server.send(.get, "/somewhere/private", token: nil)
                let answer = try await server.send(.get, "/metrics", token: TestServer.adminToken)
                #expect(answer.status == 200)
                #expect(answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
                let page = try Exposition(answer.text)
                #expect(page.value("torii_runs_ended_total", ["status": "completed", "model": "openai:m"]) == 1)
                // Direct calls are runs without a model, and their times are those of the tools.
                #expect(page.value("torii_runs_ended_total", ["status": "completed", "model": "(none)"]) == 2)
                #expect(page.value("torii_run_seconds_count", ["status": "completed"]) == 1)
                #expect(page.value("torii_run_queue_seconds_count") == 1)
                #expect(page.value("torii_tokens_total", ["model": "openai:m", "kind": "input"]) == 53)
                #expect(page.value("torii_tokens_total", ["model": "openai:m", "kind": "output"]) == 2)
                #expect(page.value("torii_tokens_total", ["model": "openai:m", "kind": "cache_write"]) == 0)
                #expect(page.value("torii_cached_input_ratio", ["model": "openai:m"]) == 0)
                #expect(page.value("torii_first_token_seconds_count", ["model": "openai:m"]) == 1)
                #expect(page.value("torii_added_seconds_count") == 1)
                #expect(page.value("torii_runs", ["status": "running"]) == 0)
                #expect(
                    page.value("torii_tool_seconds_count", ["tool": "getInventoryList", "status": "completed"]) == 1
                )
                #expect(page.value("torii_tool_seconds_count", ["tool": "(others)", "status": "failed"]) == 1)
                #expect(
                    page.value("torii_http_requests_total", ["method": "POST", "route": "/v1/chat", "status": "200"])
                        == 1
                )
                #expect(
                    page.value("torii_http_requests_total", ["method": "GET", "route": "(none)", "status": "404"]) == 1
                )
                #expect(page.value("torii_upstream_requests_total", ["upstream": "openai", "outcome": "2xx"]) == 1)
                let accepted = page.value("torii_authentications_total", ["kind": "client", "outcome": "accepted"])
                #expect((accepted ?? 0) >= 2)
                #expect(page.value("torii_users_in_memory") == 0)
                #expect(page.value("torii_ready", ["check": "store"]) == 1)
                #expect((page.value("process_resident_memory_bytes") ?? 0) > 1e6)
                for word in ["secret", "nobody", "private", "preset", "nothing-like-it", TestServer.clientToken] {
                    #expect(!answer.text.contains(word))
                }
            }
        }
    }

    @Test func thePageIsForAdministrators() async throws {
        try await TestServer.with { server async throws in
            let stranger = try await server.send(.get, "/metrics", token: nil)
            #expect(stranger.status == 401)
            #expect(try await server.send(.get, "/metrics").status == 403)
            #expect(try await server.send(.post, "/metrics", token: TestServer.adminToken).status == 405)
        }
    }

    @Test func otherHostsCountTogether() {
        var metrics = UpstreamMetrics()
        metrics.record(.started)
        metrics.record(.firstByte(after: .milliseconds(3)))
        metrics.record(.ended(.answered(status: 200)))
        let names = UpstreamFigures.names([
            ("openai", "https://api.openai.com/v1"), ("ollama", "http://127.0.0.1:11434"), ("none", nil),
            ("later", "https://API.openai.com:443/other"),
        ])
        #expect(names == ["api.openai.com": "openai", "127.0.0.1:11434": "ollama"])
        let figures = UpstreamFigures(
            ["api.openai.com": metrics, "private.example": metrics, "other.example": metrics],
            names: names
        )
        #expect(figures.upstreams.map(\.name) == ["(others)", "openai"])
        #expect(figures.upstreams[0].figures.outcomes == ["2xx": 2])
        #expect(figures.upstreams[0].figures.timeToFirstByte.counts.reduce(0, +) == 2)
    }
}
