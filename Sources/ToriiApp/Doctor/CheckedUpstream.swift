import AgentRuntime

/// An upstream that the doctor looks at, and how much it matters.
struct CheckedUpstream: Sendable, Equatable {
    /// Its name: that of the vault where it takes keys.
    var name: String
    /// Where to knock: an address that answers without a key, with whatever status.
    var url: String
    /// What takes its keys; `nil` for one that needs none.
    var keys: Upstream?
    /// Whether somebody has asked for it: by a model, a key or an address.
    ///
    /// The others are there by default.
    var isChosen: Bool
    /// Whether it is of no use without a key.
    var needsKey = false
    /// The base URL whose version may be missing; `nil` for upstreams whose addresses have none.
    var base: VersionedBase?

    /// A base URL that ends in a version, as that of OpenAI's interface does.
    struct VersionedBase: Sendable, Equatable {
        /// The setting.
        var setting: SettingName
        /// Its value.
        var url: String
        /// The path that is asked for below it.
        var path: String

        /// The base URL with the version that it lacks; `nil` when it ends in one.
        var completed: String? {
            let last = url.split(separator: "/").last ?? ""
            return last.wholeMatch(of: /v[0-9]+[a-z0-9]*/) == nil ? url + "/v1" : nil
        }
    }
}

extension CheckedUpstream {
    /// The upstreams that the settings, or the stored keys, ask for.
    ///
    /// - Parameter stored: The upstreams for which the vault has keys.
    static func all(_ settings: Settings, stored: Set<Upstream>) -> [CheckedUpstream] {
        models(settings, stored: stored) + tools(settings, stored: stored)
    }

    private static func models(_ settings: Settings, stored: Set<Upstream>) -> [CheckedUpstream] {
        let named = Set((settings.models + settings.allowedModels).map(\.provider))
        let standard = Settings()
        func hasKey(_ upstream: Upstream) -> Bool { stored.contains(upstream) || settings.keys[upstream] != nil }
        var upstreams: [CheckedUpstream] = []
        func add(
            _ name: String,
            _ providers: Set<ModelReference.Provider>,
            _ address: KeyPath<Settings, String>,
            path: String,
            keys: Upstream?,
            setting: SettingName? = nil
        ) {
            let isElsewhere = settings[keyPath: address] != standard[keyPath: address]
            let isNamed = !named.isDisjoint(with: providers)
            guard isNamed || isElsewhere || keys.map(hasKey) == true else { return }
            upstreams.append(
                CheckedUpstream(
                    name: name,
                    url: settings[keyPath: address] + path,
                    keys: keys,
                    isChosen: true,
                    // A server of one's own may want no key; the provider itself does.
                    needsKey: keys != nil && isNamed && !isElsewhere,
                    base: setting.map { VersionedBase(setting: $0, url: settings[keyPath: address], path: path) }
                )
            )
        }
        add(
            "openai",
            [.openai, .openaiResponses],
            \.openAIBaseURL,
            path: "/models",
            keys: .openai,
            setting: .openAIBaseURL
        )
        add("anthropic", [.anthropic], \.anthropicBaseURL, path: "", keys: .anthropic)
        add("gemini", [.gemini], \.geminiBaseURL, path: "", keys: .gemini)
        add("ollama", [.ollama], \.ollamaBaseURL, path: "/api/version", keys: nil)
        return upstreams
    }

    private static func tools(_ settings: Settings, stored: Set<Upstream>) -> [CheckedUpstream] {
        let standard = Settings()
        func isOn(_ tools: String...) -> Bool {
            settings.tools.map { on in tools.contains(where: on.contains) } ?? true
        }
        func hasKey(_ upstream: Upstream) -> Bool { stored.contains(upstream) || settings.keys[upstream] != nil }
        var upstreams: [CheckedUpstream] = []
        if isOn("searchWeb") {
            upstreams += [
                CheckedUpstream(
                    name: "tavily",
                    url: settings.tavilyBaseURL,
                    keys: .tavily,
                    isChosen: hasKey(.tavily) || settings.tavilyBaseURL != standard.tavilyBaseURL
                ),
                CheckedUpstream(
                    name: "mediawiki",
                    url: settings.mediaWikiBaseURL ?? "https://en.wikipedia.org/w/api.php",
                    isChosen: settings.mediaWikiBaseURL != nil
                ),
            ]
        }
        if isOn("searchWeb") { upstreams += searchUpstreams(settings, hasKeyForBrave: hasKey(.brave)) }
        if isOn("getCurrentWeather") {
            upstreams += [
                CheckedUpstream(
                    name: "open-meteo",
                    url: settings.openMeteoBaseURL,
                    isChosen: settings.openMeteoBaseURL != standard.openMeteoBaseURL
                ),
                CheckedUpstream(
                    name: "open-meteo geocoding",
                    url: settings.openMeteoGeocodingBaseURL,
                    isChosen: settings.openMeteoGeocodingBaseURL != standard.openMeteoGeocodingBaseURL
                ),
            ]
        }
        if hasKey(.zaico),
            isOn("getInventoryList", "getInventory", "createInventory", "updateInventory", "deleteInventory")
        {
            upstreams.append(
                CheckedUpstream(name: "zaico", url: settings.zaicoBaseURL, keys: .zaico, isChosen: true)
            )
        }
        for (name, account, keys, tool) in [
            ("carddav", settings.cardDAV, Upstream.carddav, "findContacts"),
            ("caldav", settings.calDAV, .caldav, "getCalendarEvents"),
        ] {
            guard let url = account.baseURL, isOn(tool) else { continue }
            upstreams.append(CheckedUpstream(name: name, url: url, keys: keys, isChosen: true))
        }
        return upstreams
    }

    /// The search services that are asked only when they are set up.
    private static func searchUpstreams(_ settings: Settings, hasKeyForBrave: Bool) -> [CheckedUpstream] {
        var upstreams: [CheckedUpstream] = []
        if hasKeyForBrave {
            upstreams.append(
                CheckedUpstream(name: "brave", url: settings.braveBaseURL, keys: .brave, isChosen: true, needsKey: true)
            )
        }
        let keyless = [("searxng", settings.searXNGBaseURL), ("duckduckgo", settings.duckDuckGoBaseURL)]
        for case (let name, let url?) in keyless {
            upstreams.append(CheckedUpstream(name: name, url: url, isChosen: true))
        }
        return upstreams
    }
}
