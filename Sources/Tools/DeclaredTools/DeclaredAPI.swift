public import AgentTools
public import KeyLeasing
import ToolDeclarations
public import ToolPhrases
public import Transport

/// The tools of an HTTP API that a text declares, for programs that use tools without Torii's server.
///
/// ```swift
/// let api = try DeclaredAPI(parsing: String(contentsOfFile: "orders.yaml"), client: client)
/// let session = LanguageModelSession(model: model, tools: api.tools)
/// ```
public struct DeclaredAPI: Sendable {
    /// The tools, in the order of the text.
    ///
    /// Tools that ask other tools are left out.
    public let tools: [any AgentTool]

    /// Makes the tools of a text.
    ///
    /// - Parameters:
    ///   - text: The declaration, in YAML or JSON.
    ///   - client: The client that sends all requests.
    ///   - allowedHosts: The hosts that the text may name, such as `api.example.com, *.example.org, 127.0.0.1:8080`; `*` stands for all
    ///     public hosts.
    ///   - phrases: Reads the phrases of the tools to find their faults; `nil` for a program without the built-in model, which leaves them
    ///     unread.
    ///   - leasing: Lends a key of the service with a name; `nil` for none.
    /// - Throws: An error that says the place of the first fault and what to do.
    public init(
        parsing text: String,
        client: HTTPClient,
        allowedHosts: String = "*",
        phrases: (any PhraseReader)? = nil,
        leasing: @escaping @Sendable (_ service: String) async throws -> KeyLease? = { _ in nil }
    ) throws {
        tools = try DeclaredTools.tools(
            of: try ToolDeclarationFile(text, file: "text"),
            in: DeclaredToolSurroundings(
                client: client,
                phrases: phrases,
                hosts: try AllowedHosts(parsing: allowedHosts),
                lease: { try await leasing($0.name) }
            )
        )
    }
}
