import ArgumentParser
import Foundation
import Glibc
import Secrets
import TerminalChat
import ToriiApp
import ToriiClient

/// The server that a command uses: the one of a URL, the one that runs on the data folder, or one within this process.
///
/// The option for the URL is the command's own, because its help says what the command does with the server.
struct ServerSelection: ParsableArguments, Sendable {
    @Option(help: "The file with the server's client token (TORII_TOKEN_FILE). Default: the token in TORII_TOKEN.")
    var tokenFile: String?

    @Option(
        help:
            "The name or id of the client as which the data folder is used. Default: the one of TORII_CLIENT_TOKEN, or the oldest."
    )
    var client: String?

    @Option(help: "The folder for the database and the master key (TORII_DATA_DIR).")
    var dataDir: String?

    /// A server that accepts requests.
    struct Server: Sendable {
        let service: ToriiService
        /// The server as a person knows it.
        let label: String
        /// A notice for the person, for example about tokens of a first start; `nil` for none.
        let notice: String?
    }

    /// Whether the options are about a data folder.
    private var isFolder: Bool { client != nil || dataDir != nil }

    /// Refuses options about a data folder beside the URL of the command's option.
    func check(beside url: String?) throws {
        guard url != nil, isFolder else { return }
        throw ValidationError("--client and --data-dir are for a data folder; the token decides the client of --url.")
    }

    /// Returns the address of the server: that of the option or of TORII_URL; `nil` for the data folder.
    func address(_ url: String?, _ environment: [String: String]) -> String? {
        // A folder that is named wins over a server in the environment.
        url ?? (isFolder ? nil : environment["TORII_URL"].flatMap { $0.isEmpty ? nil : $0 })
    }

    /// Opens the server while `body` runs.
    ///
    /// - Parameters:
    ///   - url: The URL of the command's option.
    ///   - canAsk: Whether a person can type a missing token.
    func withServer(
        _ url: String?,
        _ environment: [String: String],
        canAsk: Bool,
        _ body: (Server) async throws -> Void
    ) async throws {
        let token = try TokenInput.read(file: tokenFile, environment)
        if let address = address(url, environment) {
            try ServerURL.check(address, hasToken: true)
            let token = try token ?? ask(for: address, canAsk)
            try await Self.requireServer(at: address, token)
            return try await body(Self.server(address, token, label: address))
        }
        var settings = try await Settings.load()
        if let dataDir { settings.dataDirectory = dataDir }
        try await LocalServer.with(settings, client: client, token: token) { local in
            let token = try local.token ?? ask(for: local.url, canAsk)
            let label = local.isEmbedded ? folderLabel(settings.dataDirectory, environment) : local.url
            let notice = local.firstTokensFile.map {
                "The tokens of this first start are in \($0). Store them, then delete the file."
            }
            try await body(Self.server(local.url, token, label: label, notice: notice))
        }
    }

    /// Fails at once where no server answers: later, a lost connection is tried again for minutes.
    private static func requireServer(at address: String, _ token: SecretString) async throws {
        let configuration = ToriiService.Configuration(reconnect: .never, userAgent: "torii-chat")
        do {
            _ = try await ToriiService(url: address, configuration: configuration) { token }.models()
        } catch {
            // The first request reports errors of a server that answers.
            guard error.status == nil, error.code != .canceled else { return }
            throw CommandFailure("No server can be reached at \(address.onTerminal). \(error.message.onTerminal)")
        }
    }

    private func folderLabel(_ folder: String, _ environment: [String: String]) -> String {
        ChatLocale(environment: environment).language.words("data folder \(folder)", "データフォルダ \(folder)")
    }

    private static func server(_ url: String, _ token: SecretString, label: String, notice: String? = nil) -> Server {
        let configuration = ToriiService.Configuration(userAgent: "torii-chat")
        return Server(
            service: ToriiService(url: url, configuration: configuration) { token },
            label: label,
            notice: notice
        )
    }

    private func ask(for address: String, _ canAsk: Bool) throws -> SecretString {
        guard canAsk, isatty(STDIN_FILENO) == 1 else {
            throw CommandFailure(
                "The server at \(address) needs a token. Set TORII_TOKEN to the token of a client, which 'torii clients create NAME' "
                    + "prints on the server's machine."
            )
        }
        return try SecretInput.read("Token for \(address.onTerminal)")
    }
}
