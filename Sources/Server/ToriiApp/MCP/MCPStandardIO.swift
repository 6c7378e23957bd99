import Accounts
import AgentServer
public import Glibc
public import Logging
import ModelContextProtocol
public import Secrets
import Storage
import Transport
import UnixSignals

/// `torii mcp`: the Model Context Protocol over standard input and output, for an assistant that starts Torii as a program.
///
/// The tools, resources and prompts are those of a data folder, or of a server that is reached over HTTP.
public struct MCPStandardIO: Sendable {
    /// The place of the tools.
    public enum Source: Sendable {
        /// A data folder, for one of its clients; if a server uses the folder, that server with a token.
        case folder(Settings, client: String?, token: SecretString?)
        /// A server.
        case server(BridgeTarget)
    }

    private let source: Source
    private let logger: Logger
    private let descriptors: (input: Int32, output: Int32)

    /// Makes the command; it does nothing until ``run()``.
    ///
    /// - Parameters:
    ///   - logger: Writes to the standard error; `nil` for the logger of the settings.
    ///   - input: The pipe from the client.
    ///   - output: The pipe to the client.
    public init(_ source: Source, logger: Logger? = nil, input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) {
        self.source = source
        descriptors = (input, output)
        if let logger {
            self.logger = logger
        } else {
            switch source {
            case .folder(let settings, _, _):
                self.logger = settings.logFormat.logger(label: "torii", level: settings.logLevel)
            case .server: self.logger = LogFormat.text.logger(label: "torii", level: .notice)
            }
        }
    }

    /// Serves the client until it closes its end, or until SIGTERM or SIGINT.
    ///
    /// Requests have the shutdown grace to end after the client has closed its end.
    ///
    /// - Throws: ``SettingsError``, `KeyVaultError` or `StoreError` for a problem at the start, each with its remedy.
    public func run() async throws {
        switch source {
        case .server(let target): try await bridge(to: target, grace: Settings().shutdownGrace)
        case .folder(let settings, let name, let token):
            do {
                try await DataFolderUse.with(settings) { try await serve(settings, name, $0) }
            } catch let busy as DataFolderBusy {
                try await bridge(
                    to: Self.target(busy, token ?? settings.clientToken, name),
                    grace: settings.shutdownGrace
                )
            }
        }
    }

    /// Returns the server that uses the data folder.
    private static func target(
        _ busy: DataFolderBusy,
        _ token: SecretString?,
        _ name: String?
    ) throws -> BridgeTarget {
        let url = try busy.trustedClientURL()
        guard let token else {
            throw SettingsError(
                name: "TORII_TOKEN",
                message:
                    "the server at \(url) uses this data folder and performs calls only with a token; set it to the token of a "
                    + "client, which 'torii clients create \(name ?? "NAME")' prints"
            )
        }
        return try BridgeTarget(url, token: token)
    }

    /// Passes the messages to a server.
    private func bridge(to target: BridgeTarget, grace: Duration) async throws {
        let client = HTTPClient()
        await withClient(grace: grace) { messages, send in
            await MCPBridge(target: target, client: client, logger: logger, send: send).run(messages)
        }
        await client.shutdown()
    }

    /// Answers the messages from a data folder.
    private func serve(_ settings: Settings, _ name: String?, _ folder: DataFolderUse) async throws {
        let settings = try settings.readingFiles()
        let services = try await Services(settings: settings, lease: folder.lock, logger: logger, runEndLevel: .debug)
        do {
            let client = try await services.localClient(named: name, settings: settings, logger: logger)
            folder.keep()
            let parts = services.serverParts(settings)
            let offer = parts.mcpOffer(for: client, locale: nil, timeZone: nil)
            logger.info("Serving MCP", metadata: ["client": "\(client.name)"])
            try await services.performingRuns(grace: settings.shutdownGrace, logger: logger) {
                await withClient(grace: settings.shutdownGrace) { messages, send in
                    await MCPPipe(server: parts.mcpServer, offer: offer, send: send).run(messages)
                }
            }
        } catch {
            await services.client.shutdown()
            throw error
        }
        await services.client.shutdown()
    }

    /// Opens the pipes of the client while `body` works; returns when all messages are written.
    private func withClient(
        grace: Duration,
        _ body: (ClientMessages, @escaping @Sendable (RPCMessage) -> Void) async -> Void
    ) async {
        let input = LineInput(descriptors.input)
        let open = UnansweredRequests()
        let output = LineOutput(descriptors.output) {
            open.abandon()
            input.end()
        }
        await withTaskGroup { group in
            group.addTask {
                for await _ in await UnixSignalsSequence(trapping: .sigterm, .sigint) {
                    open.abandon()
                    input.end()
                }
            }
            await body(ClientMessages(input: input, open: open, grace: grace)) { message in
                output.send(message)
                open.noteSent(message)
            }
            group.cancelAll()
        }
        await output.drain()
    }
}

extension LogFormat {
    /// A logger of a level that writes to the standard error.
    fileprivate func logger(label: String, level: Logger.Level) -> Logger {
        var logger = logger(label: label)
        logger.logLevel = level
        return logger
    }
}
