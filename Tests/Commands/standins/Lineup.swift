import StandIns

/// The stand-ins of the command, each on its port.
struct Lineup {
    let openAI: OpenAIStandIn
    let tavily: TavilyStandIn
    let mediaWiki: MediaWikiStandIn
    let openMeteo: OpenMeteoStandIn
    let zaico: ZaicoStandIn
    let anthropic: AnthropicStandIn
    let responses: OpenAIResponsesStandIn
    let gemini: GeminiStandIn
    let ollama: OllamaStandIn
    let brave: BraveStandIn
    let searxng: SearXNGStandIn
    let duckDuckGo: DuckDuckGoStandIn

    private static let openAIKeys = ["sk-standin-first-0001", "sk-standin-second-0002"]
    private static let anthropicKeys = ["sk-ant-standin-first-0001", "sk-ant-standin-second-0002"]
    private static let geminiKeys = ["gm-standin-first-0001", "gm-standin-second-0002"]
    private static let tavilyKeys = ["tvly-standin-first-0001", "tvly-standin-second-0002"]
    private static let braveKeys = ["brave-standin-first-0001", "brave-standin-second-0002"]
    private static let zaicoTokens = ["zaico-standin-first-0001", "zaico-standin-second-0002"]

    init(_ options: Options) {
        let port = options.portBase
        openAI = OpenAIStandIn(port: port, keys: Self.openAIKeys, pace: options.pace)
        tavily = TavilyStandIn(port: port + 1, keys: Self.tavilyKeys, delay: options.delay)
        mediaWiki = MediaWikiStandIn(port: port + 2, delay: options.delay)
        openMeteo = OpenMeteoStandIn(port: port + 3, delay: options.delay)
        zaico = ZaicoStandIn(port: port + 4, tokens: Self.zaicoTokens, delay: options.delay)
        anthropic = AnthropicStandIn(port: port + 5, keys: Self.anthropicKeys, pace: options.pace)
        responses = OpenAIResponsesStandIn(port: port + 6, keys: Self.openAIKeys, pace: options.pace)
        gemini = GeminiStandIn(port: port + 7, keys: Self.geminiKeys, pace: options.pace)
        ollama = OllamaStandIn(port: port + 8, pace: options.pace)
        brave = BraveStandIn(port: port + 9, keys: Self.braveKeys, delay: options.delay)
        searxng = SearXNGStandIn(port: port + 10, delay: options.delay)
        duckDuckGo = DuckDuckGoStandIn(port: port + 11, delay: options.delay)
    }

    var standIns: [any StandIn] {
        [
            openAI, tavily, mediaWiki, openMeteo, zaico, anthropic, responses, gemini, ollama, brave, searxng,
            duckDuckGo,
        ]
    }

    /// Replaces the accepted keys of an upstream; returns false if no stand-in has keys under that name.
    func accept(_ keys: [String], for upstream: String) -> Bool {
        switch upstream {
        case "openai":
            openAI.accept(keys: keys)
            responses.accept(keys: keys)
        case "anthropic": anthropic.accept(keys: keys)
        case "gemini": gemini.accept(keys: keys)
        case "tavily": tavily.accept(keys: keys)
        case "zaico": zaico.accept(tokens: keys)
        default: return false
        }
        return true
    }

    /// Settings to paste into a shell or a `.env` file.
    var settings: String {
        """
        # The stand-ins are listening. Put these settings into .env, start Torii in another terminal, and paste the line that it prints:
        TORII_MODEL=openai:stand-in
        TORII_MODELS_ALLOWED=phrasebook
        OPENAI_BASE_URL=\(openAI.baseURL)
        OPENAI_API_KEY=\(Self.openAIKeys[0])
        ANTHROPIC_BASE_URL=\(anthropic.baseURL)
        ANTHROPIC_API_KEY=\(Self.anthropicKeys[0])
        GEMINI_BASE_URL=\(gemini.baseURL)
        GEMINI_API_KEY=\(Self.geminiKeys[0])
        OLLAMA_BASE_URL=\(ollama.baseURL)
        # Other models are anthropic:stand-in, gemini:stand-in, ollama:stand-in, phrasebook (the built-in one) and
        # openai-responses:stand-in; the last needs instead:
        # OPENAI_BASE_URL=\(responses.baseURL)
        TAVILY_BASE_URL=\(tavily.baseURL)
        TAVILY_API_KEY=\(Self.tavilyKeys[0])
        BRAVE_BASE_URL=\(brave.baseURL)
        BRAVE_API_KEY=\(Self.braveKeys[0])
        SEARXNG_BASE_URL=\(searxng.baseURL)
        DUCKDUCKGO_BASE_URL=\(duckDuckGo.baseURL)
        # The full address of the wiki's API:
        MEDIAWIKI_BASE_URL=\(mediaWiki.baseURL)
        OPEN_METEO_BASE_URL=\(openMeteo.baseURL)
        OPEN_METEO_GEOCODING_BASE_URL=\(openMeteo.baseURL)
        ZAICO_BASE_URL=\(zaico.baseURL)
        # Without a token the service keeps its inventory itself:
        # ZAICO_API_TOKEN=\(Self.zaicoTokens[0])
        # Messages to try: Add "A4 paper" to the inventory, quantity 10 / Show the inventory / Search the web for the history of tea /
        # Is it hotter in New Delhi or San Francisco? Extractions (POST /v1/extract) get the numbers and phrases of the text in their order.
        # Further keys that are accepted, to rotate to: \(Self.openAIKeys[1]) \(Self.anthropicKeys[1]) \(Self.geminiKeys[1]) \(Self.tavilyKeys[1]) \(Self.braveKeys[1]) \(Self.zaicoTokens[1])
        """
    }
}
