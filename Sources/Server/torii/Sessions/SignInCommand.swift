import AgentWire
import ArgumentParser
import Foundation
import StreamingJSON
import ToriiApp

/// `torii sign-in`: a link with which a browser signs in once.
struct SignInCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in",
        abstract: "Print a link with which a browser signs in to the chat page or the operator's console.",
        discussion: "The link works once, within ten minutes. The server must be running."
    )

    @Flag(help: "Sign an administrator in to the console. Default: a client to the chat page.")
    var admin = false

    @Option(help: "The name or id of the client or administrator that signs in. Default: the first one.")
    var client: String?

    @OptionGroup var options: AdminOptions

    func run() async throws {
        let page: WebPage = admin ? .console : .chat
        try await options.withAdmin { interface in
            let request = SignInCodeRequest(page: page, client: client)
            let call = AdminClient.Call(.post, "sign-in-codes", body: request.jsonValue)
            let code = try await interface.send(call, as: WireSignInCode.self)
            let url = page == .console ? interface.consoleURL : interface.clientsURL
            options.print(Self.json(of: code, to: page, at: url), orText: Self.text(of: code, to: page, at: url))
        }
    }

    /// Returns the code as JSON, with the link as `url`; without one if the server's URL is not known.
    static func json(of code: WireSignInCode, to page: WebPage, at url: String?) -> JSONValue {
        guard let url, case .object(var object) = code.jsonValue else { return code.jsonValue }
        object["url"] = .string(link(of: code, to: page, at: url))
        return .object(object)
    }

    private static func link(of code: WireSignInCode, to page: WebPage, at url: String) -> String {
        "\(url)\(page == .console ? "/admin/" : "/")#code=\(code.code)"
    }

    /// Returns the text for a terminal.
    ///
    /// - Parameter url: The URL of the server's address with the page; `nil` if it is not known.
    static func text(of code: WireSignInCode, to page: WebPage, at url: String?) -> String {
        let link = link(of: code, to: page, at: url ?? "<the server's URL>")
        return "Open this link within ten minutes to sign in as '\(code.name.onTerminal)'; it works once:\n\n  \(link)"
    }
}
