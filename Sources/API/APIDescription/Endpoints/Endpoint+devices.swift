import Accounts
import AgentWire
import HTTPTypes
import StreamingJSON

extension Endpoint {
    private static let app = Parameter("app", .text(), "The id of an app. Default: all apps on the device.")

    package static let devices = Endpoint(
        operation: .get("/v1/devices", as: "listDevices"),
        summary: "Lists the devices of the client with the toolboxes of their apps.",
        users: .clients(.anyOf([.devices]), data: .own),
        answers: [Answer(200, "The devices.", .json(.object(.always("devices", .list(of: .named("Device"))))))]
    )

    package static let deviceChange = Endpoint(
        operation: .patch("/v1/devices/:device", as: "changeDevice"),
        summary: "Changes the name of a device, or the app that is preferred on it.",
        users: .clients(.anyOf([.devices]), data: .own),
        body: .json(DeviceChangeRequest.schema, example: ["name": "Naomi's phone"]),
        answers: [Answer(200, "The device.", .json(.named("Device")))],
        problems: [.conflict, .overloaded]
    )

    package static let deviceRemoval = Endpoint(
        operation: .delete("/v1/devices/:device", as: "removeDevice"),
        summary: "Removes a device with its toolboxes.",
        users: .clients(.anyOf([.devices]), data: .own),
        answers: [Answer(204, "The device is removed.")],
        problems: [.conflict, .overloaded]
    )

    package static let toolboxRegistration = Endpoint(
        operation: .put("/v1/devices/:device/toolbox", as: "registerToolbox"),
        summary:
            "Registers the intents, entities and tools of an app on a device, in place of its former registration.",
        users: .clients(.anyOf([.devices]), data: .own),
        body: .json(
            .anyObject("The registration; see Documentation/RunIntentsOnDevices.md."),
            example: [
                "catalogue": "2026-11", "app": ["id": "com.example.album", "version": "1"],
                "intents": [
                    [
                        "schema": "photos.createAlbum", "intentId": "CreateAlbum", "parameters": ["name": "String"],
                        "result": "entity:photos.album",
                    ]
                ],
            ]
        ),
        answers: [
            Answer(
                200,
                "The accepted and the rejected parts.",
                .json(
                    .object(
                        .always("device", .text()),
                        .always("toolboxVersion", .integer(from: 1)),
                        .always(
                            "accepted",
                            .object(
                                .always("intents", .list(of: .text())),
                                .always("entities", .list(of: .text())),
                                .always("enums", .list(of: .text())),
                                .always("tools", .list(of: .text()))
                            )
                        ),
                        .always("rejected", .list(of: .named("RegistrationFinding"))),
                        .always("warnings", .list(of: .named("RegistrationFinding")))
                    )
                )
            )
        ],
        problems: [.conflict, .overloaded]
    )

    package static let toolboxes = Endpoint(
        operation: .get("/v1/devices/:device/toolbox", as: "getToolboxes"),
        summary: "Returns the accepted parts of the registrations on a device.",
        users: .clients(.anyOf([.devices]), data: .own),
        answers: [
            Answer(
                200,
                "The registrations, one an app.",
                .json(
                    .object(
                        .always("device", .text()),
                        .always(
                            "toolboxes",
                            .list(
                                of: .object(
                                    .always("toolboxVersion", .integer(from: 1)),
                                    .always("registration", .anyObject("As it was sent."))
                                )
                            )
                        )
                    )
                )
            )
        ]
    )

    package static let toolboxRemoval = Endpoint(
        operation: .delete("/v1/devices/:device/toolbox", as: "removeToolbox"),
        summary: "Removes the registration of an app on a device, or of all its apps.",
        users: .clients(.anyOf([.devices]), data: .own),
        query: [app],
        answers: [Answer(204, "The registrations are removed.")],
        problems: [.conflict, .overloaded]
    )

    package static let deviceCalls = Endpoint(
        operation: .get("/v1/devices/:device/calls", as: "listDeviceCalls"),
        summary: "Lists the open calls of a device, and counts as a sign of its life for a minute.",
        users: .clients(.anyOf([.devices]), data: .own),
        query: [app],
        answers: [
            Answer(
                200,
                "The calls, each as the event that offers it.",
                .json(
                    .object(
                        .always(
                            "calls",
                            .list(
                                of: .object(
                                    .always("event", .word(["intent.requested", "entity.requested"])),
                                    .always("data", .anyObject("The call."))
                                )
                            )
                        )
                    )
                )
            )
        ]
    )

    package static let deviceEvents = Endpoint(
        operation: .get("/v1/devices/:device/events", as: "streamDeviceEvents"),
        summary: "Streams the calls of a device as server-sent events; the device is live while it reads them.",
        users: .clients(.anyOf([.devices]), data: .own),
        query: [app],
        headers: [
            Parameter(
                "Last-Event-ID",
                .text(),
                "The id of the last event that the device has received. After a gap the stream starts with all open calls."
            )
        ],
        answers: [Answer(200, "The events.", .events)]
    )

    package static let callClaim = call(
        "claim",
        as: "claimDeviceCall",
        "Claims a call for an attempt, before the device runs it.",
        answers: [Answer(200, "The call is claimed.", .json(.named("DeviceCall")))]
    )

    package static let callStart = call(
        "running",
        as: "startDeviceCall",
        "Reports that the device starts a call now; its silence then means that the end is unknown.",
        answers: [Answer(200, "The call runs.", .json(.named("DeviceCall")))]
    )

    package static let callProgress = call(
        "progress",
        as: "reportDeviceProgress",
        "Reports progress, and extends the deadline of the call.",
        more: [
            .maybe("completed", .number().orNull), .maybe("total", .number().orNull), .maybe("message", .text().orNull),
        ],
        answers: [Answer(200, "The call runs.", .json(.named("DeviceCall")))]
    )

    package static let callOutput = Endpoint(
        operation: .post("/v1/devices/:device/calls/:call/output", as: "endDeviceCall"),
        summary: "Reports the end of a call; the run continues when all its calls are over.",
        users: .clients(.anyOf([.devices]), data: .own),
        body: .json(
            .object(
                .maybe("attempt", .integer("As in the request of the call.", from: 1, to: 1_000).orNull),
                .always(
                    "status",
                    .word(
                        ["succeeded", "failed", "denied", "needs_value", "cancelled", "unknown", "answered"],
                        "`answered` or `failed` for a query, any other for an intent."
                    )
                ),
                .maybe("output", .anything("The output of an intent, by its schema.")),
                .maybe("entities", .anything("The entities of a query, by their schema.")),
                .maybe("error", .anything("`code` and `message`.")),
                .maybe("needs", .anything("`parameter`, `prompt` and `choices`."))
            ),
            example: ["attempt": 1, "status": "succeeded", "output": nil]
        ),
        answers: [
            Answer(202, "The end is stored.", .json(.named("DeviceCall"))),
            Answer(200, "The same end was stored before.", .json(.named("DeviceCall"))),
        ],
        problems: [.conflict, .callOver, .outputInvalid, .runElsewhere, .overloaded]
    )

    private static func call(
        _ step: String,
        as id: String,
        _ summary: String,
        more: [WireSchema.Member] = [],
        answers: [Answer]
    ) -> Endpoint {
        Endpoint(
            operation: .post("/v1/devices/:device/calls/:call/\(step)", as: id),
            summary: summary,
            users: .clients(.anyOf([.devices]), data: .own),
            body: .json(
                .object(
                    [.always("attempt", .integer("As in the request of the call.", from: 1, to: 1_000))] + more,
                    isClosed: false,
                    nil
                ),
                example: ["attempt": 1]
            ),
            answers: answers,
            problems: [.conflict, .callOver, .runElsewhere, .overloaded]
        )
    }
}
