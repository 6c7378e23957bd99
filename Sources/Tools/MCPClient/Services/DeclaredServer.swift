import AgentTools
import FoundationEssentials
import Signals
import StreamingJSON
import Synchronization
import ToolRecords

/// A declared server at work: it keeps the connection, lists the tools, and offers those that are accepted.
///
/// Tools of a server that is down stay offered, and their calls say that it cannot be reached.
final class DeclaredServer: Sendable {
    let declaration: MCPServerDeclaration
    private let connection: MCPConnection
    private let catalog: ToolCatalog
    private let store: any ToolDefinitionStore
    private let note: @Sendable (MCPServerNotice) -> Void
    private let now: @Sendable () -> Date
    private let accepted: @Sendable ([String]) async -> Void
    /// The signal that the list may have changed.
    private let changes = ChangeSignal()
    private let state: Mutex<MCPServerStatus>
    /// The digests of the accepted definitions that the offered tools come from, by tool; `nil` before the first list.
    private let accepts = Mutex<[String: String]?>(nil)
    /// The refusals that were reported, so that each list does not report them again.
    private let refusals = Mutex<Set<String>>([])
    /// The oddities that were reported.
    private let oddities = ReportedOnce()

    /// The time after which a list is requested again although nothing changed, which also shows whether the server is alive.
    private static let usualInterval: Duration = .seconds(600)
    /// The time after which a list is requested again if the announcements of changes failed.
    private static let intervalAfterFailure: Duration = .seconds(60)
    /// The least time between two lists, because a server may announce changes without end.
    private static let leastInterval: Duration = .seconds(1)

    init(
        _ declaration: MCPServerDeclaration,
        catalog: ToolCatalog,
        store: any ToolDefinitionStore,
        now: @escaping @Sendable () -> Date,
        accepted: @escaping @Sendable ([String]) async -> Void,
        note: @escaping @Sendable (MCPServerNotice) -> Void,
        connection: (MCPConnectionOptions) -> MCPConnection
    ) {
        self.declaration = declaration
        (self.catalog, self.store, self.now, self.note) = (catalog, store, now, note)
        self.accepted = accepted
        state = Mutex(
            MCPServerStatus(name: declaration.name, isUp: false, toolCount: 0, fault: MCPServerStatus.unasked)
        )
        self.connection = connection(
            MCPConnectionOptions(
                revision: declaration.revision,
                elicitation: { _ in MCPElicitationAnswer.decline },
                onToolsChanged: { [changes] in changes.raise() },
                onSessionEnded: { note(.output("it does not know its session any more, and another one is begun")) },
                onOddity: { [oddities] in if oddities.isNew($0) { note(.output($0)) } }
            )
        )
    }

    var status: MCPServerStatus { state.withLock { $0 } }

    /// Lists the tools again, because definitions were accepted.
    func refresh() { changes.raise() }

    /// Lists the tools again if another process has accepted definitions.
    func refresh(ifOther records: [ToolDefinitionRecord]) {
        let isSame = accepts.withLock { $0 == Self.digests(of: records) }
        if !isSame { refresh() }
    }

    private static func digests(of records: some Sequence<ToolDefinitionRecord>) -> [String: String] {
        var digests: [String: String] = [:]
        for record in records { digests[record.tool] = record.acceptedDigest }
        return digests
    }

    /// Keeps the tools up to date until the task is cancelled; then ends the session.
    @concurrent func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [connection] in await connection.run() }
            group.addTask { [self] in await listAgainAndAgain() }
            await group.waitForAll()
        }
        // The task is cancelled, and the end of the session is still to be sent.
        await Task { [connection] in await connection.close() }.value
    }

    private func listAgainAndAgain() async {
        var delay = RestartDelay()
        while !Task.isCancelled {
            let start = ContinuousClock.now
            do {
                try await publish()
                delay = RestartDelay()
                try await waitForChange()
                try await Task.sleep(for: max(.zero, Self.leastInterval - (.now - start)))
            } catch {
                guard !Task.isCancelled else { return }
                fail("\(error)")
                try? await Task.sleep(for: delay.next(after: .zero))
            }
        }
    }

    /// Waits until the server announces a change, or the usual interval is over.
    private func waitForChange() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [changes] in await changes.wait() }
            group.addTask { try await Task.sleep(for: Self.usualInterval) }
            group.addTask { [connection] in
                // A stream that ends or fails may have lost an announcement, so the list is requested again.
                switch try? await connection.listen() {
                case true?: try await Task.sleep(for: Self.leastInterval)
                case false?: try await Task.sleep(for: Self.usualInterval)
                case nil: try await Task.sleep(for: Self.intervalAfterFailure)
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func fail(_ fault: String) {
        let isNew = state.withLock { state in
            defer { (state.isUp, state.fault) = (false, fault) }
            return state.isUp || state.fault != fault
        }
        if isNew { note(.failed(fault)) }
    }
}

// MARK: - The list

extension DeclaredServer {
    /// Requests the list and offers its accepted tools.
    private func publish() async throws {
        let definitions = usable(try await connection.listTools(onlyUsable: false))
        let known = try await store.toolDefinitions(of: declaration.name).records
        let review = DefinitionReview(
            definitions.map { .init(tool: $0.serverName, digest: $0.digest, summary: $0.description) },
            of: declaration.name,
            known: known,
            acceptsFirst: declaration.acceptsFirst,
            at: now()
        )
        if !review.records.isEmpty { try await store.saveToolDefinitions(review.records) }
        accepts.withLock { $0 = Self.digests(of: known + review.records) }
        report(review)
        if review.isFirstSight { await accepted(review.records.map(\.tool)) }
        let tools = definitions.filter { review.offered.contains($0.serverName) }.map {
            MCPTool(definition: $0, declaration: declaration, connection: connection)
        }
        for name in catalog.replace(tools, of: declaration.name) {
            refuse(name, "another tool has this name, or one that reads like it")
        }
        let isNew = state.withLock { state in
            defer { (state.isUp, state.fault, state.toolCount) = (true, nil, tools.count) }
            return !state.isUp || state.toolCount != tools.count
        }
        if isNew { note(.ready(tools: tools.count)) }
    }

    /// Returns the definitions that can be offered, and reports the others.
    private func usable(_ list: [JSONObject]) -> [MCPToolDefinition] {
        var names: Set<String> = []
        var definitions: [MCPToolDefinition] = []
        for value in list {
            let shown = Self.shown(value["name"]?.stringValue ?? "?")
            if let only = declaration.only, !only.contains(value["name"]?.stringValue ?? "") { continue }
            do throws(MCPToolDefinition.Refusal) {
                let definition = try MCPToolDefinition(value, of: declaration.name, prefix: declaration.prefix)
                guard names.insert(definition.name).inserted else {
                    refuse(shown, "the server lists another tool of this name")
                    continue
                }
                definitions.append(definition)
            } catch {
                refuse(shown, error.reason)
            }
        }
        let listed = Set(list.compactMap { $0["name"]?.stringValue })
        for name in declaration.only?.subtracting(listed).sorted() ?? [] {
            refuse(name, "the declaration names it, and the server does not list it")
        }
        return definitions
    }

    /// Reports a refused tool once for each reason.
    private func refuse(_ tool: String, _ reason: String) {
        let isNew = refusals.withLock { refusals in
            refusals.count < 2 * ToolListPages.mostTools && refusals.insert("\(tool): \(reason)").inserted
        }
        if isNew { note(.refused(tool: tool, reason: reason)) }
    }

    private func report(_ review: DefinitionReview) {
        // Records exist only for definitions that are seen for the first time, so each is reported once.
        let fresh = Set(review.records.map(\.tool))
        if review.isFirstSight { return note(.accepted(tools: review.records.map { Self.shown($0.tool) })) }
        let new = review.new.filter(fresh.contains).map(Self.shown)
        let changed = review.changed.filter(fresh.contains).map(Self.shown)
        if !new.isEmpty { note(.withheldNew(tools: new)) }
        if !changed.isEmpty { note(.withheldChanged(tools: changed)) }
    }

    /// Returns a name for the operator, without the line breaks and invisible characters that a server may have written.
    private static func shown(_ name: String) -> String { TextLine(name, limit: 80).text }
}
