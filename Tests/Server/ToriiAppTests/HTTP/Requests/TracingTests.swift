import AgentRuntime
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

@Suite(.timeLimit(.minutes(1))) struct TracingTests {
    private static let traceID = "0af7651916cd43dd8448eb211c80319c"

    @Test(arguments: [
        (["00-\(traceID)-b7ad6b7169203331-01"], true), (["00-\(traceID)-b7ad6b7169203331-01-more"], false), ([], false),
        (["00-\(traceID)-b7ad6b7169203331-01", "00-\(traceID)-b7ad6b7169203331-01"], false),
    ])
    func aTraceIsContinuedUpstreamAndInTheLog(_ traceparent: [String], isTaken: Bool) async throws {
        try await OpenAIStandIn.with(script: { _ in .tokens(["hello"]) }) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                let headers = traceparent.map { ("traceparent", $0) } + [("tracestate", "a=1"), ("tracestate", "b=2")]
                let answer = try await server.send(
                    .post,
                    "/v1/chat",
                    body: #"{"message":"hi"}"#,
                    headers: [("Content-Type", "application/json")] + headers
                )
                let request = try #require(standIn.server.requests.first)
                let sent = try #require(request.header("traceparent"))
                let parts = sent.split(separator: "-").map(String.init)
                #expect(parts.count == 4 && parts[0] == "00" && parts[1].count == 32 && parts[2].count == 16)
                #expect((parts[1] == Self.traceID) == isTaken)
                #expect(parts[2] != "b7ad6b7169203331")
                #expect(parts[3] == (isTaken ? "01" : "00"))
                #expect(request.header("tracestate") == (isTaken ? "a=1,b=2" : nil))
                // One line reports the run's end, with the ids for finding it.
                let run = try #require(answer.json["run"]?.stringValue)
                let line = try #require(server.log.text.split(separator: "\n").first { $0.contains("Run ended") })
                let requestID = try #require(answer.headers["X-Request-ID"])
                for word in [run, parts[1], requestID, "completed", "output_tokens"] { #expect(line.contains(word)) }
                #expect(!server.log.text.contains("hello"))
            }
        }
    }
}
