/// The upstreams that take a key, by the names that the vault and the admin endpoint know them by.
enum Upstream: String, CaseIterable, Sendable {
    case anthropic
    case brave
    case caldav
    case carddav
    case gemini
    case openai
    case tavily
    case zaico

    /// The setting that may hold the upstream's key.
    var keySetting: SettingName {
        switch self {
        case .anthropic: .anthropicKey
        case .brave: .braveKey
        case .caldav: .calDAVPassword
        case .carddav: .cardDAVPassword
        case .gemini: .geminiKey
        case .openai: .openAIKey
        case .tavily: .tavilyKey
        case .zaico: .zaicoToken
        }
    }
}
