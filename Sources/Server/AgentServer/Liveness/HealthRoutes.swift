import APIDescription
import AgentRuntime
import DeclaredTools
import HTTPTypes
import Hummingbird
import StreamingJSON

/// The routes `GET /healthz`, whether the process lives, and `GET /readyz`, whether it accepts turns and a model can answer them.
struct HealthRoutes {
    let runs: RunCoordinator
    /// Returns the reason why no model can answer; `nil` if one can.
    let modelObstacle: @Sendable () -> String?
    /// Returns a notice that a model ends soon; `nil` if none does.
    let modelEnd: @Sendable () -> String?
    /// The files of declared tools.
    let toolFiles: DeclaredToolFiles
    /// Returns what keeps tools from working, without what strangers must not know.
    let toolObstacles: @Sendable () -> [String]
    /// Returns the issuers that the settings name and of which no client accepts tokens; `nil` if the settings name none.
    let unacceptedIssuers: @Sendable () -> [String]?
    /// Whether a request has a token that may read the files of tools.
    let mayReadFiles: @Sendable (Request, ToriiRequestContext) async -> Bool

    /// The routes.
    var routes: [Route] {
        [
            Route(.health) { _, _ in Response.json(["status": "ok"]) },
            Route(.readiness) { request, context in
                let faulty = toolFiles.folderStatus.filter { $0.fault != nil }.map(\.file)
                // Without a fault there is nothing to name, and no token is looked at.
                let namesFiles = faulty.isEmpty ? false : await mayReadFiles(request, context)
                return Self.response(
                    await runs.readiness(),
                    modelObstacle: modelObstacle(),
                    modelEnd: modelEnd(),
                    faultyToolFiles: faulty,
                    namesFiles: namesFiles,
                    toolObstacles: toolObstacles(),
                    unacceptedIssuers: unacceptedIssuers()
                )
            },
        ]
    }

    /// Returns the response of `/readyz`.
    ///
    /// A server that refuses turns for want of memory, without a model that can answer, with a model that ends soon, with a faulty file of
    /// tools, with tools that cannot work, or with an issuer of which no client accepts tokens, is degraded, and the status is still 200:
    /// tools, conversations and the administrators' routes work, and another replica would have the same keys.
    static func response(
        _ readiness: Readiness,
        modelObstacle: String?,
        modelEnd: String? = nil,
        faultyToolFiles: [String] = [],
        namesFiles: Bool = false,
        toolObstacles: [String] = [],
        unacceptedIssuers: [String]? = nil
    ) -> Response {
        var checks: JSONObject = [
            "store": word(readiness.storeAnswers), "journal": word(readiness.journalWrites),
            "turns": word(readiness.acceptsTurns), "memory": word(readiness.hasMemory),
            "models": word(modelObstacle == nil),
            "model_ends": word(modelEnd == nil), "tool_files": word(faultyToolFiles.isEmpty),
            "tools": word(toolObstacles.isEmpty),
        ]
        if let unacceptedIssuers { checks["issuers"] = word(unacceptedIssuers.isEmpty) }
        // The metadata of /mcp names them to everybody.
        let issuers: String? = unacceptedIssuers.flatMap { names in
            names.isEmpty
                ? nil
                : "TORII_AUTHORIZATION_SERVERS names \(names.joined(separator: ", ")), and no client accepts its tokens; "
                    + "see `torii issuers add`"
        }
        // The names of files are said to administrators only.
        let count = faultyToolFiles.count
        let names = faultyToolFiles.map { $0.split(separator: "/").last.map(String.init) ?? $0 }.joined(separator: ", ")
        let files =
            count == 0
            ? nil
            : "\(count) \(count == 1 ? "file" : "files") of tools or of MCP servers \(count == 1 ? "is" : "are") faulty"
                + (namesFiles ? " (\(names))" : "")
                + ", and left out or in use in an earlier version; see `torii tools list`"
        let memory =
            readiness.hasMemory
            ? nil : "the server or its turns use as much memory as TORII_MAX_MEMORY permits, so it refuses turns now"
        let reasons =
            [readiness.storageFault, memory, modelObstacle, modelEnd, files, issuers].compactMap(\.self) + toolObstacles
        let status = !readiness.isReady ? "not_ready" : reasons.isEmpty ? "ready" : "degraded"
        var answer: JSONObject = ["status": .string(status), "checks": .object(checks)]
        if !reasons.isEmpty { answer["reason"] = .string(reasons.joined(separator: "; ")) }
        return .json(
            .object(answer),
            status: readiness.isReady ? .ok : .serviceUnavailable,
            headers: readiness.isReady ? [:] : [.retryAfter: "5"]
        )
    }

    private static func word(_ isWell: Bool) -> JSONValue { isWell ? "ok" : "failed" }
}
