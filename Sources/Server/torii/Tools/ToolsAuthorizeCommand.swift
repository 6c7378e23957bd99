import AgentWire
import ArgumentParser
import Foundation
import ToriiApp

/// `torii tools authorize`: the operator's agreement on a page of an authorization server.
struct ToolsAuthorizeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "authorize",
        abstract: "Authorize Torii at an MCP server, in a browser.",
        discussion: """
            The command prints the address of a page. Open it in a browser on this machine and agree; the tokens are then kept in the \
            vault. If the browser is on another machine, use --paste and copy the address to which the page leads, even if it shows an \
            error.
            """
    )

    @Argument(help: "The name of the server in its declaration.")
    var server: String

    @Option(help: "The port on this machine that the page leads to.")
    var port = RedirectListener.defaultPort

    @Flag(help: "Read the address that the page leads to from the input, instead of listening on the port.")
    var paste = false

    @OptionGroup var options: AdminOptions

    func validate() throws {
        guard (1...65_535).contains(port) else { throw ValidationError("--port must be a number from 1 to 65535.") }
    }

    func run() async throws {
        try await options.withAdmin(isCreating: true) { admin in
            if paste {
                let started = try await start("http://127.0.0.1:\(port)/callback", admin)
                Output.tell("Paste the whole address to which the page leads, and press Return:")
                guard let redirect = readLine()?.trimmingCharacters(in: .whitespaces), !redirect.isEmpty else {
                    throw CommandFailure("The input was empty. Start 'torii tools authorize \(server)' again.")
                }
                try await end(started, redirect, admin)
            } else {
                try await RedirectListener.with(port: port) { listener in
                    let started = try await start(listener.redirectURI, admin)
                    Output.tell("Waiting for the page …")
                    try await end(started, try await listener.redirect(state: started.state), admin)
                }
            }
        }
    }

    /// Starts the authorization and prints the page to open.
    private func start(_ redirectURI: String, _ admin: AdminClient) async throws -> WireToolAuthorization {
        let started = try await admin.send(
            .init(
                .post,
                "tools",
                server,
                "authorizations",
                body: ToolAuthorizationRequest(redirectURI: redirectURI).jsonValue
            ),
            as: WireToolAuthorization.self
        )
        Output.tell("Open this page in a browser and agree:\n\n\(started.url)\n")
        return started
    }

    private func end(_ started: WireToolAuthorization, _ redirect: String, _ admin: AdminClient) async throws {
        let answer = try await admin.send(
            .init(
                .post,
                "tools",
                server,
                "authorizations",
                started.state,
                body: ToolRedirectRequest(redirect: redirect).jsonValue
            )
        )
        options.print(answer, orText: "Torii is authorized at \(server).")
    }
}
