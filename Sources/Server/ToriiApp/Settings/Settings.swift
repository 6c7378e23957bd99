import Accounts
import AgentRuntime
import AgentServer
import DeclaredTools
import Foundation
import KeyVault
public import Logging
public import ModelTable
import Secrets
import Transport

/// The operator's settings.
public struct Settings: Sendable {
    /// The address to listen on.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 for a free one.
    public var port = 8080
    /// The address for administrators; `nil` if they use the same address as clients or only a separate port is set.
    var adminHost: String?
    /// The port for administrators.
    var adminPort: Int?
    /// The URL at which clients reach the server; `nil` if they use its own address.
    var publicURL: String?
    /// The issuers of tokens that the metadata of `/mcp` names.
    var authorizationServers: [String] = []
    /// The hosts at which issuers of tokens for users may be.
    var issuerHosts = IssuerHosts.publicHosts
    /// Further host names that the server answers to.
    var webHosts: [String] = []
    /// Whether the server has the pages for browsers.
    var hasWebPages = true
    /// The folder with the files of the pages; `nil` for those in the program.
    var webDirectory: String?
    /// The origins whose web pages may call the server.
    var cors = CORSPolicy()
    /// The proxies whose `X-Forwarded-For` is trusted.
    var trustedProxies = TrustedProxies()
    /// The maximum number of open connections; `nil` for a number that fits the limit of open files.
    var maximumConnections: Int?
    /// The maximum number of open connections from one address.
    var maximumConnectionsPerAddress = 1024
    /// The time limits of a connection.
    var connectionLimits = ConnectionClock.Limits()
    /// The delay of responses to an address that sent too many invalid tokens.
    var authenticationDelay = Duration.seconds(1)
    /// The folder of the database and the master key.
    public var dataDirectory = "var"
    /// The least severe level that is logged.
    public var logLevel = Logger.Level.info
    /// The form of the log's lines.
    var logFormat = LogFormat.text
    /// The URL of the server that the commands call; `nil` for the server of the data folder on this machine.
    public var adminURL: String?

    var masterKey: SecretString?
    var masterKeyPrevious: SecretString?
    var masterKeyFile: String?
    /// The warning about a `.env` file with secrets that other users can read; `nil` if there is none.
    var environmentFileWarning: String?
    /// A sentence for each name in the environment or `.env` that is nearly a setting.
    var similarNames: [String] = []
    /// Whether the admin token is a variable of the environment, which may have been meant for a command.
    var hasAdminTokenOfEnvironment = false
    /// The value of `TORII_URL`, which only `torii chat` and `torii mcp` use.
    public var clientURL: String?
    /// The variables that Kubernetes set.
    ///
    /// They were ignored.
    var injectedVariables: [String] = []
    /// The folder of the service's systemd credentials.
    var credentialsFolder: String?
    /// The models for requests that name none, in order of preference; empty for the first model that has a key.
    var models: [ModelReference] = []
    /// The weights of the models among which the first one to ask is drawn.
    var modelWeights: [ModelReference: Int] = [:]
    /// The time without output after which the next model is asked as well; `nil` for never.
    var hedgeDelay: Duration?
    /// Further models that a request may name.
    var allowedModels: [ModelReference] = []
    /// Further names for the models that a request may name.
    var modelAliases = ModelAliases.none
    /// The models that answer in place of models that have ended.
    var modelReplacements = ModelReplacements.none
    /// The facts about models and servers: those of the program until ``readingFiles()`` adds those of the operator's file.
    public var modelTable = ModelTable.builtIn
    /// The path of the operator's file with facts about models.
    var modelFile: String?
    var clientToken: SecretString?
    var adminToken: SecretString?
    /// The time in which running turns may end after a request to stop.
    var shutdownGrace = Duration.seconds(8)
    /// The limits of runs and memory.
    var loadLimits = LoadLimits(memoryBytes: ProcessMemory.availableBytes / 4 * 3)
    /// The path of the file with the prices of models.
    var priceFile: String?
    /// The maximum number of tokens that a model writes in one round, for clients whose tokens are limited.
    var outputLimit = 8192
    /// The deadlines and retention of runs.
    var runLimits = RunLimits()
    /// The maximum size of a conversation, and of everything stored for a client.
    var conversationLimits = ConversationLimits()
    /// The retention of health samples, counted from their measurement; `nil` for no limit.
    var healthRetention: Duration?
    /// The retention of the usage of users of clients: 400 days.
    var userUsageRetention = Duration.seconds(400 * 86_400)
    /// Whether OpenAI and Anthropic get a keyed hash of the user's id with a user's turn.
    var sendsSafetyIdentifiers = true
    /// The maximum number of health samples of a client; `nil` for no limit.
    var maximumHealthSamples: Int? = 2_000_000
    /// The time without an event after which a stream sends a heartbeat.
    var heartbeat = Duration.seconds(15)
    /// The maximum size of a body with images, in bytes.
    var maximumBodyBytes = 25 << 20
    /// The server's instructions for models.
    var instructions = ServerInstructions.standard
    /// The path of the file with the server's instructions.
    var instructionsFile: String?
    var locale = "en"
    var timeZone = TimeZone.gmt
    /// The tools to switch on; `nil` for all.
    var tools: [String]?
    /// The tools whose calls wait for a person's approval, in addition to those that destroy or send something.
    var toolsApproval: [String] = []
    /// The folder of all declarations; `nil` for none.
    var toolsFolder: String?
    /// The hosts that declared tools may reach.
    var toolsHosts = AllowedHosts.publicHosts

    /// The folder of the operator's prompts; `nil` for none.
    var promptsDirectory: String?

    /// The hosts whose pages `readWebPage` may read; `nil` for all.
    var webPageHosts: HostPatterns?

    /// The keys in the environment or `.env`, by upstream.
    var keys: [Upstream: SecretString] = [:]
    /// The addresses that are set, by upstream.
    var addresses: [Upstream: String] = [:]
    /// The further settings of upstreams that are set.
    var options: [SettingName: String] = [:]
    /// A mail address or a URL at which keyless services can contact the operator.
    var contact: String?
    /// The name that is returned if no contact is found; `nil` for the tool's default.
    var contactsFallback: String?

    /// The address and port for administrators; `nil` if they use those of clients.
    var adminAddress: (host: String, port: Int)? {
        guard adminHost != nil || adminPort != nil else { return nil }
        return (adminHost ?? "127.0.0.1", adminPort ?? 8081)
    }
    /// The places of the master keys.
    ///
    /// The default is a file in the data folder.
    var masterKeySources: MasterKeySources {
        MasterKeySources(
            environment: masterKey,
            previous: masterKeyPrevious,
            file: masterKeyFile,
            credentialsFolder: credentialsFolder,
            defaultFile: "\(dataDirectory)/master.key"
        )
    }
    /// The file for first tokens, used if the standard output is not a terminal.
    var firstTokensPath: String { "\(dataDirectory)/first-tokens.txt" }
    /// The folder of the journal: events that clients have received and the database does not have yet.
    var journalPath: String { "\(dataDirectory)/journal" }
    /// The path of the database file.
    var databasePath: String { "\(dataDirectory)/torii.sqlite" }
}

/// A missing, invalid or unknown setting.
public struct SettingsError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The setting's name.
    public var name: String
    /// The problem and its remedy, without the value of a secret.
    public var message: String

    /// The text for the operator: the name and the message.
    public var description: String { "\(name): \(message)" }
}
