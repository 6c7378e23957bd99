import Accounts
import AgentTools
import HTTPTypes
import OwnerLiterals
import Testing

@testable import APIDescription
@testable import AgentServer

@Suite struct RouteAccessTests {
    private static let toolPath = "/mcp/tools/:name"

    /// Method, route, tool in the path, scopes of the client, missing scope.
    @Test(arguments: [
        (HTTPRequest.Method.post, "/v1/chat", nil as String?, [Scope.chat], nil as Scope?),
        (.post, "/v1/chat", nil, [.extract, .allTools], .chat), (.post, "/v1/chat", nil, [.adminKeys], .chat),
        (.get, "/v1/runs/:run/events", nil, [.chat], nil), (.post, "/v1/extract", nil, [.chat], .extract),
        (.get, "/v1/runs/:run/events", nil, [.extract], nil), (.post, "/v1/extract", nil, [.extract], nil),
        (.get, "/v1/runs/:run", nil, [.allTools], nil), (.get, "/v1/runs", nil, [.tool("a")], nil),
        (.post, "/v1/runs/:run/cancel", nil, [.tool("a")], nil),
        (.post, "/v1/runs/:run/outputs", nil, [.allTools], .chat),
        (.get, "/v1/runs/:run/events", nil, [.adminRead, .adminKeys], .chat),
        (.get, "/v1/tools", nil, [.tool("a")], nil), (.get, "/v1/tools", nil, [.adminRead], .chat),
        (.post, toolPath, "a", [.tool("a")], nil), (.post, toolPath, "a", [.allTools], nil),
        (.post, toolPath, "b", [.tool("a"), .chat], .tool("b")), (.post, "/v1/tools/:name", "b", [.chat], .tool("b")),
        // A client that may call any tool may read the rest of its outputs.
        (.post, toolPath, "readOn", [.tool("a")], nil), (.post, toolPath, "readOn", [.allTools], nil),
        (.post, toolPath, "readOn", [.chat, .extract], .tool("readOn")),
        (.post, "/v1/health/samples", nil, [.tool("fetchHealthData")], nil),
        (.post, "/v1/health/samples", nil, [.allTools], nil),
        (.delete, "/v1/health/samples", nil, [.chat], .tool("fetchHealthData")),
        (.post, "/v1/health/samples", nil, [.extract, .tool("searchWeb"), .adminRead], .tool("fetchHealthData")),
        (.get, "/admin/upstreams", nil, [.adminRead], nil), (.get, "/admin/upstreams", nil, [.adminKeys], nil),
        (.get, "/admin/upstreams", nil, [.adminClients], .adminRead),
        (.post, "/admin/upstreams/:upstream/keys", nil, [.adminRead, .adminClients], .adminKeys),
        (.delete, "/admin/upstreams/:upstream/keys/:key", nil, [.adminKeys], nil),
        (.get, "/admin/clients", nil, [.adminClients], nil), (.get, "/admin/clients", nil, [.adminKeys], .adminRead),
        (.patch, "/admin/clients/:client", nil, [.adminKeys, .adminRead], .adminClients),
        (.get, "/admin/clients/:client/conversations/export", nil, [.adminRead, .adminKeys], .adminClients),
        (.get, "/admin/clients/:client/conversations", nil, [.adminClients], nil),
        (.get, "/admin/audit", nil, [.adminKeys, .adminClients], .adminRead),
        (.post, "/admin/vault/rewrap", nil, [.adminRead, .adminClients], .adminKeys),
        (.get, "/admin/clients/:client/users", nil, [.adminUsers], nil),
        (.get, "/admin/clients/:client/users", nil, [.adminRead, .adminClients], .adminUsers),
        (.patch, "/admin/clients/:client/users/:user", nil, [.adminUsers], nil),
        (.put, "/admin/clients/:client/users-settings", nil, [.adminUsers, .adminRead], .adminClients),
        (.delete, "/admin/clients/:client/users/:user", nil, [.adminClients], .adminUsers),
        (.get, "/admin/clients/:client/users/:user/export", nil, [.adminUsers], nil),
        (.delete, "/v1/users/self", nil, [.chat], nil), (.get, "/v1/users/self/export", nil, [.tool("a")], nil),
        (.get, "/v1/users/self", nil, [.chat], nil), (.get, "/v1/users/self", nil, [.adminUsers], .chat),
        (.get, "/metrics", nil, [.adminKeys, .chat], .adminRead), (.get, "/healthz", nil, [], nil),
    ])
    func routesNeedTheirScopes(
        method: HTTPRequest.Method,
        route: String,
        tool: String?,
        held: [Scope],
        missing: Scope?
    ) throws {
        let client = Principal(owner: "c", name: "c", scopes: Set(held))
        let endpoint = try #require(Endpoint.all.first { $0.method == method && $0.path == route })
        #expect(endpoint.access.missing(for: client, tool: tool, tools: ToolRegistry([])) == missing)
    }
}
