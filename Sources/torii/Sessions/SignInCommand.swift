import AgentWire
import ArgumentParser
import Foundation
import StreamingJSON
import ToriiApp

/// `torii sign-in`: a link with which a browser signs in once.
struct SignInCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in",
        abstract: "Print a link with which a browser signs in to the chat page.",
        discussion: "The link works once, within ten minutes. The server must be running."
    )

    @Option(help: "The name or id of the client that signs in. Default: the first one.")
    var client: String?

    @OptionGroup var options: AdminOptions

    func run() async throws {
        try await options.withAdmin { admin in
            let request = SignInCodeRequest(page: .chat, client: client)
            let call = AdminClient.Call(.post, "sign-in-codes", body: request.jsonValue)
            let code = try await admin.send(call, as: WireSignInCode.self)
            let url = admin.clientsURL
            try options.print(code) { Self.text(of: $0, at: url) }
        }
    }

    /// Returns the text for a terminal.
    ///
    /// - Parameter url: The server's URL for clients; `nil` if it is not known.
    static func text(of code: WireSignInCode, at url: String?) -> String {
        let link = "\(url ?? "<the server's URL>")/#code=\(code.code)"
        return "Open this link within ten minutes to sign in as '\(code.name.onTerminal)'; it works once:\n\n  \(link)"
    }
}
