import StandIns
import StreamingJSON
import Testing

/// The stand-ins refuse images that their upstreams refuse.
@Suite(.timeLimit(.minutes(1))) struct ImageTests {
    private static let png =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    private static let gif = "R0lGODlhAQABAAAAACw="
    private static let reply: OpenAIStandIn.Script = { _ in .text("Fine.") }

    @Test(arguments: [
        (#"{"type":"image_url","image_url":{"url":"data:image/png;base64,\#(png)"}}"#, "user", 200),
        (#"{"type":"image_url","image_url":{"url":"https://example.com/a.png"}}"#, "user", 200),
        (#"{"type":"image_url","image_url":{"url":"data:image/jpeg;base64,\#(png)"}}"#, "user", 400),
        (#"{"type":"image_url","image_url":{"url":"data:image/tiff;base64,\#(png)"}}"#, "user", 400),
        (#"{"type":"image_url","image_url":{"url":"\#(png)"}}"#, "user", 400),
        (#"{"type":"image_url","image_url":{"url":"data:image/png;base64,\#(png)"}}"#, "system", 400),
        (#"{"type":"input_image","image_url":"data:image/png;base64,\#(png)"}"#, "user", 400),
    ])
    func chatCompletions(part: String, role: String, status: Int) async throws {
        let reply = try await OpenAIStandIn.with(script: Self.reply) {
            try await RawClient($0).send(
                "POST",
                "/v1/chat/completions",
                body:
                    #"{"model":"m","messages":[{"role":"\#(role)","content":[{"type":"text","text":"hi"},\#(part)]}]}"#
            )
        }
        #expect(reply.status == status)
    }

    @Test(arguments: [
        (#"{"type":"input_image","detail":"auto","image_url":"data:image/png;base64,\#(png)"}"#, 200),
        (#"{"type":"input_image","image_url":"data:image/png;base64,\#(png)"}"#, 400),
        (#"{"type":"input_image","detail":"auto","image_url":"data:image/gif;base64,\#(png)"}"#, 400),
        (#"{"type":"image_url","image_url":{"url":"data:image/png;base64,\#(png)"}}"#, 400),
    ])
    func responses(part: String, status: Int) async throws {
        let reply = try await OpenAIResponsesStandIn.with(script: Self.reply) {
            try await RawClient($0).send(
                "POST",
                "/v1/responses",
                body: #"{"model":"m","input":[{"role":"user","content":[\#(part)]}]}"#
            )
        }
        #expect(reply.status == status)
    }

    @Test(arguments: [
        (#"{"type":"base64","media_type":"image/png","data":"\#(png)"}"#, "user", 200),
        (#"{"type":"url","url":"https://example.com/a.png"}"#, "user", 200),
        (#"{"type":"base64","media_type":"image/webp","data":"\#(png)"}"#, "user", 400),
        (#"{"type":"base64","media_type":"image/png","data":"data:image/png;base64,\#(png)"}"#, "user", 400),
        (#"{"type":"file","path":"/a.png"}"#, "user", 400),
        (#"{"type":"base64","media_type":"image/png","data":"\#(png)"}"#, "assistant", 400),
    ])
    func messages(source: String, role: String, status: Int) async throws {
        let reply = try await AnthropicStandIn.with(script: Self.reply) {
            try await RawClient($0).send(
                "POST",
                "/v1/messages",
                headers: ["anthropic-version: 2026-10-21"],
                body: """
                    {"model":"m","max_tokens":9,"messages":[{"role":"user","content":"hi"},\
                    {"role":"\(role)","content":[{"type":"image","source":\(source)}]}]}
                    """
            )
        }
        #expect(reply.status == status)
    }

    @Test(arguments: [
        (#"{"mimeType":"image/png","data":"\#(png)"}"#, 200), (#"{"mimeType":"image/gif","data":"\#(gif)"}"#, 400),
        (#"{"mimeType":"image/jpeg","data":"\#(png)"}"#, 400), (#"{"mimeType":"image/png","data":"%"}"#, 400),
    ])
    func generateContent(data: String, status: Int) async throws {
        let reply = try await GeminiStandIn.with(script: Self.reply) {
            try await RawClient($0).send(
                "POST",
                "/v1beta/models/m:generateContent",
                headers: ["x-goog-api-key: k"],
                body: #"{"contents":[{"role":"user","parts":[{"inlineData":\#(data)}]}]}"#
            )
        }
        #expect(reply.status == status)
    }

    @Test(arguments: [(png, 200), (gif, 200), ("data:image/png;base64,\(png)", 400), ("aGVsbG8=", 400)])
    func ollama(image: String, status: Int) async throws {
        let reply = try await OllamaStandIn.with(script: Self.reply) {
            try await RawClient($0).send(
                "POST",
                "/api/chat",
                body: #"{"model":"m","messages":[{"role":"user","content":"hi","images":["\#(image)"]}]}"#
            )
        }
        #expect(reply.status == status)
    }
}
