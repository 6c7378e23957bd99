import AgentRuntime
import HTTPTypes
import Hummingbird
import StreamingJSON

/// `GET /healthz`: whether the process lives; `GET /readyz`: whether it can take turns.
struct HealthRoutes {
    let runs: RunCoordinator

    func add(to router: Router<ToriiRequestContext>) {
        router.get("healthz") { _, _ in Response.json(["status": "ok"]) }
        router.get("readyz") { _, _ in
            let readiness = await runs.readiness()
            let checks: JSONValue = [
                "store": Self.word(readiness.storeAnswers),
                "journal": Self.word(readiness.journalWrites),
                "turns": Self.word(readiness.takesTurns),
            ]
            return Response.json(
                ["status": readiness.isReady ? "ready" : "not_ready", "checks": checks],
                status: readiness.isReady ? .ok : .serviceUnavailable,
                headers: readiness.isReady ? [:] : [.retryAfter: "5"]
            )
        }
    }

    private static func word(_ isWell: Bool) -> JSONValue { isWell ? "ok" : "failed" }
}
