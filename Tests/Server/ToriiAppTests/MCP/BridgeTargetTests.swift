import ModelContextProtocol
import Secrets
import StreamingJSON
import Testing
import Transport

@testable import ToriiApp

@Suite struct BridgeTargetTests {
    private let token = SecretString("torii_token")

    @Test(arguments: [
        ("https://torii.example", "https://torii.example/mcp"), ("https://torii.example/", "https://torii.example/mcp"),
        ("https://torii.example/mcp", "https://torii.example/mcp"),
        ("https://example.org/torii/", "https://example.org/torii/mcp"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080/mcp"), ("http://[::1]:8080", "http://[::1]:8080/mcp"),
    ])
    func theURLMayHaveThePath(base: String, url: String) throws {
        #expect(try BridgeTarget(base, token: token).url == url)
    }

    @Test(arguments: [
        "http://torii.example", "http://127.0.0.1.example", "https://me@torii.example", "https://torii.example?a=b",
        "ftp://torii.example", "torii.example", "",
    ])
    func aURLThatExposesTheTokenIsRefused(base: String) {
        #expect(throws: SettingsError.self) { try BridgeTarget(base, token: token) }
    }

    @Test(arguments: [
        ("plain", "plain"), ("with space", "with space"), (" edge", "=?base64?IGVkZ2U=?="),
        ("倉庫", "=?base64?5YCJ5bqr?="),
        ("=?base64?x?=", "=?base64?PT9iYXNlNjQ/eD89?="), ("a\nb", "=?base64?YQpi?="), ("", ""),
    ])
    func aTextThatNoFieldCanHaveIsEncoded(text: String, value: String) {
        #expect(BridgeTarget.fieldValue(text) == value)
    }

    @Test func aRequestWithoutASessionRepeatsItselfInTheHeader() throws {
        let target = try BridgeTarget("https://torii.example", token: token)
        let call = RPCRequest(
            id: .integer(1),
            method: "tools/call",
            [
                "name": "getInventory",
                "_meta": ["io.modelcontextprotocol/protocolVersion": "2026-07-28"],
            ]
        )
        let request = target.request(.request(call), in: .init(id: "s", revision: "2025-11-25"))
        #expect(request.headers["MCP-Protocol-Version"] == "2026-07-28")
        #expect(request.headers["Mcp-Method"] == "tools/call")
        #expect(request.headers["Mcp-Name"] == "getInventory")
        #expect(request.headers["Mcp-Session-Id"] == nil)
        #expect(request.headers.fields.first { $0.name == "Authorization" }?.value == .secret(token, prefix: "Bearer "))
    }

    @Test func aRequestInASessionNamesIt() throws {
        let target = try BridgeTarget("https://torii.example", token: nil)
        let call = RPCRequest(id: .integer(1), method: "tools/list")
        let request = target.request(.request(call), in: .init(id: "s", revision: "2025-11-25"))
        #expect(request.headers["MCP-Protocol-Version"] == "2025-11-25")
        #expect(request.headers["Mcp-Session-Id"] == "s")
        #expect(request.headers["Mcp-Method"] == nil)
        #expect(!request.headers.contains("Authorization"))
    }
}
