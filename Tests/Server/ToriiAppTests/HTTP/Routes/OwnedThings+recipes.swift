import StreamingJSON

@testable import APIDescription
@testable import AgentServer

/// The requests to each operation on own data.
extension OwnedThings {
    /// A request to an operation.
    struct Probe: Sendable {
        var path: String
        var body: JSONValue?
        var headers: [(String, String)] = []

        init(_ path: String, _ body: JSONValue? = nil, _ headers: [(String, String)] = []) {
            (self.path, self.body, self.headers) = (path, body, headers)
        }
    }

    /// Makes the requests for the data of others, beside the caller's own.
    typealias Recipe = @Sendable (_ others: OwnedThings, _ own: OwnedThings) -> [Probe]

    static func message(_ text: String) -> JSONValue { ["type": "message", "role": "user", "content": .string(text)] }

    static let findContacts: JSONValue = [
        "type": "function",
        "function": [
            "name": "findContacts", "description": "contacts of the phone",
            "parameters": ["type": "object", "properties": ["month": ["type": "integer"]]],
        ],
    ]

    private static let attempt: JSONValue = ["attempt": 1]

    /// The arguments that ask for the second page of an output.
    static func page(of things: OwnedThings) -> JSONValue { ["id": .string("\(things.output)-2")] }

    /// The operations that name something by an id in the path, the body or a header field.
    static let withIDs: [String: Recipe] = [
        Endpoint.chat.id: { others, _ in
            [Probe("/v1/chat", ["message": "What is 1 plus 1?", "conversation": .string(others.conversation)])]
        },
        Endpoint.chatCompletions.id: { others, _ in
            let call: JSONValue = [
                "id": .string(others.toolCall), "type": "function",
                "function": ["name": "findContacts", "arguments": #"{"month":12}"#],
            ]
            return [
                Probe(
                    "/v1/chat/completions",
                    [
                        "messages": [
                            ["role": "user", "content": "Which of my contacts were born in December?"],
                            ["role": "assistant", "tool_calls": [call]],
                            ["role": "tool", "tool_call_id": .string(others.toolCall), "content": #"{"contacts":[]}"#],
                        ],
                        "tools": [findContacts],
                    ]
                )
            ]
        },
        Endpoint.messages.id: { others, _ in
            [
                Probe(
                    "/v1/messages",
                    [
                        "model": "phrasebook", "max_tokens": 99,
                        "messages": [
                            ["role": "user", "content": "Which of my contacts were born in December?"],
                            [
                                "role": "assistant",
                                "content": [
                                    [
                                        "type": "tool_use", "id": .string(others.toolCall), "name": "findContacts",
                                        "input": ["month": 12],
                                    ]
                                ],
                            ],
                            [
                                "role": "user",
                                "content": [
                                    [
                                        "type": "tool_result", "tool_use_id": .string(others.toolCall),
                                        "content": #"{"contacts":[]}"#,
                                    ]
                                ],
                            ],
                        ],
                        "tools": [["name": "findContacts", "description": "x", "input_schema": ["type": "object"]]],
                    ],
                    [("anthropic-version", "2023-06-01")]
                )
            ]
        },
        Endpoint.responses.id: { others, _ in
            [
                Probe("/v1/responses", ["input": "hello", "previous_response_id": .string(others.response)]),
                Probe("/v1/responses", ["input": "hello", "conversation": .string(others.thread)]),
            ]
        },
        Endpoint.responseInputTokens.id: { others, _ in
            [
                Probe(
                    "/v1/responses/input_tokens",
                    ["input": "hello", "previous_response_id": .string(others.response)]
                ),
                Probe("/v1/responses/input_tokens", ["input": "hello", "conversation": .string(others.thread)]),
            ]
        },
        Endpoint.response.id: { others, _ in
            [Probe("/v1/responses/\(others.response)"), Probe("/v1/responses/\(others.response)?stream=true")]
        },
        Endpoint.responseDeletion.id: { others, _ in [Probe("/v1/responses/\(others.response)")] },
        Endpoint.responseCancel.id: { others, _ in [Probe("/v1/responses/\(others.response)/cancel")] },
        Endpoint.responseInputItems.id: { others, _ in [Probe("/v1/responses/\(others.response)/input_items")] },
        Endpoint.run.id: { others, _ in [others.run, others.waiting].map { Probe("/v1/runs/\($0)") } },
        Endpoint.runEvents.id: { others, _ in [others.run, others.waiting].map { Probe("/v1/runs/\($0)/events") } },
        Endpoint.runOutputs.id: { others, _ in
            [others.run, others.waiting].map {
                Probe("/v1/runs/\($0)/outputs", ["outputs": [["call": "a", "output": 1]], "stream": false])
            }
        },
        Endpoint.runCancel.id: { others, _ in [others.run, others.waiting].map { Probe("/v1/runs/\($0)/cancel") } },
        Endpoint.conversation.id: { others, _ in
            [others.conversation, others.thread].map { Probe("/v1/conversations/\($0)") }
        },
        Endpoint.conversationMessages.id: { others, _ in [Probe("/v1/conversations/\(others.conversation)/messages")] },
        Endpoint.conversationTitle.id: { others, _ in
            [Probe("/v1/conversations/\(others.conversation)", ["title": "mine"])]
        },
        Endpoint.conversationDeletion.id: { others, _ in [Probe("/v1/conversations/\(others.conversation)")] },
        Endpoint.conversationChange.id: { others, _ in [Probe("/v1/conversations/\(others.thread)", ["metadata": [:]])]
        },
        Endpoint.conversationItems.id: { others, _ in [Probe("/v1/conversations/\(others.thread)/items")] },
        Endpoint.conversationItemAddition.id: { others, _ in
            [Probe("/v1/conversations/\(others.thread)/items", ["items": [message("mine")]])]
        },
        Endpoint.conversationItem.id: { others, _ in [Probe("/v1/conversations/\(others.thread)/items/\(others.item)")]
        },
        Endpoint.conversationItemDeletion.id: { others, own in
            [others.thread, own.thread].map { Probe("/v1/conversations/\($0)/items/\(others.item)") }
        },
        Endpoint.mcp.id: { others, own in
            [
                Probe("/mcp", call("tools/list"), session(others.session)),
                Probe("/mcp", read("torii://conversations/\(others.conversation)"), session(own.session)),
                Probe("/mcp", read("torii://outputs/\(others.output)"), session(own.session)),
            ]
        },
        Endpoint.toolCall.id: { others, _ in [Probe("/v1/tools/readOn", page(of: others))] },
        Endpoint.bareToolCall.id: { others, _ in [Probe("/mcp/tools/readOn", page(of: others))] },
        Endpoint.mcpStream.id: { others, _ in [Probe("/mcp", nil, session(others.session))] },
        Endpoint.mcpEnd.id: { others, _ in [Probe("/mcp", nil, session(others.session))] },
        Endpoint.deviceChange.id: { others, _ in [Probe("/v1/devices/\(others.device)", ["name": "mine"])] },
        Endpoint.deviceRemoval.id: { others, _ in [Probe("/v1/devices/\(others.device)")] },
        Endpoint.toolboxes.id: { others, _ in [Probe("/v1/devices/\(others.device)/toolbox")] },
        Endpoint.toolboxRemoval.id: { others, _ in [Probe("/v1/devices/\(others.device)/toolbox")] },
        Endpoint.deviceCalls.id: { others, _ in [Probe("/v1/devices/\(others.device)/calls")] },
        Endpoint.deviceEvents.id: { others, _ in [Probe("/v1/devices/\(others.device)/events")] },
        Endpoint.callClaim.id: { others, _ in [Probe("/v1/devices/phone/calls/\(others.deviceCall)/claim", attempt)] },
        Endpoint.callStart.id: { others, _ in [Probe("/v1/devices/phone/calls/\(others.deviceCall)/running", attempt)]
        },
        Endpoint.callProgress.id: { others, _ in
            [Probe("/v1/devices/phone/calls/\(others.deviceCall)/progress", attempt)]
        },
        Endpoint.callOutput.id: { others, _ in
            [Probe("/v1/devices/phone/calls/\(others.deviceCall)/output", AlbumDevice.succeeded())]
        },
    ]

    /// The operations that name nothing: their answers contain nothing of others.
    static let withoutIDs: [String: Recipe] = [
        Endpoint.chat.id: { _, _ in [Probe("/v1/chat", ["message": "What is 1 plus 2?"])] },
        Endpoint.extract.id: { _, _ in
            [
                Probe(
                    "/v1/extract",
                    ["text": "Ada is 36.", "schema": ["type": "object", "properties": ["age": ["type": "integer"]]]]
                )
            ]
        },
        Endpoint.runs.id: { _, _ in [Probe("/v1/runs"), Probe("/v1/runs?status=waiting")] },
        Endpoint.conversations.id: { _, _ in [Probe("/v1/conversations"), Probe("/v1/conversations?q=Xyzzy")] },
        Endpoint.conversationCreation.id: { _, _ in [Probe("/v1/conversations", ["metadata": ["topic": "mine"]])] },
        Endpoint.toolCall.id: { _, _ in [Probe("/v1/tools/fetchHealthData", ["type": "weekly"])] },
        Endpoint.bareToolCall.id: { _, _ in [Probe("/mcp/tools/fetch-health-data", ["type": "weekly"])] },
        Endpoint.mcp.id: { _, own in [Probe("/mcp", call("resources/list"), session(own.session))] },
        Endpoint.healthSamples.id: { _, _ in [Probe("/v1/health/samples", ["data": ["metrics": []]])] },
        Endpoint.devices.id: { _, _ in [Probe("/v1/devices")] },
        Endpoint.toolboxes.id: { _, _ in [Probe("/v1/devices/phone/toolbox")] },
        Endpoint.deviceCalls.id: { _, _ in [Probe("/v1/devices/phone/calls?app=com.example.album")] },
        // Each client may give a device the same id.
        Endpoint.toolboxRegistration.id: { others, own in
            [
                Probe("/v1/devices/phone/toolbox", own.registration),
                Probe("/v1/devices/\(others.device)/toolbox", own.registration),
            ]
        },
        Endpoint.conversationsDeletion.id: { _, _ in [Probe("/v1/conversations")] },
        Endpoint.healthSamplesDeletion.id: { _, _ in [Probe("/v1/health/samples")] },
        Endpoint.userExport.id: { _, _ in [Probe("/v1/users/self/export")] },
        Endpoint.userErasure.id: { _, _ in [Probe("/v1/users/self")] },
    ]

    /// The toolbox of the album app.
    private var registration: JSONValue {
        [
            "catalogue": "2026-11", "app": ["id": "com.example.album", "version": "3.1"], "timeZone": "Asia/Tokyo",
            "locale": "ja_JP",
            "intents": [AlbumDevice.openAlbum, AlbumDevice.createAlbum], "entities": [AlbumDevice.album],
            "enums": [AlbumDevice.albumType],
        ]
    }

    // MARK: - Messages of the Model Context Protocol

    static let mcpHeaders = [("Content-Type", "application/json"), ("Accept", "application/json, text/event-stream")]

    static let initialize: JSONValue = [
        "jsonrpc": "2.0", "id": 0, "method": "initialize",
        "params": [
            "protocolVersion": "2025-11-25", "capabilities": [:], "clientInfo": ["name": "test", "version": "1"],
        ],
    ]

    private static func call(_ method: String, _ params: JSONValue = [:]) -> JSONValue {
        ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
    }

    private static func read(_ uri: String) -> JSONValue { call("resources/read", ["uri": .string(uri)]) }

    private static func session(_ id: String) -> [(String, String)] {
        [
            ("Accept", "application/json, text/event-stream"), ("MCP-Protocol-Version", "2025-11-25"),
            ("Mcp-Session-Id", id),
        ]
    }
}
