import StandIns

/// The stand-ins of the command, on their ports.
struct Lineup {
    let openAI: OpenAIStandIn
    let tavily: TavilyStandIn
    let mediaWiki: MediaWikiStandIn
    let openMeteo: OpenMeteoStandIn
    let zaico: ZaicoStandIn

    private static let openAIKeys = ["sk-standin-first-0001", "sk-standin-second-0002"]
    private static let tavilyKeys = ["tvly-standin-first-0001", "tvly-standin-second-0002"]
    private static let zaicoTokens = ["zaico-standin-first-0001", "zaico-standin-second-0002"]

    init(_ options: Options) {
        let port = options.portBase
        openAI = OpenAIStandIn(port: port, keys: Self.openAIKeys, pace: options.pace)
        tavily = TavilyStandIn(port: port + 1, keys: Self.tavilyKeys, delay: options.delay)
        mediaWiki = MediaWikiStandIn(port: port + 2, delay: options.delay)
        openMeteo = OpenMeteoStandIn(port: port + 3, delay: options.delay)
        zaico = ZaicoStandIn(port: port + 4, tokens: Self.zaicoTokens, delay: options.delay)
    }

    var standIns: [any StandIn] { [openAI, tavily, mediaWiki, openMeteo, zaico] }

    /// Settings to paste into a shell or a `.env` file.
    var settings: String {
        """
        # The stand-ins are listening. These settings point the service at them:
        OPENAI_BASE_URL=\(openAI.baseURL)
        OPENAI_API_KEY=\(Self.openAIKeys[0])
        TAVILY_BASE_URL=\(tavily.baseURL)
        TAVILY_API_KEY=\(Self.tavilyKeys[0])
        # The full address of the wiki's API:
        MEDIAWIKI_BASE_URL=\(mediaWiki.baseURL)
        OPEN_METEO_BASE_URL=\(openMeteo.baseURL)
        OPEN_METEO_GEOCODING_BASE_URL=\(openMeteo.baseURL)
        ZAICO_BASE_URL=\(zaico.baseURL)
        # Without a token the service keeps its inventory itself:
        # ZAICO_API_TOKEN=\(Self.zaicoTokens[0])
        # Further keys that are accepted, to rotate to: \(Self.openAIKeys[1]) \(Self.tavilyKeys[1]) \(Self.zaicoTokens[1])
        """
    }
}
