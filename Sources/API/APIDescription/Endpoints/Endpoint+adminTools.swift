import AgentWire
import HTTPTypes

extension Endpoint {
    // MARK: Files of declared tools

    private static let fileAndWarnings = WireSchema.object(
        .always("file", WireToolFile.schema),
        .always("warnings", .list(of: .text()))
    )
    package static let toolFiles = adminRead(
        .get("tool-files", as: "listToolFiles"),
        "Lists the files of declared tools, with the fault of each that is faulty.",
        .administrators(toolReadAccess, data: .shared),
        answers: Answer(200, "The list.", .json(WireToolFiles.schema))
    )
    package static let toolFileText = adminRead(
        .get("tool-files/:file", as: "readToolFile"),
        "Returns the text of a file of tools.",
        .administrators(toolWriteAccess, data: .shared),
        answers: Answer(200, "The text.", .json(WireToolFileText.schema)),
        problems: [.conflict]
    )
    package static let toolFileCheck = admin(
        .post("tool-files/check", as: "checkToolFile"),
        "Checks a text as a file of tools beside the others; nothing is changed.",
        .administrators(toolWriteAccess, data: .shared),
        body: .closed(.always("file", .nonEmptyText()), .always("text", .text())),
        danger: .never,
        answers: Answer(200, "What the file would declare.", .json(fileAndWarnings)),
        problems: [.conflict]
    )
    package static let toolFileChange = admin(
        .put("tool-files/:file", as: "storeToolFile"),
        "Stores a file of tools and offers its tools. A faulty text changes nothing.",
        .administrators(toolWriteAccess, data: .shared),
        body: .closed(
            .always("text", .text()),
            .maybe(
                "digest",
                .text("The digest of the text that is replaced. If the file has another one, nothing changes.")
            )
        ),
        danger: .never,
        answers: Answer(200, "What the file declares.", .json(fileAndWarnings)),
        problems: [.conflict]
    )
    package static let toolFileRemoval = admin(
        .delete("tool-files/:file", as: "removeToolFile"),
        "Removes a file of tools. Calls under way end.",
        .administrators(toolWriteAccess, data: .shared),
        danger: .always,
        answers: done,
        problems: [.conflict]
    )
    package static let toolTrial = admin(
        .post("tool-trials/:tool", as: "tryTool"),
        "Calls a declared tool with the keys of the vault, to see what it answers.",
        .administrators(toolWriteAccess, data: .shared),
        body: ToolTrialRequest.schema,
        isBodyOptional: true,
        danger: .never,
        answers: Answer(200, "The tool's answer.", .json(WireToolTrial.schema)),
        problems: [.conflict, .confirmationNeeded]
    )

    // MARK: Authorizations at MCP servers

    package static let toolAuthorizationStart = admin(
        .post("tools/:server/authorizations", as: "startToolAuthorization"),
        "Starts an authorization at an MCP server, and returns the page to open.",
        .administrators(keyWriteAccess, data: .shared),
        body: ToolAuthorizationRequest.schema,
        danger: .never,
        answers: Answer(201, "The authorization.", .json(WireToolAuthorization.schema)),
        problems: [.upstreamFailed, .conflict]
    )
    package static let toolAuthorizationEnd = admin(
        .post("tools/:server/authorizations/:authorization", as: "endToolAuthorization"),
        "Ends an authorization with the address to which its page redirected, and keeps the tokens in the vault.",
        .administrators(keyWriteAccess, data: .shared),
        body: ToolRedirectRequest.schema,
        danger: .never,
        answers: Answer(
            200,
            "The authorized server.",
            .json(.object(.always("server", .text()), .always("authorized", .flag())))
        ),
        problems: [.upstreamFailed, .conflict]
    )
}
