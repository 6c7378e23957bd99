import AgentWire
import HTTPTypes

extension Endpoint {
    // MARK: Files of declared tools

    private static let fileAndWarnings = WireSchema.object(
        .always("file", WireToolFile.schema),
        .always("warnings", .list(of: .text()))
    )
    package static let toolFiles = adminRead(
        "tool-files",
        "listToolFiles",
        "Lists the files of declared tools, with the fault of each that is faulty.",
        toolReadAccess,
        data: .shared,
        answers: Answer(
            200,
            "The list.",
            .json(
                WireToolFiles.schema
            )
        )
    )
    package static let toolFileText = adminRead(
        "tool-files/:file",
        "readToolFile",
        "Returns the text of a file of tools.",
        toolWriteAccess,
        data: .shared,
        answers: Answer(
            200,
            "The text.",
            .json(
                WireToolFileText.schema
            )
        ),
        problems: [.conflict]
    )
    package static let toolFileCheck = admin(
        .post,
        "tool-files/check",
        "checkToolFile",
        "Checks a text as a file of tools beside the others; nothing is changed.",
        toolWriteAccess,
        data: .shared,
        body: .closed(.always("file", .nonEmptyText()), .always("text", .text())),
        danger: .never,
        answers: Answer(200, "What the file would declare.", .json(fileAndWarnings)),
        problems: [.conflict]
    )
    package static let toolFileChange = admin(
        .put,
        "tool-files/:file",
        "storeToolFile",
        "Stores a file of tools and offers its tools. A faulty text changes nothing.",
        toolWriteAccess,
        data: .shared,
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
        .delete,
        "tool-files/:file",
        "removeToolFile",
        "Removes a file of tools. Calls under way end.",
        toolWriteAccess,
        data: .shared,
        danger: .always,
        answers: done,
        problems: [.conflict]
    )
    package static let toolTrial = admin(
        .post,
        "tool-trials/:tool",
        "tryTool",
        "Calls a declared tool with the keys of the vault, to see what it answers.",
        toolWriteAccess,
        data: .shared,
        body: ToolTrialRequest.schema,
        isBodyOptional: true,
        danger: .never,
        answers: Answer(200, "The tool's answer.", .json(WireToolTrial.schema)),
        problems: [.conflict, .confirmationNeeded]
    )

    // MARK: Authorizations at MCP servers

    package static let toolAuthorizationStart = admin(
        .post,
        "tools/:server/authorizations",
        "startToolAuthorization",
        "Starts an authorization at an MCP server, and returns the page to open.",
        keyWriteAccess,
        data: .shared,
        body: ToolAuthorizationRequest.schema,
        danger: .never,
        answers: Answer(201, "The authorization.", .json(WireToolAuthorization.schema)),
        problems: [.upstreamFailed, .conflict]
    )
    package static let toolAuthorizationEnd = admin(
        .post,
        "tools/:server/authorizations/:authorization",
        "endToolAuthorization",
        "Ends an authorization with the address to which its page redirected, and keeps the tokens in the vault.",
        keyWriteAccess,
        data: .shared,
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
