public import StreamingJSON

/// The tools, resources and prompts for one caller, in the form of the wire.
///
/// Functions throw ``RPCError`` for what the caller did wrong, `CancellationError`, or any error for a failure of the server, whose text
/// the caller does not receive.
public protocol MCPOffer: Sendable {
    /// The caller, by a name that no other caller has; sessions and sealed states belong to it.
    var owner: String { get }
    /// The server's name and version.
    var server: Implementation { get }
    /// Hints for a model that uses the server; `nil` for none.
    var instructions: String? { get }
    /// The offered parts.
    var capabilities: ServerCapabilities { get }

    /// Returns the definitions of the tools, in a fixed order.
    func tools() async throws -> [JSONObject]
    /// Returns the schema of a tool's arguments if some of them are repeated in the header (`x-mcp-header`); `nil` if none is.
    func inputSchema(of tool: String) async throws -> JSONValue?
    /// Calls a tool; a failure of the tool is a result with `isError`.
    func callTool(_ call: ToolCall, _ exchange: MCPExchange) async throws -> MCPReply

    /// Returns a page of the resources, after the place that an earlier page named.
    func resources(after place: String?) async throws -> MCPPage
    /// Returns the templates of resources.
    func resourceTemplates() async throws -> [JSONObject]
    /// Reads a resource: `contents`.
    func readResource(_ uri: String, _ exchange: MCPExchange) async throws -> MCPReply

    /// Whether the caller has a resource, whose changes it may want to know of.
    func hasResource(_ uri: String) async throws -> Bool

    /// Returns the definitions of the prompts.
    func prompts() async throws -> [JSONObject]
    /// Returns a prompt: `messages`.
    func prompt(_ name: String, _ arguments: [String: String], _ exchange: MCPExchange) async throws -> MCPReply

    /// Returns the values that start with a text, best first.
    func complete(
        _ reference: CompletionReference,
        argument: String,
        prefix: String,
        others: [String: String]
    ) async throws -> [String]

    /// Returns the changes from now on; the stream ends with its reader.
    ///
    /// - Parameter isWanted: Whether the changes of a resource, by its URI, are wanted; asked at each change.
    func changes(ofResources isWanted: @escaping @Sendable (String) -> Bool) -> AsyncStream<MCPChange>

    /// Returns the scope that the caller lacks for a request; `nil` if it may make it.
    func missingScope(for method: String, _ params: JSONObject) -> String?
}

extension MCPOffer {
    /// None.
    public var instructions: String? { nil }
    /// None.
    public func inputSchema(of tool: String) async throws -> JSONValue? { nil }
    /// None.
    public func resources(after place: String?) async throws -> MCPPage { MCPPage([]) }
    /// None.
    public func resourceTemplates() async throws -> [JSONObject] { [] }
    /// There is no such resource.
    public func readResource(_ uri: String, _ exchange: MCPExchange) async throws -> MCPReply {
        throw RPCError.noResource(uri)
    }
    /// Any.
    public func hasResource(_ uri: String) async throws -> Bool { true }
    /// None.
    public func prompts() async throws -> [JSONObject] { [] }
    /// There is no such prompt.
    public func prompt(_ name: String, _ arguments: [String: String], _ exchange: MCPExchange) async throws -> MCPReply
    {
        throw RPCError.invalid("there is no prompt named \(name.prefix(80)); prompts/list names them")
    }
    /// None.
    public func complete(
        _ reference: CompletionReference,
        argument: String,
        prefix: String,
        others: [String: String]
    ) async throws -> [String] { [] }
    /// None.
    public func changes(ofResources isWanted: @escaping @Sendable (String) -> Bool) -> AsyncStream<MCPChange> {
        AsyncStream { _ in }
    }
    /// None.
    public func missingScope(for method: String, _ params: JSONObject) -> String? { nil }
}

/// A part of a long list.
public struct MCPPage: Sendable {
    /// The elements.
    public var elements: [JSONObject]
    /// The place after which the next page starts; `nil` for the last page.
    public var next: String?

    /// Makes a page.
    public init(_ elements: [JSONObject], next: String? = nil) { (self.elements, self.next) = (elements, next) }
}

/// A change of what a server offers.
public enum MCPChange: Sendable, Hashable {
    /// The list of tools.
    case tools
    /// The list of prompts.
    case prompts
    /// The list of resources.
    case resources
    /// The content of one resource.
    case resource(String)

    /// The notification of the change.
    public var notification: RPCNotification {
        switch self {
        case .tools: RPCNotification("notifications/tools/list_changed")
        case .prompts: RPCNotification("notifications/prompts/list_changed")
        case .resources: RPCNotification("notifications/resources/list_changed")
        case .resource(let uri): RPCNotification("notifications/resources/updated", ["uri": .string(uri)])
        }
    }
}

/// The parts that a server offers.
public struct ServerCapabilities: Sendable, Equatable {
    /// Whether there are prompts.
    public var hasPrompts: Bool
    /// Whether there are resources.
    public var hasResources: Bool
    /// Whether arguments can be completed.
    public var hasCompletions: Bool
    /// Whether the lists may change.
    public var hasListChanges: Bool

    /// Makes capabilities; there are always tools and log messages.
    public init(
        hasPrompts: Bool = false,
        hasResources: Bool = false,
        hasCompletions: Bool = false,
        hasListChanges: Bool = false
    ) {
        (self.hasPrompts, self.hasResources) = (hasPrompts, hasResources)
        (self.hasCompletions, self.hasListChanges) = (hasCompletions, hasListChanges)
    }

    /// The capabilities in JSON.
    public var jsonObject: JSONObject {
        let changes: JSONObject = hasListChanges ? ["listChanged": true] : [:]
        var object: JSONObject = ["logging": [:], "tools": .object(changes)]
        if hasPrompts { object["prompts"] = .object(changes) }
        if hasResources {
            var resources = changes
            if hasListChanges { resources["subscribe"] = true }
            object["resources"] = .object(resources)
        }
        if hasCompletions { object["completions"] = [:] }
        return object
    }
}
