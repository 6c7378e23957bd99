/// The options of the command line.
struct Options {
    private(set) var portBase = 9101
    private(set) var pace: Duration = .milliseconds(30)
    private(set) var delay: Duration = .zero
    private(set) var controlPort: Int?
    private(set) var wantsHelp = false

    static let help = """
        usage: standins [--port-base N] [--pace MS] [--delay MS] [--control-port N]

        Loopback servers that speak the wire formats of the upstreams: OpenAI chat completions, Tavily, MediaWiki,
        Open-Meteo, ZAICO, Anthropic's Messages, OpenAI's Responses, Gemini, Ollama, Brave, SearXNG and DuckDuckGo, on
        ports N to N+11.

          --port-base N   the first port (9101)
          --pace MS       the pause before each token of the model (30)
          --delay MS      the delay of answers of search, weather and inventory (0)
          --control-port N   the port for POST /keys {"openai": ["sk-1", "sk-2"]}, which changes the accepted keys
        """

    init(_ arguments: [String]) throws(OptionError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h": wantsHelp = true
            case "--port-base": portBase = try Self.number(after: argument, &rest, in: 1...65_524)
            case "--pace": pace = .milliseconds(try Self.number(after: argument, &rest, in: 0...60_000))
            case "--delay": delay = .milliseconds(try Self.number(after: argument, &rest, in: 0...600_000))
            case "--control-port": controlPort = try Self.number(after: argument, &rest, in: 1...65_535)
            default: throw OptionError("unknown option \(argument); --help lists them")
            }
        }
    }

    private static func number(
        after option: String,
        _ rest: inout ArraySlice<String>,
        in range: ClosedRange<Int>
    ) throws(OptionError) -> Int {
        guard let text = rest.popFirst(), let number = Int(text), range.contains(number) else {
            throw OptionError("\(option) needs a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}

/// The error of an invalid command line.
struct OptionError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
