import AgentWire
import DeclaredTools
import Foundation
import StreamingJSON
import Testing
import Transport

@testable import ToriiApp

/// The data and the scope of each tool for users of clients, as administrators see it.
@Suite(.timeLimit(.minutes(1))) struct OfferedToolTests {
    private static let file = """
        torii: 1
        upstream: shop
        base: http://127.0.0.1:1
        auth: [{bearer: "{key}"}]
        tools:
          - {name: findOrders, description: a, effect: reads, request: {get: /}}
          - {name: listShops, description: a, effect: reads, data: public, request: {get: /}}
        aggregates:
          - {name: everything, description: b, ask: [{tool: findOrders}, {tool: listShops}]}

        """

    @Test func theScopeToAddIsNamed() async throws {
        let folder = NSTemporaryDirectory() + "torii-offered-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Self.file.write(toFile: folder + "/shop.yaml", atomically: true, encoding: .utf8)
        let hosts = try AllowedHosts(parsing: "127.0.0.1")
        try await TestServer.with { settings in
            settings.toolsFolder = folder
            settings.toolsHosts = hosts
        } _: { server async throws in
            let answer = try WireToolDefinitions(jsonValue: await server.admin(.get, "tools").json)
            let offered = Dictionary(answer.offered.map { ($0.tool, $0) }) { first, _ in first }
            func needs(_ tool: String) -> String? { offered[tool].map { "\($0.data.rawValue) \($0.scope ?? "–")" } }
            #expect(needs("searchWeb") == "public –" && needs("readOn") == "public –")
            #expect(needs("findContacts") == "caller –" && needs("fetchHealthData") == "caller –")
            #expect(needs("findOrders") == "operator tools:findOrders" && needs("listShops") == "public –")
            #expect(needs("everything") == "operator tools:everything")
            #expect(needs("deleteInventory") == "operator tools:deleteInventory")
            #expect(offered.values.filter(\.isForSharedInventory).count == 5)
            // The list of one server's tools is about that server.
            #expect(try await server.admin(.get, "tools?server=shop").json["offered"] == nil)
            // A client sees all of them, as before there were users.
            let listed = try await server.send(.get, "/v1/tools").json["tools"]?.arrayValue ?? []
            #expect(Set(listed.compactMap { $0["name"]?.stringValue }) == Set(offered.keys))
        }
    }
}
