package import AgentTools
import Foundation
import LanguageModels
import StreamingJSON
import Synchronization
package import ToolDeclarations

/// The files of declared tools at work: their tools are in the catalog, and a changed file is taken up while calls under way end with
/// the old one.
package final class DeclaredToolFiles: Sendable {
    /// What the operator should know.
    package enum Notice: Sendable, Equatable {
        /// The tools of a file are offered.
        case loaded(file: String, tools: [String])
        /// The tools of a file that is gone are not offered any more.
        case removed(file: String)
        /// A file is faulty, and its earlier version stays in use.
        case faulty(DeclarationError)
        /// A tool is not offered, because another tool has its name.
        case refused(file: String, tool: String)
    }

    /// The state of one file.
    package struct Status: Sendable, Equatable {
        /// The file's path.
        package var file: String
        /// The names of its tools that are offered.
        package var tools: [String]
        /// The name of the service whose API its tools call; `nil` for none.
        package var upstream: String?
        /// The fault of its present text; `nil` if that is in use.
        package var fault: DeclarationError?
    }

    private struct State {
        var folder: ToolFolderState
        var stamps: [String: ToolFolder.Stamp] = [:]
        var folderFault: DeclarationError?
    }

    let folder: String?
    let catalog: ToolCatalog
    private let surroundings: DeclaredToolSurroundings
    let others: DeclarationSet.Surroundings
    let inUse: ToolFilesInUse
    /// Held while a change is made, so that two looks at the folder do not mix.
    let changing = Mutex(())
    private let note: @Sendable (Notice) -> Void
    /// The faults of the folder's declarations of servers, which are read at the start only.
    private let serverFaults: [DeclarationError]
    private let state: Mutex<State>

    /// The time between two looks at the folder.
    private static let interval: Duration = .seconds(2)

    /// Makes the tools of files and offers them.
    ///
    /// - Parameters:
    ///   - files: The files as they were read at the start.
    ///   - folder: The folder that is looked at for changes; `nil` for none.
    ///   - catalog: The catalog for the tools.
    ///   - inUse: Is kept up to date with the files whose tools are offered.
    ///   - otherUpstreams: The names of upstreams that no file may declare.
    ///   - serverFaults: The faults of the folder's declarations of servers.
    ///   - note: Receives what the operator should know.
    /// - Throws: ``DeclarationError`` if a tool cannot be made.
    package init(
        _ files: [ToolDeclarationFile],
        folder: String?,
        catalog: ToolCatalog,
        inUse: ToolFilesInUse = ToolFilesInUse(),
        otherUpstreams: Set<String> = [],
        serverFaults: [DeclarationError] = [],
        in surroundings: DeclaredToolSurroundings,
        note: @escaping @Sendable (Notice) -> Void = { _ in }
    ) throws(DeclarationError) {
        self.serverFaults = serverFaults
        (self.folder, self.catalog, self.surroundings, self.note) = (folder, catalog, surroundings, note)
        self.inUse = inUse
        others = DeclarationSet.Surroundings(
            tools: catalog.current.tools.map { DeclarationSet.OtherTool($0) },
            upstreams: otherUpstreams
        )
        var state = State(folder: ToolFolderState(files))
        for file in files { state.stamps[file.file] = ToolFolder.stamp(of: file.file) }
        self.state = Mutex(state)
        var tools: [String: [any AgentTool]] = [:]
        for file in files { tools[file.file] = try self.tools(of: file) }
        offer(tools, removed: [])
        inUse.replace(files)
    }

    /// The states of all files, and of the declarations of servers that were left out at the start and are still there.
    package var folderStatus: [Status] {
        let own = status
        let others = serverFaults.filter { fault in
            !own.contains { $0.file == fault.file } && ToolFolder.stamp(of: fault.file) != nil
        }
        return own + others.map { Status(file: $0.file, tools: [], fault: $0) }
    }

    /// The states of all files.
    package var status: [Status] {
        let (state, folderFault) = state.withLock { ($0.folder, $0.folderFault) }
        let whole = folderFault.map { [Status(file: $0.file, tools: [], fault: $0)] } ?? []
        let paths = Set(state.good.keys).union(state.faults.keys)
        return whole
            + paths.sorted().map { path in
                let file = state.good[path]
                return Status(
                    file: path,
                    tools: file.map { $0.tools.map(\.name) + $0.aggregates.map(\.name) } ?? [],
                    upstream: file?.upstream?.name,
                    fault: state.faults[path]
                )
            }
    }

    /// Takes up changes of the folder until the task is cancelled.
    package func run() async {
        guard folder != nil else { return }
        while !Task.isCancelled {
            // Files are changed by editors and by other machines' mounts, which do not always announce it.
            try? await Task.sleep(for: Self.interval)
            guard !Task.isCancelled else { return }
            await ToolFileWork.run { self.refresh() }
        }
    }

    /// Looks at the folder and takes up what changed.
    package func refresh() { changing.withLock { _ in look() } }

    private func look() {
        guard let folder, let paths = paths(in: folder) else { return }
        var stamps: [String: ToolFolder.Stamp] = [:]
        for path in paths { stamps[path] = ToolFolder.stamp(of: path) }
        let known = state.withLock(\.stamps)
        guard stamps != known else { return }
        var readings: [String: ToolFolder.Reading] = [:]
        var present: [String] = []
        for path in paths {
            guard stamps[path] != known[path] else {
                present.append(path)
                continue
            }
            do throws(DeclarationError) {
                // A file that became another kind of declaration has no tools any more.
                guard let text = try ToolFolder.text(at: path) else { continue }
                present.append(path)
                readings[path] = .success(try ToolDeclarationFile(text, file: path))
            } catch {
                if !present.contains(path) { present.append(path) }
                readings[path] = .failure(error)
            }
        }
        take(readings, present, stamps)
    }

    /// Returns the declarations; `nil` if the folder cannot be read, which is said once.
    private func paths(in folder: String) -> [String]? {
        do throws(DeclarationError) {
            let paths = try ToolFolder.paths(in: folder)
            state.withLock { $0.folderFault = nil }
            return paths
        } catch {
            let isNew = state.withLock { state in
                defer { state.folderFault = error }
                return state.folderFault != error
            }
            if isNew { note(.faulty(error)) }
            return nil
        }
    }

    private func take(
        _ readings: [String: ToolFolder.Reading],
        _ paths: [String],
        _ stamps: [String: ToolFolder.Stamp]
    ) {
        let (change, earlier) = state.withLock { state in
            let earlier = state.folder.good
            state.stamps = stamps
            return (state.folder.update(readings, paths: paths, beside: others), earlier)
        }
        for fault in change.faults { note(.faulty(fault)) }
        var tools: [String: [any AgentTool]] = [:]
        for file in change.loaded {
            do throws(DeclarationError) {
                tools[file.file] = try self.tools(of: file)
            } catch {
                state.withLock { $0.folder.reject(file, for: earlier[file.file], error) }
                note(.faulty(error))
            }
        }
        offer(tools, removed: change.removed)
        inUse.replace(state.withLock { $0.folder.files })
    }

    func tools(of file: ToolDeclarationFile) throws(DeclarationError) -> [any AgentTool] {
        var tools: [any AgentTool] = try DeclaredTools.tools(of: file, in: surroundings)
        for aggregate in file.aggregates {
            tools.append(
                try AggregateTool(aggregate, file: file.file, phrases: surroundings.phrases) { [weak catalog] in
                    catalog?.current.tool(named: $0)
                }
            )
        }
        return tools
    }

    /// Replaces the tools of all files that changed at once.
    private func offer(_ tools: [String: [any AgentTool]], removed: [String]) {
        var changes = tools
        for path in removed { changes[path] = [] }
        guard !changes.isEmpty else { return }
        let refused = catalog.replace(changes)
        for path in removed { note(.removed(file: path)) }
        for (path, tools) in tools.sorted(by: { $0.key < $1.key }) {
            let refused = refused[path] ?? []
            for tool in refused { note(.refused(file: path, tool: tool)) }
            note(.loaded(file: path, tools: tools.map(\.name).filter { !refused.contains($0) }))
        }
    }
}

extension DeclarationSet.OtherTool {
    fileprivate init(_ tool: any AgentTool) {
        let properties = tool.parameters.jsonValue["properties"]?.objectValue ?? [:]
        self.init(name: tool.name, isReadOnly: tool.isReadOnly, arguments: Set(properties.keys))
    }
}
