import AgentTools
import StandIns
import StreamingJSON
import Testing

/// What only an inventory behind HTTP can meet.
@Suite(.timeLimit(.minutes(1))) struct ZaicoInventoryTests {
    @Test(arguments: [
        (Misbehaviour.answer(ZaicoStandIn.failure(401)), "did not accept the API token"),
        (.answer(ZaicoStandIn.failure(429)), "too many requests"),
        (.answer(ZaicoStandIn.failure(500)), "a problem of its own"),
        (.answer(.html(status: 200)), "cannot be understood"),
        (.answer(.html(status: 502)), "a problem of its own"),
        (.resetBeforeHeader, "could not be reached"),
    ])
    func failuresAreTextWithoutTheUpstreamsBody(misbehaviour: Misbehaviour, words: String) async throws {
        try await ZaicoStandIn(tokens: ["token"]).running { standIn in
            standIn.server.misbehave(misbehaviour, times: nil)
            let outcome = try await InventoryTrial(InventoryKind.zaico(standIn.baseURL)).call("getInventoryList")
            #expect(outcome.isError && outcome.text.contains(words), "\(outcome.text)")
            #expect(!outcome.text.contains("<") && !outcome.text.contains("token\""))
        }
    }

    @Test func aRefusedOrMissingTokenIsTheOperatorsToMend() async throws {
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
