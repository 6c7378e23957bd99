import AgentServer

extension Settings {
    /// The configured upstreams' names by host.
    var upstreamNames: [String: String] {
        UpstreamFigures.names([
            ("openai", openAIBaseURL), ("anthropic", anthropicBaseURL), ("gemini", geminiBaseURL),
            ("ollama", ollamaBaseURL), ("tavily", tavilyBaseURL), ("mediawiki", mediaWikiBaseURL),
            ("open-meteo", openMeteoBaseURL), ("open-meteo", openMeteoGeocodingBaseURL), ("zaico", zaicoBaseURL),
            ("brave", braveBaseURL), ("searxng", searXNGBaseURL), ("duckduckgo", duckDuckGoBaseURL),
            ("carddav", cardDAV.baseURL), ("caldav", calDAV.baseURL),
        ])
    }
}
