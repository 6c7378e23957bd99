import ModelProviders
import ModelTable
import Secrets
import StandIns
import StreamingJSON
import Testing
import Transport

/// The reading of providers' lists over HTTP.
@Suite(.timeLimit(.minutes(1))) struct ModelListReaderTests {
    private static let key = SecretString("sk-list-0123456789")

    private func with(
        _ respond: @escaping StandInServer.Responder,
        _ body: (StandInServer) async throws -> Void
    ) async throws {
        let server = StandInServer(name: "list", respond: respond)
        try await server.start()
        do { try await body(server) } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private func query(_ request: RecordedRequest, _ name: String) -> String? {
        request.query.first { $0.name == name }?.value
    }

    @Test func anthropicsPagesAreReadToTheEnd() async throws {
        try await with { request in
            guard request.path == "/v1/models", request.header("x-api-key") == "sk-list-0123456789",
                request.header("anthropic-version") == "2026-10-21", query(request, "limit") == "1000"
            else { return .json([:], status: 400) }
            let isFirst = query(request, "after_id") == nil
            let id: JSONValue = isFirst ? "claude-opus-5-5" : "claude-sonnet-4-5-20250929"
            return .json(["data": [["id": id]], "has_more": .bool(isFirst), "last_id": id])
        } _: { server in
            let reader = ModelListReader.anthropic(baseURL: server.baseURL, version: "2026-10-21", client: HTTPClient())
            let names = try await reader.models(with: Self.key).map(\.name)
            #expect(names == ["claude-opus-5-5", "claude-sonnet-4-5-20250929", "claude-sonnet-4-5"])
        }
    }

    @Test func geminisPagesAreReadToTheEnd() async throws {
        try await with { request in
            guard request.path == "/v1beta/models", query(request, "pageSize") == "1000" else {
                return .json([:], status: 400)
            }
            let token = query(request, "pageToken")
            let name: JSONValue = token == nil ? "models/gemini-a" : "models/gemini-b"
            return .json(["models": [["name": name]], "nextPageToken": token == nil ? "next/page=" : nil])
        } _: { server in
            let reader = ModelListReader.gemini(baseURL: server.baseURL, client: HTTPClient())
            let names = try await reader.models(with: Self.key).map(\.name)
            #expect(names == ["gemini-a", "gemini-b"])
        }
    }

    @Test func aListWithoutAnEndIsGivenUp() async throws {
        try await with { _ in
            .json(["data": [["id": "a"]], "has_more": true, "last_id": "a"])
        } _: { server in
            let reader = ModelListReader.anthropic(baseURL: server.baseURL, version: "1", client: HTTPClient())
            await #expect(throws: ModelListError.self) { try await reader.models(with: Self.key) }
            #expect(server.requests.count == 5)
        }
    }

    @Test func aFailureIsNamedWithoutTheProvidersText() async throws {
        let rows: [(StandInReply, String)] = [
            (.json(["error": ["message": "secret words"]], status: 401), "answered with status 401"),
            (.json(["error": "secret words"]), "something other than a list"),
            (.html(status: 200), "something other than a list"),
        ]
        for (reply, words) in rows {
            try await with { _ in
                reply
            } _: { server in
                let reader = ModelListReader.openAI(baseURL: server.baseURL + "/v1", client: HTTPClient())
                let error = await #expect(throws: ModelListError.self) { try await reader.models(with: Self.key) }
                #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
                #expect(error?.description.contains("secret") == false)
            }
        }
    }
}
