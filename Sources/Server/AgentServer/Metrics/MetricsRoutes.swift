import APIDescription
import Accounts
import AgentRuntime
import DeclaredTools
import HTTPTypes
import Hummingbird
import NIOCore
import Transport

/// The route `GET /metrics`: the metrics of the server, for Prometheus.
struct MetricsRoutes {
    let runtime: AgentRuntime
    let client: HTTPClient
    let requests: RequestMetrics
    let authentications: AuthenticationMetrics
    let clients: Clients
    /// The names of the configured upstreams, by host.
    let upstreamNames: [String: String]
    /// The memory above which new turns are refused, in bytes.
    let memoryLimit: Int?
    /// The files of declared tools.
    let toolFiles: DeclaredToolFiles
    /// Returns the reason why no model can answer; `nil` if one can.
    let modelObstacle: @Sendable () -> String?
    /// Whether the metrics can be read without a token.
    let isOpen: Bool

    /// The routes.
    var routes: [Route] {
        [
            Route(.metrics, isOpened: isOpen) { _, _ in
                let readiness = await runtime.runs.readiness()
                let page = MetricsPage(
                    runs: runtime.metrics?.figures ?? RunMetrics().figures,
                    runCounts: runtime.runs.runCounts,
                    readers: runtime.runs.readerCounts,
                    requests: requests.counts,
                    upstreams: UpstreamFigures(client.metrics, names: upstreamNames),
                    accounts: AccountFigures(
                        authentications: authentications.counts,
                        tokens: clients.tokenFigures,
                        newUsers: clients.users.newUsers,
                        userCount: clients.users.count
                    ),
                    process: ProcessFigures(),
                    memoryLimit: memoryLimit,
                    toolFiles: toolFiles.folderStatus,
                    checks: [
                        ("store", readiness.storeAnswers), ("journal", readiness.journalWrites),
                        ("turns", readiness.acceptsTurns), ("memory", readiness.hasMemory),
                        ("models", modelObstacle() == nil),
                    ]
                )
                return Response(
                    status: .ok,
                    headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
                    body: ResponseBody(byteBuffer: ByteBuffer(string: page.text))
                )
            }
        ]
    }
}
