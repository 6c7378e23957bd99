import AgentWire

extension WireSchema {
    /// The named schemas of devices.
    static let devices: [(name: String, schema: WireSchema)] = [
        ("Device", device), ("DeviceCall", deviceCall), ("RegistrationFinding", finding),
    ]

    private static let device = object(
        .always("device", .text()),
        .always("name", .text().orNull),
        .always("defaultApp", .text("The app that is preferred where several could make a call.").orNull),
        .always("live", .flag("Whether one of its apps holds an event stream, or has asked within a minute.")),
        .always("lastSeen", .time().orNull),
        .always(
            "apps",
            .list(
                of: .object(
                    .always("app", .anyObject("`id` and `version`.")),
                    .always("live", .flag()),
                    .always("toolboxVersion", .integer(from: 1)),
                    .always("catalogue", .text("The version of the catalog that the app was built with.")),
                    .always("locale", .text().orNull),
                    .always("timeZone", .text().orNull),
                    .always("intents", .list(of: .text())),
                    .always("entities", .list(of: .text())),
                    .always("registeredAt", .time())
                )
            )
        )
    )

    private static let deviceCall = object(
        .always("callId", .text()),
        .always("attempt", .integer(from: 1)),
        .always(
            "state",
            .word([
                "awaiting_approval", "queued", "claimed", "running", "succeeded", "failed", "denied", "needs_value",
                "expired", "cancelled", "unknown",
            ])
        ),
        .maybe("leaseUntil", .time("The time by which the device must start.")),
        .maybe("deadline", .time("The time by which the device must report again."))
    )

    private static let finding = object(
        .always("schema", .text().orNull),
        .always("code", .text("Such as `unknown_schema` or `missing_parameter`.")),
        .always("message", .text()),
        .always("path", .text("The location in the registration, as a JSON pointer."))
    )
}
