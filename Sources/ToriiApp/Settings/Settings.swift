import AgentRuntime
import AgentServer
import Foundation
import KeyVault
public import Logging
import Secrets
import Transport

/// What the operator has set.
public struct Settings: Sendable {
    /// The address to listen on.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 takes a free one.
    public var port = 8080
    /// The address for administrators alone; `nil` for the same as everybody's, unless a port of their own is set.
    var adminHost: String?
    /// The port for administrators alone.
    var adminPort: Int?
    /// The URL under which clients reach the server; `nil` when they use its own address.
    var publicURL: String?
    /// Further host names to which the server answers.
    var webHosts: [String] = []
    /// The origins whose web pages may call the server.
    var cors = CORSPolicy()
    /// The proxies whose `X-Forwarded-For` is believed.
    var trustedProxies = TrustedProxies()
    /// The most connections at a time; `nil` for as many as the limit of open files leaves room for.
    var maximumConnections: Int?
    /// The most connections at a time from one address.
    var maximumConnectionsPerAddress = 1024
    /// The time limits of a connection.
    var connectionLimits = ConnectionClock.Limits()
    /// The delay of answers to an address from which too many invalid tokens came.
    var authenticationDelay = Duration.seconds(1)
    /// Where the database and the master key are kept.
    public var dataDirectory = "var"
    /// How much to log.
    public var logLevel = Logger.Level.info
    /// The form of the log's lines.
    var logFormat = LogFormat.text
    /// Where the commands find a server that does not work on the data folder of this machine; `nil` for the one that does.
    public var adminURL: String?

    var masterKey: SecretString?
    var masterKeyPrevious: SecretString?
    var masterKeyFile: String?
    /// The warning about a `.env` file that holds secrets and that others can read; `nil` for none.
    var environmentFileWarning: String?
    /// The variables that Kubernetes set and that were passed over.
    var injectedVariables: [String] = []
    /// Where systemd has put the service's credentials.
    var credentialsFolder: String?
    /// The models that answer requests which name none, in order of preference; empty for the first that has a key.
    var models: [ModelReference] = []
    /// The shares of those among which the first to be asked is drawn.
    var modelWeights: [ModelReference: Int] = [:]
    /// After how long a silent model is joined by the next one; `nil` for never.
    var hedgeDelay: Duration?
    /// The models that a request may name besides those.
    var allowedModels: [ModelReference] = []
    var clientToken: SecretString?
    var adminToken: SecretString?
    /// How long turns may go on after the server was told to stop.
    var shutdownGrace = Duration.seconds(8)
    /// How much may go on at a time.
    var loadLimits = LoadLimits(memoryBytes: ProcessMemory.availableBytes / 4 * 3)
    /// The file that says what models cost.
    var priceFile: String?
    /// How many tokens a model may write in a round for a client whose tokens are counted.
    var outputLimit = 8192
    /// How long runs may take and are kept.
    var runLimits = RunLimits()
    /// How large conversations and what is stored of a client may become.
    var conversationLimits = ConversationLimits()
    /// How long health samples are kept after they were measured; `nil` for good.
    var healthRetention: Duration?
    /// How many health samples are kept of a client; `nil` for any number.
    var maximumHealthSamples: Int? = 2_000_000
    /// How long a stream may be silent.
    var heartbeat = Duration.seconds(15)
    var locale = "en"
    var timeZone = TimeZone.gmt
    /// The tools to switch on; `nil` for all.
    var tools: [String]?
    /// The tools whose calls wait for a person's approval, besides those that destroy or send something.
    var toolsApproval: [String] = []

    /// The hosts whose pages `readWebPage` may read; `nil` for all.
    var webPageHosts: HostPatterns?

    /// Keys found in the environment or `.env`, by upstream.
    var keys: [Upstream: SecretString] = [:]
    /// The addresses that are set, by upstream.
    var addresses: [Upstream: String] = [:]
    /// The further settings of upstreams that are set.
    var options: [SettingName: String] = [:]
    /// Where open services reach whoever runs this: a mail address or a URL.
    var contact: String?
    /// The name that stands in for a contact when there is none to be had; `nil` for the tool's own.
    var contactsFallback: String?

    /// Where administrators are served, if not where everybody is.
    var adminAddress: (host: String, port: Int)? {
        guard adminHost != nil || adminPort != nil else { return nil }
        return (adminHost ?? "127.0.0.1", adminPort ?? 8081)
    }
    /// Where the master keys may be; in a file in the data folder when nothing else is set.
    var masterKeySources: MasterKeySources {
        MasterKeySources(
            environment: masterKey,
            previous: masterKeyPrevious,
            file: masterKeyFile,
            credentialsFolder: credentialsFolder,
            defaultFile: "\(dataDirectory)/master.key"
        )
    }
    /// The file that first tokens are written to when nobody sees the standard output.
    var firstTokensPath: String { "\(dataDirectory)/first-tokens.txt" }
    /// The folder for what was shown and is not in the database yet.
    var journalPath: String { "\(dataDirectory)/journal" }
    /// The database's file.
    var databasePath: String { "\(dataDirectory)/torii.sqlite" }
}
