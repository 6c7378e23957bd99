import ModelContextProtocol
import StreamingJSON
import Testing

/// `subscriptions/listen`: the changes that a client without a session wants to know of.
struct SubscriptionTests {
    private let server = MCPServer.test()

    private static let all: [MCPChange] = [
        .tools, .prompts, .resources, .resource("a:1"), .resource("a:2"), .tools,
    ]

    /// Returns the notifications of a subscription whose changes end.
    private func listen(
        _ wanted: JSONValue,
        _ capabilities: ServerCapabilities? = nil,
        id: RequestID = .string("sub"),
        _ changes: [MCPChange] = all,
        _ change: (inout ScriptedOffer) -> Void = { _ in }
    ) async throws -> (notifications: [RPCNotification], result: JSONObject) {
        var offer = ScriptedOffer()
        change(&offer)
        if let capabilities { offer.capabilities = capabilities }
        let (stream, source) = AsyncStream.makeStream(of: MCPChange.self)
        for change in changes { source.yield(change) }
        source.finish()
        offer.changes = stream
        let request = Stateless.request("subscriptions/listen", ["notifications": wanted], id: id)
        let answer = try await server.answer(request, offer)
        return (answer.notifications, try answer.response.result.get())
    }

    private static let everything: JSONValue = [
        "toolsListChanged": true, "promptsListChanged": true, "resourcesListChanged": true,
        "resourceSubscriptions": ["a:2", "a:1"],
    ]

    @Test(
        arguments: [
            (
                everything, 6,
                ["toolsListChanged", "promptsListChanged", "resourcesListChanged", "resourceSubscriptions"]
            ),
            (["toolsListChanged": true], 2, ["toolsListChanged"]),
            (["promptsListChanged": true], 1, ["promptsListChanged"]),
            (["resourcesListChanged": true], 1, ["resourcesListChanged"]),
            (["resourceSubscriptions": ["a:1", 7, "a:3"]], 1, ["resourceSubscriptions"]), ([:], 0, []),
            (["toolsListChanged": false, "promptsListChanged": "true", "resourcesListChanged": 1], 0, []),
            (["resourceSubscriptions": []], 0, []), (["resourceSubscriptions": "a:1"], 0, []),
            (["unknown": true], 0, []),
        ] as [(JSONValue, Int, [String])]
    )
    func aClientGetsWhatItWants(_ wanted: JSONValue, _ count: Int, _ honored: [String]) async throws {
        for id in [RequestID.string("sub"), .integer(7)] {
            let (notifications, result) = try await listen(wanted, id: id)
            let first = try #require(notifications.first)
            #expect(first.method == "notifications/subscriptions/acknowledged")
            #expect(first.params["notifications"]?.objectValue?.keys == honored)
            #expect(notifications.count == count + 1)
            for notification in notifications {
                #expect(notification.params["_meta"] == ["io.modelcontextprotocol/subscriptionId": id.jsonValue])
            }
            #expect(result["resultType"] == "complete")
            #expect(result["_meta"]?["io.modelcontextprotocol/subscriptionId"] == id.jsonValue)
        }
    }

    @Test func theMessagesOfChanges() async throws {
        let (notifications, _) = try await listen(Self.everything)
        #expect(
            notifications.dropFirst().map(\.method) == [
                "notifications/tools/list_changed", "notifications/prompts/list_changed",
                "notifications/resources/list_changed", "notifications/resources/updated",
                "notifications/resources/updated", "notifications/tools/list_changed",
            ]
        )
        #expect(notifications.map { $0.params["uri"] } == [nil, nil, nil, nil, "a:1", "a:2", nil])
        #expect(notifications[0].params["notifications"]?["resourceSubscriptions"] == ["a:1", "a:2"])
    }

    /// A server acknowledges what it offers.
    @Test(
        arguments: [
            (ServerCapabilities(), 0, []), (ServerCapabilities(hasListChanges: true), 2, ["toolsListChanged"]),
            (ServerCapabilities(hasPrompts: true, hasResources: true), 0, []),
            (
                ServerCapabilities(hasPrompts: true, hasListChanges: true), 3,
                ["toolsListChanged", "promptsListChanged"]
            ),
            (
                ServerCapabilities(hasResources: true, hasListChanges: true), 5,
                ["toolsListChanged", "resourcesListChanged", "resourceSubscriptions"]
            ),
        ] as [(ServerCapabilities, Int, [String])]
    )
    func onlyOfferedChangesAreSent(_ offered: ServerCapabilities, _ count: Int, _ honored: [String]) async throws {
        let (notifications, _) = try await listen(Self.everything, offered)
        #expect(notifications.count == count + 1)
        #expect(notifications.first?.params["notifications"]?.objectValue?.keys == honored)
    }

    @Test(arguments: [.null, [], "toolsListChanged", true] as [JSONValue])
    func whatIsWantedIsAnObject(_ wanted: JSONValue) async {
        await #expect(throws: RPCError.invalid("notifications must be an object with what is wanted")) {
            _ = try await listen(wanted)
        }
    }

    /// Only addresses of the caller's resources are honored, of 128 bytes at most, and 100 of them.
    @Test(
        arguments: [
            ((0..<5000).map { "a:\($0)" }, 100), (["a:" + String(repeating: "x", count: 126)], 1),
            (["a:" + String(repeating: "x", count: 127)], 0), (["a:" + String(repeating: "é", count: 64)], 0),
            (["b:1", "a:1", "b:2"], 1), (Array(repeating: "a:1", count: 5000), 1),
        ]
    )
    func wantedResourcesAreBounded(uris: [String], honored: Int) async throws {
        let wanted: JSONValue = ["resourceSubscriptions": .array(uris.map(JSONValue.string))]
        let (notifications, _) = try await listen(wanted) { $0.hasResource = { $0.hasPrefix("a:") } }
        let known = notifications[0].params["notifications"]?["resourceSubscriptions"]?.arrayValue
        #expect((known ?? []).count == honored)
    }

    /// The offer learns which resources are wanted.
    @Test func theOfferIsToldWhichResourcesAreWanted() async throws {
        let wanted = Recorder<Bool>()
        var offer = ScriptedOffer()
        offer.changes = AsyncStream { $0.finish() }
        offer.asksForChanges = { isWanted in for uri in ["a:1", "a:2"] { wanted.append(isWanted(uri)) } }
        _ = try await server.result(
            "subscriptions/listen",
            ["notifications": ["resourceSubscriptions": ["a:2"]]],
            offer
        )
        #expect(wanted.all == [false, true])
    }

    /// A cancelled subscription ends without a response.
    @Test func aCancelledSubscription() async throws {
        let acknowledged = Signal()
        let request = try StatelessRequest(
            Stateless.request("subscriptions/listen", ["notifications": [:]]),
            headers: nil
        )
        let task = Task {
            try await server.respond(to: request, offer: ScriptedOffer()) { _ in acknowledged.give() }
        }
        try await acknowledged.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
