import AgentTools
import BuiltInTools
import Foundation
import KeyVault
import Secrets
import StandIns
import Storage
import StreamingJSON
import Synchronization
import Testing
import Transport

/// Failures that only an inventory behind HTTP has.
@Suite(.timeLimit(.minutes(1))) struct ZaicoInventoryTests {
    @Test(arguments: [
        (Misbehavior.answer(ZaicoStandIn.failure(401)), "did not accept the API token"),
        (.answer(ZaicoStandIn.failure(429)), "too many requests"),
        (.answer(ZaicoStandIn.failure(500)), "failed with status"),
        (.answer(.html(status: 200)), "cannot be understood"),
        (.answer(.html(status: 502)), "failed with status"),
        (.resetBeforeHeader, "could not be reached"),
    ])
    func failuresDoNotContainTheUpstreamsBody(misbehavior: Misbehavior, words: String) async throws {
        try await ZaicoStandIn(tokens: ["token"]).running { standIn in
            standIn.server.misbehave(misbehavior, times: nil)
            let outcome = try await InventoryTrial(InventoryKind.zaico(standIn.baseURL)).call("getInventoryList")
            #expect(outcome.isError && outcome.text.contains(words), "\(outcome.text)")
            #expect(!outcome.text.contains("<") && !outcome.text.contains("token\""))
        }
    }

    @Test func aRefusedOrMissingTokenIsReportedForTheOperator() async throws {
        try await ZaicoStandIn(tokens: ["token"]).running { standIn in
            let wrong = try await InventoryTrial(InventoryKind.zaico(standIn.baseURL, token: "other")).call(
                "getInventoryList"
            )
            #expect(wrong.text.contains("did not accept the API token"))
            let missing = try await InventoryTrial(InventoryKind.zaico(standIn.baseURL, token: nil)).call(
                "getInventoryList"
            )
            #expect(missing.text.contains("No usable API token"))
        }
    }

    @Test func everyPageIsRead() async throws {
        try await ZaicoStandIn(tokens: ["token"], items: [], pageSize: 2).running { standIn in
            let inventory = InventoryTrial(InventoryKind.zaico(standIn.baseURL))
            for number in 1...5 { _ = try await inventory.call("createInventory", ["title": "item \(number)"]) }
            let listed = try await inventory.call("getInventoryList")
            #expect(listed.text.split(separator: "\n").count == 5, "\(listed.text)")
        }
    }
}

/// The requests to ZAICO, and the interpretation of its answers.
@Suite(.timeLimit(.minutes(1))) struct ZaicoCallTests {
    private func items(_ count: Int) -> [JSONObject] {
        (1...count).map { ["title": .string("item \($0)"), "category": $0 % 2 == 0 ? "even" : "odd"] }
    }

    private func asked(_ standIn: ZaicoStandIn) -> [String] {
        standIn.requests.map { request in
            let query = ["category", "place", "code", "title", "page"].compactMap { name in
                request.queryItem(name).map { "\(name)=\($0)" }
            }
            return "\(request.method) " + query.joined(separator: "&")
        }
    }

    @Test func zaicoAppliesItsFilters() async throws {
        try await ZaicoStandIn(tokens: ["token"], items: items(8), pageSize: 2).running { standIn in
            let inventory = InventoryKind.zaico(standIn.baseURL)
            let filter = InventoryFilter(title: "ITEM", category: "even", limit: 3)
            let list = try await inventory.items(matching: filter)
            #expect(list.items.map(\.title) == ["item 2", "item 4", "item 6"] && list.rest == .exactly(1))
            // The filter is repeated for each page, because the upstream's links may lack it.
            #expect(asked(standIn) == ["GET category=even", "GET category=even&page=2"])
        }
    }

    @Test func otherSpellingsAreFoundHere() async throws {
        try await ZaicoStandIn(tokens: ["token"], items: items(4), pageSize: 10).running { standIn in
            let list = try await InventoryKind.zaico(standIn.baseURL).items(matching: InventoryFilter(category: "ＥＶＥＮ"))
            #expect(list.items.count == 2 && list.isComplete)
            #expect(asked(standIn) == ["GET category=ＥＶＥＮ", "GET "])
        }
    }

    @Test func aPartialSearchIsReported() async throws {
        try await ZaicoStandIn(tokens: ["token"], items: items(9), pageSize: 2).running { standIn in
            let inventory = ZaicoInventory(http: HTTPClient(), baseURL: standIn.baseURL, maximumPages: 3) {
                KeyLease(keyID: "k", secret: SecretString("token"))
            }
            let list = try await inventory.items(matching: InventoryFilter(title: "item"))
            #expect(list.items.count == 6 && list.search == .init(searchedCount: 6, total: 9) && !list.isComplete)
            #expect(standIn.requests.count == 3)
            let text = try await InventoryTrial(inventory).call("getInventoryList", ["title": "nowhere"]).text
            #expect(text.contains("No inventory items were found.") && text.contains("Only 6 of 9 items"))
        }
    }

    @Test(
        arguments: [
            (#""12.5""#, 12.5), ("12.5", 12.5), ("3", 3), (#""3""#, 3), ("null", nil), (#""""#, nil), (#""many""#, nil),
            (#""1500.0000""#, 1500),
        ] as [(String, Double?)]
    )
    func numbersAreReadFromNumbersOrStrings(json: String, quantity: Double?) async throws {
        let body = """
            {"id": "7", "title": "x", "quantity": \(json), "place": "", "category": null,
             "updated_at": "2026-11-20T18:04:55+09:00", "unknown": {"a": [1]}}
            """
        try await ZaicoStandIn(tokens: ["token"]).running { standIn in
            standIn.server.misbehave(.answer(.json(try JSONValue(parsing: body))), times: nil)
            let item = try await InventoryKind.zaico(standIn.baseURL).item(7)
            #expect(item.id == 7 && item.quantity == quantity && item.place == nil && item.category == nil)
        }
    }

    @Test(arguments: [
        (400, InventoryError.Kind.refused), (401, .unauthorized), (403, .unauthorized), (404, .notFound(5)),
        (406, .refused), (422, .refused), (429, .busy), (500, .failing(status: 500)), (503, .failing(status: 503)),
        (302, .incomprehensible),
    ])
    func everyStatusHasAKind(status: Int, kind: InventoryError.Kind) async throws {
        try await ZaicoStandIn(tokens: ["token"]).running { standIn in
            // In the upstream's format, empty, and as HTML; and an error with a success status.
            let shapes: [StandInReply] = [
                ZaicoStandIn.failure(status), StandInReply(status: status), .html(status: status),
            ]
            for shape in shapes {
                standIn.server.misbehave(.answer(shape), times: 1)
                let error = await #expect(throws: InventoryError.self) {
                    try await InventoryKind.zaico(standIn.baseURL).item(5)
                }
                #expect(error?.kind == kind, "\(status)")
            }
            guard status >= 400 else { return }
            let disguised: JSONValue = ["code": .integer(status), "status": "error", "message": "x"]
            standIn.server.misbehave(.answer(.json(disguised)), times: 1)
            let error = await #expect(throws: InventoryError.self) {
                try await InventoryKind.zaico(standIn.baseURL).item(5)
            }
            #expect(error?.kind == kind, "\(status) in the body")
        }
    }

    @Test func aRequestedPauseIsReported() async throws {
        try await ZaicoStandIn(tokens: ["token"]).running { standIn in
            standIn.server.misbehave(.answer(ZaicoStandIn.failure(429, retryAfter: 9)), times: nil)
            let reports = Mutex<[KeyOutcome]>([])
            let inventory = ZaicoInventory(http: HTTPClient(), baseURL: standIn.baseURL) {
                KeyLease(keyID: "k", secret: SecretString("token")) { outcome in reports.withLock { $0.append(outcome) }
                }
            }
            let outcome = try await InventoryTrial(inventory).call("getInventoryList")
            #expect(outcome.isError && outcome.text.contains("Try again in 9 seconds"), "\(outcome.text)")
            #expect(reports.withLock(\.self) == [.limited(retryAfter: .seconds(9))])
        }
    }

    @Test func anAcceptedChangeDoesNotFail() async throws {
        try await ZaicoStandIn(tokens: ["token"]).running { standIn in
            let inventory = InventoryKind.zaico(standIn.baseURL)
            let time = Date(timeIntervalSince1970: 1_795_000_000)
            standIn.server.misbehave(.answer(ZaicoStandIn.failure(500)), times: nil) { $0.method == "GET" }
            let created = try await inventory.create(InventoryItemDraft(title: "新品", quantity: 2), at: time)
            #expect(created.title == "新品" && created.quantity == 2 && created.updatedAt == time)
            #expect(standIn.items.contains { $0["title"] == "新品" && $0["quantity"] == "2.0" })
        }
    }

    @Test func aChangeWithUnknownOutcomeIsReportedAsSuch() async throws {
        try await ZaicoStandIn(tokens: ["token"]).running { standIn in
            standIn.server.misbehave(.resetBeforeHeader, times: nil) { $0.method == "POST" }
            let outcome = try await InventoryTrial(InventoryKind.zaico(standIn.baseURL))
                .call("createInventory", ["title": "x"])
            #expect(outcome.isError && outcome.text.contains("not known whether the change was made"))
        }
    }
}
