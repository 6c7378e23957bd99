import Accounts
import AgentWire
import HTTPTypes
import StreamingJSON

extension Endpoint {
    package static let health = Endpoint(
        method: .get,
        path: "/healthz",
        id: "getHealth",
        summary: "Whether the process lives.",
        access: .open,
        side: .both,
        data: .none,
        answers: [
            Answer(200, "It lives.", .json(.object(.always("status", .word(["ok"]))), example: ["status": "ok"]))
        ]
    )

    package static let readiness = Endpoint(
        method: .get,
        path: "/readyz",
        id: "getReadiness",
        summary: "Whether the server accepts turns, and whether a model can answer them.",
        access: .open,
        side: .both,
        data: .none,
        answers: [
            Answer(
                200,
                "The server accepts turns; `degraded` if memory is short, if no model can answer, or one ends within 14 days.",
                .json(.named("Readiness"))
            ),
            Answer(503, "The server does not accept turns now.", .json(.named("Readiness"))),
        ]
    )

    package static let openAPI = Endpoint(
        method: .get,
        path: "/openapi.json",
        id: "getOpenAPI",
        summary: "This document.",
        access: .open,
        side: .both,
        data: .none,
        answers: [Answer(200, "The description of the API (OpenAPI 3.1).", .json(.anyObject()))]
    )

    package static let toolFileSchema = Endpoint(
        method: .get,
        path: "/schemas/tool-file.json",
        id: "getToolFileSchema",
        summary: "Returns the JSON Schema of files of declared tools, for editors.",
        access: .open,
        side: .both,
        data: .none,
        answers: [Answer(200, "The schema (JSON Schema 2020-12).", .json(.anyObject()))]
    )

    package static let metrics = Endpoint(
        method: .get,
        path: "/metrics",
        id: "getMetrics",
        summary: "Returns the metrics of the server, for Prometheus.",
        access: .anyOf([.adminRead]),
        side: .administrators,
        data: .none,
        answers: [
            Answer(
                200,
                "The metrics in Prometheus' text format.",
                Content(mediaType: "text/plain", schema: .text(), example: nil)
            )
        ]
    )
}
