import BuiltInTools
import KeyVault
import Transport

/// The upstreams of web search.
extension Upstream {
    static let searches = [tavily, brave, searXNG, duckDuckGo, mediaWiki]

    private static let searchTools = ["searchWeb"]

    static let tavily = Upstream(
        name: "tavily",
        settings: [
            .key("TAVILY_API_KEY", "A key for Tavily's web search. Without one its keyless mode is used."),
            .address("TAVILY_BASE_URL", "https://api.tavily.com", "The base URL of Tavily."),
        ],
        checker: { SearchKeyChecker.tavily(client: $1, baseURL: $0.address) },
        tools: searchTools,
        use: .withTool
    )

    static let brave = Upstream(
        name: "brave",
        settings: [
            .key("BRAVE_API_KEY", "A key for Brave's web search. Without one it is not used."),
            .address("BRAVE_BASE_URL", "https://api.search.brave.com", "The base URL of Brave."),
        ],
        checker: { SearchKeyChecker.brave(client: $1, baseURL: $0.address) },
        tools: searchTools,
        use: .withKey,
        needsKey: true
    )

    static let searXNG = Upstream(
        name: "searxng",
        settings: [
            .address("SEARXNG_BASE_URL", nil, "The base URL of a SearXNG instance for web search. Default: none.")
        ],
        tools: searchTools,
        use: .withAddress
    )

    static let duckDuckGo = Upstream(
        name: "duckduckgo",
        settings: [
            .address(
                "DUCKDUCKGO_BASE_URL",
                nil,
                "The base URL of DuckDuckGo's instant answers. Default: not used."
            )
        ],
        tools: searchTools,
        use: .withAddress
    )

    static let mediaWiki = Upstream(
        name: "mediawiki",
        settings: [
            .address(
                "MEDIAWIKI_BASE_URL",
                nil,
                "The address of a MediaWiki's api.php. Default: the Wikipedia in the caller's language."
            )
        ],
        tools: searchTools,
        use: .withTool,
        probeAddress: "https://en.wikipedia.org/w/api.php"
    )
}

/// The upstreams of the other tools.
extension Upstream {
    static let services = [openMeteo, openMeteoGeocoding, zaico, carddav, caldav]

    static let openMeteo = Upstream(
        name: "open-meteo",
        settings: [
            .address("OPEN_METEO_BASE_URL", "https://api.open-meteo.com", "The base URL of the weather forecast.")
        ],
        tools: ["getCurrentWeather"],
        use: .withTool
    )

    static let openMeteoGeocoding = Upstream(
        name: "open-meteo geocoding",
        settings: [
            .address(
                "OPEN_METEO_GEOCODING_BASE_URL",
                "https://geocoding-api.open-meteo.com",
                "The base URL of the search for places."
            )
        ],
        metricsName: "open-meteo",
        tools: ["getCurrentWeather"],
        use: .withTool
    )

    static let zaico = Upstream(
        name: "zaico",
        settings: [
            .key(
                "ZAICO_API_TOKEN",
                "A token for ZAICO. With it the inventory is kept there, otherwise in the built-in database."
            ), .address("ZAICO_BASE_URL", ZaicoInventory.defaultBaseURL, "The base URL of ZAICO."),
        ],
        checker: { ZaicoKeyChecker(http: $1, baseURL: $0.address) },
        tools: ["getInventoryList", "getInventory", "createInventory", "updateInventory", "deleteInventory"],
        use: .withKey
    )

    static let carddav = account(
        "carddav",
        prefix: "CARDDAV",
        server: "CardDAV server",
        address: "The address of a CardDAV server for contacts. Default: none.",
        tool: "findContacts"
    )

    static let caldav = account(
        "caldav",
        prefix: "CALDAV",
        server: "CalDAV server",
        address: "The address of a CalDAV server for calendars. Default: none.",
        tool: "getCalendarEvents"
    )

    private static func account(
        _ name: String,
        prefix: String,
        server: String,
        address: String,
        tool: String
    ) -> Upstream {
        Upstream(
            name: name,
            settings: [
                .address("\(prefix)_BASE_URL", nil, address),
                // RFC 7617: the text before the first colon is the name.
                .option(
                    "\(prefix)_USER_NAME",
                    nil,
                    "The user name at the \(server).",
                    expected: "a user name, which must not contain a colon"
                ) { !$0.contains(":") },
                .key("\(prefix)_PASSWORD", "The password at the \(server)."),
            ],
            checker: { DAVKeyChecker(client: $1, baseURL: $0.optionalAddress, userName: $0.option) },
            keyForm: .text,
            tools: [tool],
            use: .withAddress
        )
    }
}

/// An account at a CardDAV or CalDAV server, without its password, which is a key of the vault.
struct DAVSettings: Sendable, Equatable {
    /// The URL of the server, the account or a collection in it; `nil` if there is no account.
    var baseURL: String?
    /// The user name of the account.
    var userName: String?
}

extension Settings {
    /// The account at a CardDAV or CalDAV server.
    subscript(account upstream: Upstream) -> DAVSettings {
        get { DAVSettings(baseURL: values(of: upstream).optionalAddress, userName: values(of: upstream).option) }
        set {
            addresses[upstream] = newValue.baseURL
            guard let option = upstream.settings.first(where: { $0.role == .option }) else { return }
            options[option.name] = newValue.userName
        }
    }
}
