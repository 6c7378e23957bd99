import Accounts
import KeyVault

/// The name of a setting in the environment and in `.env`.
///
/// The names of upstreams' settings are in the table of upstreams.
struct SettingName: RawRepresentable, Hashable, Sendable, CaseIterable {
    static let host = SettingName("TORII_HOST")
    static let port = SettingName("TORII_PORT")
    static let adminHost = SettingName("TORII_ADMIN_HOST")
    static let adminPort = SettingName("TORII_ADMIN_PORT")
    static let publicURL = SettingName("TORII_PUBLIC_URL")
    static let webHosts = SettingName("TORII_WEB_HOSTS")
    static let webPages = SettingName("TORII_WEB_PAGES")
    static let webDirectory = SettingName("TORII_WEB_DIR")
    static let authorizationServers = SettingName("TORII_AUTHORIZATION_SERVERS")
    static let issuerHosts = SettingName("TORII_ISSUER_HOSTS")
    static let corsOrigins = SettingName("TORII_WEB_ORIGINS")
    static let trustedProxies = SettingName("TORII_TRUSTED_PROXIES")
    static let maximumConnections = SettingName("TORII_MAX_CONNECTIONS")
    static let maximumConnectionsPerAddress = SettingName("TORII_MAX_CONNECTIONS_PER_ADDRESS")
    static let dataDirectory = SettingName("TORII_DATA_DIR")
    static let masterKey = SettingName("TORII_MASTER_KEY")
    static let masterKeyPrevious = SettingName("TORII_MASTER_KEY_PREVIOUS")
    static let masterKeyFile = SettingName("TORII_MASTER_KEY_FILE")
    static let model = SettingName("TORII_MODEL")
    static let modelHedge = SettingName("TORII_MODEL_HEDGE")
    static let modelsAllowed = SettingName("TORII_MODELS_ALLOWED")
    static let modelAliases = SettingName("TORII_MODEL_ALIASES")
    static let modelFile = SettingName("TORII_MODEL_FILE")
    static let modelReplacements = SettingName("TORII_MODEL_REPLACEMENTS")
    static let clientToken = SettingName("TORII_CLIENT_TOKEN")
    static let adminURL = SettingName("TORII_ADMIN_URL")
    static let adminToken = SettingName("TORII_ADMIN_TOKEN")
    static let priceFile = SettingName("TORII_PRICE_FILE")
    static let outputLimit = SettingName("TORII_MAX_OUTPUT_TOKENS")
    static let maximumRuns = SettingName("TORII_MAX_RUNS")
    static let maximumQueuedRuns = SettingName("TORII_MAX_QUEUED_RUNS")
    static let maximumWaitingRuns = SettingName("TORII_MAX_WAITING_RUNS")
    static let maximumMemory = SettingName("TORII_MAX_MEMORY")
    static let maximumBody = SettingName("TORII_MAX_BODY")
    static let maximumConversationTurns = SettingName("TORII_MAX_CONVERSATION_TURNS")
    static let maximumConversationSize = SettingName("TORII_MAX_CONVERSATION_SIZE")
    static let maximumClientStorage = SettingName("TORII_MAX_CLIENT_STORAGE")
    static let shutdownGrace = SettingName("TORII_SHUTDOWN_GRACE")
    static let disconnectGrace = SettingName("TORII_DISCONNECT_GRACE")
    static let runDeadline = SettingName("TORII_RUN_DEADLINE")
    static let roundDeadline = SettingName("TORII_ROUND_DEADLINE")
    static let toolDeadline = SettingName("TORII_TOOL_DEADLINE")
    static let actionDeadline = SettingName("TORII_ACTION_DEADLINE")
    static let runRetention = SettingName("TORII_RUN_RETENTION")
    static let conversationRetention = SettingName("TORII_CONVERSATION_RETENTION")
    static let healthRetention = SettingName("TORII_HEALTH_RETENTION")
    static let userUsageRetention = SettingName("TORII_USER_USAGE_RETENTION")
    static let safetyIdentifiers = SettingName("TORII_SAFETY_IDENTIFIERS")
    static let maximumHealthSamples = SettingName("TORII_MAX_HEALTH_SAMPLES")
    static let instructions = SettingName("TORII_INSTRUCTIONS")
    static let locale = SettingName("TORII_LOCALE")
    static let timeZone = SettingName("TORII_TIME_ZONE")
    static let tools = SettingName("TORII_TOOLS")
    static let promptsDirectory = SettingName("TORII_PROMPTS_DIR")
    static let webPageHosts = SettingName("TORII_WEB_PAGE_HOSTS")
    static let toolsApproval = SettingName("TORII_TOOLS_APPROVAL")
    static let toolsFolder = SettingName("TORII_TOOLS_DIR")
    static let toolsHosts = SettingName("TORII_TOOLS_HOSTS")
    static let contact = SettingName("TORII_CONTACT")
    static let contactsFallback = SettingName("TORII_CONTACTS_FALLBACK")
    static let logLevel = SettingName("TORII_LOG_LEVEL")
    static let logFormat = SettingName("TORII_LOG_FORMAT")

    /// The names of all settings, in the order of the help.
    static let allCases = SettingsHelp.sections.flatMap { $0.entries.map(\.name) }

    let rawValue: String

    private init(_ rawValue: String) { self.rawValue = rawValue }

    /// Makes the name of an upstream's setting.
    init(upstream rawValue: String) { self.rawValue = rawValue }

    /// Returns the setting of a name; `nil` if there is none.
    init?(rawValue: String) {
        guard let name = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = name
    }

    /// Names with Torii's prefix that are not settings of the server: the build reads one, and clients in the documentation's examples the
    /// others.
    static let foreign: Set<String> = ["TORII_MACRO_PLUGIN", "TORII_TOKEN", "TORII_TOKEN_FILE", "TORII_URL"]

    /// Whether the value is a secret.
    var isSecret: Bool {
        switch self {
        case .masterKey, .masterKeyPrevious, .clientToken, .adminToken: true
        default: Upstream.keyed.contains { $0.keySetting == self }
        }
    }

    /// Whether the setting decides where keys are stored or sent.
    var locatesSecrets: Bool { locatesData || rawValue.hasSuffix("_BASE_URL") }

    /// Whether the setting decides where the data and its master key are.
    var locatesData: Bool { [.dataDirectory, .masterKeyFile].contains(self) }

    /// Returns the known name that is most similar to an unknown one.
    static func nearest(to name: String) -> SettingName? {
        // The settings of upstreams have their usual names. A person may have put Torii's prefix before one.
        if name.hasPrefix("TORII_"), let upstream = SettingName(rawValue: String(name.dropFirst(6))) { return upstream }
        return allCases.filter { $0.rawValue.hasPrefix("TORII_") }
            .min { $0.rawValue.editDistance(to: name) < $1.rawValue.editDistance(to: name) }
    }
}
