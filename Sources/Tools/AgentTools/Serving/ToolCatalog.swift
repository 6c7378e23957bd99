import LanguageModels
import Signals
import Synchronization

/// The tools that calls may use: built-in ones, and those of declared servers, which change while Torii runs.
///
/// A turn reads ``current`` once, so it ends with the tools that it started with.
public final class ToolCatalog: Sendable {
    private struct State {
        var current: ToolRegistry
        /// The number of changes so far.
        var generation = 0
        var tools: [String: [any AgentTool]] = [:]
        /// The schemas of each server's tools.
        var schemas: [String: [String: KeptToolSchema]] = [:]
    }

    /// The built-in tools.
    private let own: ToolRegistry
    /// Their names, folded.
    private let reserved: Set<String>
    private let state: Mutex<State>
    private let readers = Broadcast<Void>()

    /// Makes a catalog of the built-in tools.
    public init(_ own: ToolRegistry) {
        self.own = own
        reserved = Set(own.names.map(Self.folded) + [Self.folded(ReadOn.toolName)])
        state = Mutex(State(current: own))
    }

    /// The tools at this moment.
    public var current: ToolRegistry { state.withLock(\.current) }

    /// The tools at this moment, with the number of changes before it.
    public var snapshot: (tools: ToolRegistry, generation: Int) { state.withLock { ($0.current, $0.generation) } }

    /// Replaces all tools of a declared server.
    ///
    /// A tool is refused if its name reads like that of another tool. A declared server therefore never answers a call that is
    /// meant for another tool.
    ///
    /// - Returns: The names of the refused tools.
    @discardableResult
    public func replace(_ tools: [any AgentTool], of server: String) -> [String] {
        replace([server: tools])[server] ?? []
    }

    /// Replaces all tools of several declared servers at once, so that a tool can move from one to another.
    ///
    /// - Returns: The names of the refused tools, by server.
    @discardableResult
    public func replace(_ changes: [String: [any AgentTool]]) -> [String: [String]] {
        let schemas = changes.mapValues { tools in
            Dictionary(tools.map { ($0.name, KeptToolSchema(of: $0)) }) { first, _ in first }
        }
        let refused = state.withLock { state in
            let others = state.tools.filter { changes[$0.key] == nil }
            var names = Set(others.values.joined().map { Self.folded($0.name) })
            var refused: [String: [String]] = [:]
            for (server, tools) in changes.sorted(by: { $0.key < $1.key }) {
                state.tools[server] = tools.filter { tool in
                    if !reserved.contains(Self.folded(tool.name)), names.insert(Self.folded(tool.name)).inserted {
                        return true
                    }
                    refused[server, default: []].append(tool.name)
                    return false
                }
                state.schemas[server] = schemas[server]?.filter { !(refused[server] ?? []).contains($0.key) }
            }
            let declared = state.tools.sorted { $0.key < $1.key }.flatMap(\.value)
            state.current = own.adding(declared, state.schemas.values)
            state.generation += 1
            return refused
        }
        readers.notify(())
        return refused
    }

    /// Returns the changes of the catalog from now on; several changes in a row may arrive as one.
    public func changes() -> AsyncStream<Void> { readers.stream(buffering: .bufferingNewest(1)) { $0 } }

    /// Returns a name as a person reads it: without case and separators.
    static func folded(_ name: String) -> String {
        String(name.lowercased().filter { $0 != "_" && $0 != "-" })
    }
}
