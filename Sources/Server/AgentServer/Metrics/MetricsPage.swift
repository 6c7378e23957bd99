import AgentRuntime
import DeclaredTools
import AgentWire
import StoredValues
import Transport

/// The page of metrics.
///
/// It contains no content, user or key, and the number of different labels is bounded. Clients are labels of their issuers and new users only.
struct MetricsPage {
    let runs: RunMetrics.Figures
    let runCounts: [RunStatus: Int]
    let readers: (streams: Int, plain: Int)
    let requests: [RequestMetrics.Key: Int]
    let upstreams: UpstreamFigures
    let accounts: AccountFigures
    let process: ProcessFigures
    /// The number of bytes in use above which turns are refused; `nil` for no limit.
    let memoryLimit: Int?
    /// The files of declared tools.
    let toolFiles: [DeclaredToolFiles.Status]
    /// The checks of `/readyz` by name, and whether each succeeds.
    let checks: [(name: String, isWell: Bool)]

    /// The text of the page.
    var text: String {
        var page = PrometheusText()
        writeRuns(&page)
        writeModels(&page)
        writeServer(&page)
        writeAccounts(&page)
        page.family("torii_ready", .gauge, "Checks of /readyz: 1 for a check that succeeds, and 0 for one that fails.")
        for check in checks { page.sample("torii_ready", ["check": check.name], check.isWell ? 1 : 0) }
        writeToolFiles(&page)
        writeUpstreams(&page)
        writeProcess(&page)
        return page.text
    }

    private func writeRuns(_ page: inout PrometheusText) {
        page.family("torii_runs", .gauge, "Runs that have not ended, by status.")
        for status in [RunStatus.queued, .running, .waiting] {
            page.sample("torii_runs", ["status": status.rawValue], runCounts[status] ?? 0)
        }
        page.family(
            "torii_runs_ended_total",
            .counter,
            "Runs that have ended, by status and model; the model of direct calls is (none)."
        )
        for (end, count) in runs.ended.sorted(by: { $0.key.order < $1.key.order }) {
            page.sample("torii_runs_ended_total", ["status": end.status.rawValue, "model": end.model], count)
        }
        page.family("torii_turns_refused_total", .counter, "Turns that were refused, by type of problem.")
        for (kind, count) in runs.refused.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            page.sample("torii_turns_refused_total", ["problem": kind.rawValue], count)
        }
        page.family(
            "torii_run_seconds",
            .histogram,
            "Time from the request to the end of a run with a model, by status."
        )
        for (status, histogram) in runs.runTime.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            page.histogram("torii_run_seconds", ["status": status.rawValue], histogram)
        }
        page.family("torii_run_queue_seconds", .histogram, "Time that runs with a model waited in the queue.")
        page.histogram("torii_run_queue_seconds", [:], runs.queueTime)
        page.family(
            "torii_added_seconds",
            .histogram,
            "Time from the request to the call of its model, without the time in the queue."
        )
        page.histogram("torii_added_seconds", [:], runs.addedTime)
        page.family("torii_run_readers", .gauge, "Requests that read a run: streams, or waiting for a plain response.")
        page.sample("torii_run_readers", ["kind": "stream"], readers.streams)
        page.sample("torii_run_readers", ["kind": "plain"], readers.plain)
    }

    private func writeModels(_ page: inout PrometheusText) {
        page.family(
            "torii_tokens_total",
            .counter,
            "Tokens used; cached_input and cache_write are parts of input."
        )
        for (model, tokens) in runs.tokens.sorted(by: { $0.key < $1.key }) {
            page.sample("torii_tokens_total", ["model": model, "kind": "input"], tokens.input)
            page.sample("torii_tokens_total", ["model": model, "kind": "cached_input"], tokens.cachedInput)
            page.sample("torii_tokens_total", ["model": model, "kind": "cache_write"], tokens.writtenInput)
            page.sample("torii_tokens_total", ["model": model, "kind": "output"], tokens.output)
        }
        page.family(
            "torii_cached_input_ratio",
            .gauge,
            "Share of the input tokens since the start that came from the provider's cache."
        )
        for (model, tokens) in runs.tokens.sorted(by: { $0.key < $1.key }) {
            guard let share = tokens.cachedShare else { continue }
            page.sample("torii_cached_input_ratio", ["model": model], share)
        }
        page.family(
            "torii_first_token_seconds",
            .histogram,
            "Time from the request to the model's first output."
        )
        for (model, histogram) in runs.firstToken.sorted(by: { $0.key < $1.key }) {
            page.histogram("torii_first_token_seconds", ["model": model], histogram)
        }
        page.family("torii_tool_seconds", .histogram, "Time of tool calls.")
        for (end, histogram) in runs.toolTime.sorted(by: { $0.key.order < $1.key.order }) {
            let status = end.isError ? "failed" : "completed"
            page.histogram("torii_tool_seconds", ["tool": end.tool, "status": status], histogram)
        }
    }

    private func writeServer(_ page: inout PrometheusText) {
        page.family("torii_http_requests_total", .counter, "HTTP requests with a response, by route and status.")
        for (key, count) in requests.sorted(by: { $0.key < $1.key }) {
            page.sample(
                "torii_http_requests_total",
                ["method": key.method, "route": key.route, "status": String(key.status)],
                count
            )
        }
    }

    private func writeToolFiles(_ page: inout PrometheusText) {
        guard !toolFiles.isEmpty else { return }
        let faulty = toolFiles.count { $0.fault != nil }
        page.family(
            "torii_tool_files",
            .gauge,
            "Files of declared tools, by state; a faulty one keeps its earlier text, or is left out."
        )
        page.sample("torii_tool_files", ["state": "used"], toolFiles.count - faulty)
        page.sample("torii_tool_files", ["state": "faulty"], faulty)
        page.family("torii_declared_tools", .gauge, "Tools that files declare.")
        page.sample("torii_declared_tools", [:], toolFiles.reduce(0) { $0 + $1.tools.count })
    }

    private func writeUpstreams(_ page: inout PrometheusText) {
        let all = upstreams.upstreams
        page.family("torii_upstream_requests_total", .counter, "Requests to upstreams that have ended, by outcome.")
        for (name, figures) in all {
            for (outcome, count) in figures.outcomes.sorted(by: { $0.key < $1.key }) {
                page.sample("torii_upstream_requests_total", ["upstream": name, "outcome": outcome], count)
            }
        }
        page.family("torii_upstream_open_requests", .gauge, "Requests to upstreams in progress.")
        for (name, figures) in all {
            page.sample("torii_upstream_open_requests", ["upstream": name], figures.openTransfers)
        }
        page.family("torii_upstream_bytes_total", .counter, "Bytes sent to and received from upstreams.")
        for (name, figures) in all {
            page.sample("torii_upstream_bytes_total", ["upstream": name, "direction": "sent"], figures.bytesSent)
            page.sample(
                "torii_upstream_bytes_total",
                ["upstream": name, "direction": "received"],
                figures.bytesReceived
            )
        }
        page.family("torii_upstream_connections_total", .counter, "Connections used by requests to upstreams.")
        for (name, figures) in all {
            page.sample("torii_upstream_connections_total", ["upstream": name, "kind": "new"], figures.newConnections)
            page.sample(
                "torii_upstream_connections_total",
                ["upstream": name, "kind": "reused"],
                figures.reusedConnections
            )
        }
        page.family(
            "torii_upstream_first_byte_seconds",
            .histogram,
            "Time from a request to the first byte of its response."
        )
        for (name, figures) in all {
            page.histogram("torii_upstream_first_byte_seconds", ["upstream": name], figures.timeToFirstByte)
        }
    }

    private func writeProcess(_ page: inout PrometheusText) {
        if let memoryLimit {
            page.family("torii_memory_limit_bytes", .gauge, "Memory in use, in bytes, above which turns are refused.")
            page.sample("torii_memory_limit_bytes", [:], memoryLimit)
        }
        if let bytes = process.residentBytes {
            page.family("process_resident_memory_bytes", .gauge, "Resident memory size in bytes.")
            page.sample("process_resident_memory_bytes", [:], bytes)
        }
        if let seconds = process.processorSeconds {
            page.family("process_cpu_seconds_total", .counter, "Total user and system CPU time spent in seconds.")
            page.sample("process_cpu_seconds_total", [:], seconds)
        }
        if let time = process.startTime {
            page.family("process_start_time_seconds", .gauge, "Start time of the process since unix epoch in seconds.")
            page.sample("process_start_time_seconds", [:], time)
        }
        if let files = process.openFiles {
            page.family("process_open_fds", .gauge, "Number of open file descriptors.")
            page.sample("process_open_fds", [:], files)
        }
        if let files = process.maximumFiles {
            page.family("process_max_fds", .gauge, "Maximum number of open file descriptors.")
            page.sample("process_max_fds", [:], files)
        }
    }
}

extension RunMetrics.End {
    fileprivate var order: String { "\(model) \(status.rawValue)" }
}

extension RunMetrics.ToolEnd {
    fileprivate var order: String { "\(tool) \(isError)" }
}
