import AgentTools
import BuiltInTools
import DeclaredTools
import BenchmarkReport
import LanguageModels
import Measuring
import Programs
import StreamingJSON
import Transport

/// The rows of this benchmark, measured in order.
struct ToolsRows {
    let repetitions: Int
    private(set) var report = Report()

    init(repetitions: Int) { self.repetitions = repetitions }

    mutating func run() async throws {
        try await turns()
        try await searches()
        try await calls()
        try await declarations()
    }
}

// MARK: - Declarations

extension ToolsRows {
    /// Measures the CPU time of a tool that a file declares beside the same tool written in Swift, in turns.
    private mutating func declarations() async throws {
        let server = try LoadServerProcess()
        let client = HTTPClient()
        let baseURL = "http://127.0.0.1:\(server.port)"
        let declared = try DeclaredAPI(
            parsing: DeclaredForecast.text(baseURL: baseURL),
            client: client,
            allowedHosts: "127.0.0.1"
        ).tools
        let registry = ToolRegistry([WrittenForecast(client: client, baseURL: baseURL)] + declared)
        var written: [Double] = []
        var ratios: [Double] = []
        for _ in 0..<(repetitions + 1) {
            let one = try await Self.cost("writtenForecast", registry)
            let other = try await Self.cost("declaredForecast", registry)
            written.append(one)
            ratios.append(other / one)
        }
        // The first pair also pays for what is made once.
        written.removeFirst()
        ratios.removeFirst()
        let (base, ratio) = (written.sorted()[written.count / 2], ratios.sorted()[ratios.count / 2])
        report.add(
            ReportRow(
                "a declared tool beside the same in Swift, CPU time a call",
                torii: ReportRow.number(base * ratio, digits: 0) + " us",
                baseline: ReportRow.number(base, digits: 0) + " us",
                ratio: ratio,
                bar: 1.2
            )
        )
        await client.shutdown()
    }

    /// Returns the CPU time of a call in microseconds.
    @concurrent private static func cost(_ name: String, _ registry: ToolRegistry) async throws -> Double {
        let count = 1_000
        let start = CPUTime.microseconds()
        for number in 0..<count {
            let outcome = try await registry.call(
                name,
                arguments: ["latitude": .number(Double(number) / 100), "longitude": 135.75],
                metadata: [:]
            )
            guard !outcome.isError, outcome.artifacts.count == 1, outcome.output.segments.text.contains("It is 8.4 °C")
            else { throw BenchmarkFailure("\(name) has another answer: \(outcome.output.segments.text)") }
        }
        return Double(CPUTime.microseconds() - start) / Double(count)
    }
}

// MARK: - Turns

extension ToolsRows {
    /// Measures turns of a model that never waits, so that the time is that of the tools and the session.
    private mutating func turns() async throws {
        for count in [1, 3, 16] {
            let registry = ToolRegistry(
                (0..<count).map { PlayedTool(name: "wait\($0)", time: .milliseconds(100)) }
            )
            let tools = registry.tools.filter { $0.name != ReadOn.toolName }
            let times = try await Latencies(of: repetitions, after: 1) { _ in
                try await Self.turn(tools.map { registry.served($0, for: .nobody) })
            }
            let name = count == 1 ? "a turn, one tool of 100 ms" : "a turn, \(count) tools of 100 ms in one round"
            add(name, times, bar: count == 3 ? .milliseconds(130) : nil)
        }
    }

    @concurrent private static func turn(_ tools: [any Tool]) async throws {
        let session = LanguageModelSession(model: CallingModel(), tools: tools)
        guard try await session.respond(to: "Go").content == "Done." else {
            throw BenchmarkFailure("The turn had another answer.")
        }
    }

    /// Adds a row with the median, with a limit if there is one.
    private mutating func add(_ name: String, _ times: Latencies, bar: Duration? = nil) {
        let limit = bar.map { $0 / .nanoseconds(1) }
        report.add(
            ReportRow(
                name,
                torii: Latencies.text(times.median),
                baseline: limit.map { Latencies.text($0) } ?? "p99 \(Latencies.text(times.p99))",
                ratio: limit.map { times.median / $0 },
                bar: limit.map { _ in 1 }
            )
        )
    }
}

// MARK: - Searches

extension ToolsRows {
    /// Measures searches with two upstreams, one of which accepts the request and never answers.
    private mutating func searches() async throws {
        let server = try LoadServerProcess()
        let client = HTTPClient()
        let baseURL = "http://127.0.0.1:\(server.port)"
        let found = SearXNGSearch(client: client, baseURL: baseURL + "/found")
        let silent = MediaWikiSearch(client: client, apiURL: baseURL + "/silent")
        let both = try await Self.search([found], timeLimit: .milliseconds(500), client, repetitions)
        add("a search, one upstream that answers", both)
        let hanging = try await Self.search([silent, found], timeLimit: .milliseconds(500), client, repetitions)
        // The rest is the scheduler's time.
        add("a search, another is silent, 500 ms patience", hanging, bar: .milliseconds(525))
        let installed = try await Self.search([silent, found], timeLimit: nil, client, 1)
        add("a search, another is silent, as installed: 8 s", installed, bar: .milliseconds(8100))
        await client.shutdown()
    }

    @concurrent private static func search(
        _ upstreams: [any SearchUpstream],
        timeLimit: Duration?,
        _ client: HTTPClient,
        _ count: Int
    ) async throws -> Latencies {
        let tool = timeLimit.map { SearchWeb(upstreams: upstreams, timeLimit: $0) } ?? SearchWeb(upstreams: upstreams)
        let registry = ToolRegistry([tool])
        return try await Latencies(of: count, after: timeLimit == nil ? 0 : 1) { number in
            let outcome = try await registry.call(
                "searchWeb",
                arguments: ["query": .string("question \(number)")],
                metadata: [:]
            )
            let text = outcome.output.segments.text
            guard !outcome.isError, text.contains("[1] Torii (architecture)"),
                text.contains("MediaWiki: ") == (upstreams.count > 1)
            else { throw BenchmarkFailure("The search has another answer: \(text)") }
        }
    }
}

// MARK: - Calls

extension ToolsRows {
    /// Measures calls of a tool that answers immediately: the overhead of the registry, its cache and its cutting.
    private mutating func calls() async throws {
        let lines = (0..<40_000).map { "ID: \($0) - a line of a list" }.joined(separator: "\n")
        let tools = [
            PlayedTool(name: "plain"), PlayedTool(name: "remembered", cachePolicy: .shared(for: .seconds(3600))),
            PlayedTool(name: "long", output: lines),
        ]
        let registry = ToolRegistry(tools)
        let plain = try await Self.call("plain", registry)
        report.add(plain.row("a call through the registry"))
        report.add(try await Self.call("remembered", registry).row("a call that is answered from memory"))
        let kilobytes = lines.utf8.count / 1000
        report.add(try await Self.call("long", registry).row("a call with an output of \(kilobytes) kB, which is cut"))
    }

    @concurrent private static func call(_ name: String, _ registry: ToolRegistry) async throws -> Latencies {
        try await Latencies(of: 200, after: 20) { _ in
            let outcome = try await registry.call(name, arguments: [:], metadata: [:])
            guard !outcome.isError else { throw BenchmarkFailure("\(name) failed.") }
        }
    }
}
