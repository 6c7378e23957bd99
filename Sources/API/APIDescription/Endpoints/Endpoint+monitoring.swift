import Accounts
import AgentWire
import HTTPTypes
import StreamingJSON

extension Endpoint {
    package static let health = Endpoint(
        operation: .get("/healthz", as: "getHealth"),
        summary: "Whether the process lives.",
        users: .both(.open, data: .none),
        answers: [Answer(200, "It lives.", .json(.object(.always("status", .word(["ok"]))), example: ["status": "ok"]))]
    )

    package static let readiness = Endpoint(
        operation: .get("/readyz", as: "getReadiness"),
        summary: "Whether the server accepts turns, and whether a model can answer them.",
        users: .both(.open, data: .none),
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
        operation: .get("/openapi.json", as: "getOpenAPI"),
        summary: "This document.",
        users: .both(.open, data: .none),
        answers: [Answer(200, "The description of the API (OpenAPI 3.1).", .json(.anyObject()))]
    )

    package static let toolFileSchema = Endpoint(
        operation: .get("/schemas/tool-file.json", as: "getToolFileSchema"),
        summary: "Returns the JSON Schema of files of declared tools, for editors.",
        users: .both(.open, data: .none),
        answers: [Answer(200, "The schema (JSON Schema 2020-12).", .json(.anyObject()))]
    )

    package static let metrics = Endpoint(
        operation: .get("/metrics", as: "getMetrics"),
        summary: "Returns the metrics of the server, for Prometheus.",
        users: .administrators(.anyOf([.adminRead]), data: .none),
        answers: [
            Answer(
                200,
                "The metrics in Prometheus' text format.",
                Content(mediaType: "text/plain", schema: .text(), example: nil)
            )
        ]
    )
}
