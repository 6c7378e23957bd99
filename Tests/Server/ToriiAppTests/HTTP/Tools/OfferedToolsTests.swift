import AgentRuntime
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// The tools that a model behind an API receives when there are many.
@Suite(.timeLimit(.minutes(1))) struct OfferedToolsTests {
    private static let text: String = {
        let nouns = ["invoice", "parcel", "vehicle", "meeting", "certificate", "coupon", "sensor", "contract"]
        let verbs = ["list", "read", "archive", "count", "print"]
        var text = "torii: 1\nupstream: company\nbase: https://api.example.com\ntools:\n"
        for noun in nouns {
            for verb in verbs {
                text += "  - {name: \(verb)\(noun.capitalized), description: \(verb) a \(noun)., effect: reads, "
                text += "request: {get: /\(noun)/\(verb)}}\n"
            }
        }
        return text
    }()

    @Test func aMessageSelectsToolsWhichStay() async throws {
        let folder = NSTemporaryDirectory() + "torii-offered-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Self.text.write(toFile: folder + "/company.yaml", atomically: true, encoding: .utf8)
        try await OpenAIStandIn.with(script: { _ in .text("Yes.") }) { model in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = model.baseURL
                settings.toolsFolder = folder
            } _: { server in
                var conversation: String?
                for message in ["Count the invoices", "Now the vehicles"] {
                    var body: JSONObject = ["message": .string(message)]
                    if let conversation { body["conversation"] = .string(conversation) }
                    let answer = try await server.send(.post, "/v1/chat", body: JSONValue.object(body).serialized())
                    #expect(answer.status == 200, "\(answer.text)")
                    conversation = answer.json["conversation"]?.stringValue ?? conversation
                }
                let sent = model.requests.filter { $0.path.hasSuffix("/chat/completions") }.map { request in
                    ((try? JSONValue(parsing: request.body))?["tools"]?.arrayValue ?? [])
                        .compactMap { $0["function"]?["name"]?.stringValue }
                }
                let (first, second) = (try #require(sent.first), try #require(sent.last))
                #expect(first.contains("countInvoice") && !first.contains("countVehicle"))
                // The built-in tools are always there, and of the forty others the best five of each message.
                #expect(first.count { $0.hasSuffix("Invoice") } == 5 && first.contains("searchWeb"))
                #expect(second.contains("countVehicle") && Set(first).isSubset(of: second))
            }
        }
    }
}
