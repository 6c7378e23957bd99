import AgentWire
import Foundation
import HTTPTypes
import StreamingJSON
import Testing

@testable import APIDescription
@testable import AgentServer

/// The form of the response to a path that the server does not have.
@Suite struct UnknownPathTests {
    /// A path, the header of the request, and the form.
    @Test(
        arguments: [
            ("/v1/embeddings", [:], .openAI), ("/v1/audio/speech", [:], .openAI), ("/v1/completions", [:], .openAI),
            ("/v1/chat/completions/more", [:], .openAI), ("/v1", [:], .openAI),
            ("/v1/embeddings", [.anthropicVersion: "2023-06-01"], .anthropic),
            ("/v1/files", [.apiKey: "k"], .anthropic), ("/v1/tools/a/b/c", [:], .problem),
            ("/v1/runs/a/b/c", [:], .problem), ("/v1/runs/a/b/c", [.userAgent: "OpenAI/Python 3"], .openAI),
            ("/chat/completions", [:], .openAI), ("/embeddings", [:], .openAI), ("/audio/speech", [:], .openAI),
            ("/files/file_1", [:], .openAI), ("/filesystem", [:], .problem),
            ("/messages", [.anthropicVersion: "2023-06-01"], .anthropic),
            ("/nowhere", [.userAgent: "OpenAI/Python 3"], .openAI),
            ("/nowhere", [:], .problem), ("/nowhere", [.apiKey: "k"], .problem), ("/v12/x", [:], .problem),
        ] as [(String, HTTPFields, ErrorForm)]
    )
    func itIsThatOfTheCallersDialect(path: String, headers: HTTPFields, form: ErrorForm) {
        #expect(ErrorForm(ofUnknown: path, headers) == form)
    }

    @Test(
        arguments: [
            ("/chat/completions", "/v1/chat/completions"), ("/messages", "/v1/messages"), ("/embeddings", nil),
            ("/v1/messages", nil), ("", nil),
        ] as [(String, String?)]
    )
    func aPathWithoutItsStartIsNamedWhole(path: String, whole: String?) {
        #expect(ErrorForm.complete(path) == whole)
    }

    /// A form, and the routes that its error lists.
    @Test(
        arguments: [
            (.openAI, ["POST /v1/chat/completions", "POST /v1/responses", "GET /v1/models"]),
            (.anthropic, ["POST /v1/messages", "POST /v1/messages/count_tokens"]), (.problem, nil), (.rpc, nil),
        ] as [(ErrorForm, [String]?)]
    )
    func itListsWhatIsOffered(form: ErrorForm, routes: [String]?) {
        let offered = form.offeredRoutes?.components(separatedBy: ", ")
        #expect((offered == nil) == (routes == nil))
        for route in routes ?? [] { #expect(offered?.contains(route) == true) }
    }
}
