import Accounts
import KeyVault

/// Every setting, by the name it has in the environment and in `.env`.
enum SettingName: String, CaseIterable {
    case host = "TORII_HOST"
    case port = "TORII_PORT"
    case adminHost = "TORII_ADMIN_HOST"
    case adminPort = "TORII_ADMIN_PORT"
    case publicURL = "TORII_PUBLIC_URL"
    case webHosts = "TORII_WEB_HOSTS"
    case corsOrigins = "TORII_CORS_ORIGINS"
    case trustedProxies = "TORII_TRUSTED_PROXIES"
    case maximumConnections = "TORII_MAX_CONNECTIONS"
    case maximumConnectionsPerAddress = "TORII_MAX_CONNECTIONS_PER_ADDRESS"
    case dataDirectory = "TORII_DATA_DIR"
    case masterKey = "TORII_MASTER_KEY"
    case masterKeyPrevious = "TORII_MASTER_KEY_PREVIOUS"
    case masterKeyFile = "TORII_MASTER_KEY_FILE"
    case model = "TORII_MODEL"
    case modelHedge = "TORII_MODEL_HEDGE"
    case modelsAllowed = "TORII_MODELS_ALLOWED"
    case clientToken = "TORII_CLIENT_TOKEN"
    case adminURL = "TORII_ADMIN_URL"
    case adminToken = "TORII_ADMIN_TOKEN"
    case priceFile = "TORII_PRICE_FILE"
    case outputLimit = "TORII_MAX_OUTPUT_TOKENS"
    case maximumRuns = "TORII_MAX_RUNS"
    case maximumQueuedRuns = "TORII_MAX_QUEUED_RUNS"
    case maximumWaitingRuns = "TORII_MAX_WAITING_RUNS"
    case maximumMemory = "TORII_MAX_MEMORY"
    case maximumConversationTurns = "TORII_MAX_CONVERSATION_TURNS"
    case maximumConversationSize = "TORII_MAX_CONVERSATION_SIZE"
    case maximumClientStorage = "TORII_MAX_CLIENT_STORAGE"
    case shutdownGrace = "TORII_SHUTDOWN_GRACE"
    case disconnectGrace = "TORII_DISCONNECT_GRACE"
    case runDeadline = "TORII_RUN_DEADLINE"
    case roundDeadline = "TORII_ROUND_DEADLINE"
    case toolDeadline = "TORII_TOOL_DEADLINE"
    case actionDeadline = "TORII_ACTION_DEADLINE"
    case runRetention = "TORII_RUN_RETENTION"
    case conversationRetention = "TORII_CONVERSATION_RETENTION"
    case healthRetention = "TORII_HEALTH_RETENTION"
    case maximumHealthSamples = "TORII_MAX_HEALTH_SAMPLES"
    case locale = "TORII_LOCALE"
    case timeZone = "TORII_TIME_ZONE"
    case tools = "TORII_TOOLS"
    case webPageHosts = "TORII_WEB_PAGE_HOSTS"
    case toolsApproval = "TORII_TOOLS_APPROVAL"
    case contact = "TORII_CONTACT"
    case contactsFallback = "TORII_CONTACTS_FALLBACK"
    case logLevel = "TORII_LOG_LEVEL"
    case logFormat = "TORII_LOG_FORMAT"
    case openAIKey = "OPENAI_API_KEY"
    case openAIBaseURL = "OPENAI_BASE_URL"
    case anthropicKey = "ANTHROPIC_API_KEY"
    case anthropicBaseURL = "ANTHROPIC_BASE_URL"
    case anthropicVersion = "ANTHROPIC_VERSION"
    case geminiKey = "GEMINI_API_KEY"
    case geminiBaseURL = "GEMINI_BASE_URL"
    case ollamaBaseURL = "OLLAMA_BASE_URL"
    case tavilyKey = "TAVILY_API_KEY"
    case tavilyBaseURL = "TAVILY_BASE_URL"
    case braveKey = "BRAVE_API_KEY"
    case braveBaseURL = "BRAVE_BASE_URL"
    case searXNGBaseURL = "SEARXNG_BASE_URL"
    case duckDuckGoBaseURL = "DUCKDUCKGO_BASE_URL"
    case mediaWikiBaseURL = "MEDIAWIKI_BASE_URL"
    case openMeteoBaseURL = "OPEN_METEO_BASE_URL"
    case openMeteoGeocodingBaseURL = "OPEN_METEO_GEOCODING_BASE_URL"
    case zaicoToken = "ZAICO_API_TOKEN"
    case zaicoBaseURL = "ZAICO_BASE_URL"
    case cardDAVBaseURL = "CARDDAV_BASE_URL"
    case cardDAVUserName = "CARDDAV_USER_NAME"
    case cardDAVPassword = "CARDDAV_PASSWORD"
    case calDAVBaseURL = "CALDAV_BASE_URL"
    case calDAVUserName = "CALDAV_USER_NAME"
    case calDAVPassword = "CALDAV_PASSWORD"

    /// Names that begin like ours but are read by the build, or by clients as the documentation's examples are, not by the server.
    static let foreign: Set<String> = ["TORII_MACRO_PLUGIN", "TORII_TOKEN", "TORII_URL"]

    /// Whether its value is a secret.
    var isSecret: Bool {
        switch self {
        case .masterKey, .masterKeyPrevious, .clientToken, .adminToken: true
        default: Upstream.allCases.contains { $0.keySetting == self }
        }
    }

    /// Whether it decides where keys are kept, or where they are sent.
    var placesSecrets: Bool { [.dataDirectory, .masterKeyFile].contains(self) || rawValue.hasSuffix("_BASE_URL") }

    /// The known name that is spelled most like an unknown one.
    static func nearest(to name: String) -> SettingName? {
        // The settings of upstreams have their usual names, without the prefix that a person may put before them.
        if name.hasPrefix("TORII_"), let upstream = SettingName(rawValue: String(name.dropFirst(6))) { return upstream }
        return allCases.filter { $0.rawValue.hasPrefix("TORII_") }
            .min { $0.rawValue.editDistance(to: name) < $1.rawValue.editDistance(to: name) }
    }
}
