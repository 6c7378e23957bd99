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

    /// The routes.
    var routes: [Route] {
        [
            Route(.health) { _, _ in Response.json(["status": "ok"]) },
            Route(.readiness) { _, _ in
                Self.response(
                    await runs.readiness(),
                    modelObstacle: modelObstacle(),
                    modelEnd: modelEnd(),
                    faultyToolFiles: toolFiles.folderStatus.count { $0.fault != nil },
                    toolObstacles: toolObstacles()
                )
            },
        ]
    }

    /// Returns the response of `/readyz`.
    ///
    /// A server that refuses turns for want of memory, without a model that can answer, with a model that ends soon, with a faulty file of
    /// tools, or with tools that cannot work, is degraded, and the status is still 200: tools, conversations and the administrators' routes work, and another replica would have the same keys.
    static func response(
        _ readiness: Readiness,
        modelObstacle: String?,
        modelEnd: String? = nil,
        faultyToolFiles: Int = 0,
        toolObstacles: [String] = []
    ) -> Response {
        let checks: JSONValue = [
            "store": word(readiness.storeAnswers), "journal": word(readiness.journalWrites),
            "turns": word(readiness.acceptsTurns), "memory": word(readiness.hasMemory),
            "models": word(modelObstacle == nil),
            "model_ends": word(modelEnd == nil), "tool_files": word(faultyToolFiles == 0),
            "tools": word(toolObstacles.isEmpty),
        ]
        // What is wrong in a file is said to administrators only.
        let files =
            faultyToolFiles == 0
            ? nil : "a file of tools or of an MCP server is faulty; its earlier version stays in use, or it is left out"
        let memory =
            readiness.hasMemory
            ? nil : "the server or its turns use as much memory as TORII_MAX_MEMORY permits, so it refuses turns now"
        let reasons =
            [readiness.storageFault, memory, modelObstacle, modelEnd, files].compactMap(\.self) + toolObstacles
        let status = !readiness.isReady ? "not_ready" : reasons.isEmpty ? "ready" : "degraded"
        var answer: JSONObject = ["status": .string(status), "checks": checks]
        if !reasons.isEmpty { answer["reason"] = .string(reasons.joined(separator: "; ")) }
        return .json(
            .object(answer),
            status: readiness.isReady ? .ok : .serviceUnavailable,
            headers: readiness.isReady ? [:] : [.retryAfter: "5"]
        )
    }

    private static func word(_ isWell: Bool) -> JSONValue { isWell ? "ok" : "failed" }
}
