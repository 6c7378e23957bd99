import Foundation
package import KeyLeasing
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
        /// The number of its tools that are offered.
        package var tools: Int
        /// The fault of its present text; `nil` if that is in use.
        package var fault: DeclarationError?
    }

    private struct State {
        var folder: ToolFolderState
        var stamps: [String: ToolFolder.Stamp] = [:]
    }

    private let folder: String?
    private let catalog: ToolCatalog
    private let surroundings: DeclaredToolSurroundings
    private let others: [DeclarationSet.OtherTool]
    private let note: @Sendable (Notice) -> Void
    private let state: Mutex<State>

    /// The time between two looks at the folder.
    private static let interval: Duration = .seconds(2)

    /// Makes the tools of files and offers them.
    ///
    /// - Parameters:
    ///   - files: The files as they were read at the start.
    ///   - folder: The folder that is looked at for changes; `nil` for none.
    ///   - catalog: The catalog for the tools.
    ///   - note: Receives what the operator should know.
    /// - Throws: ``DeclarationError`` if a tool cannot be made.
    package init(
        _ files: [ToolDeclarationFile],
        folder: String?,
        catalog: ToolCatalog,
        in surroundings: DeclaredToolSurroundings,
        note: @escaping @Sendable (Notice) -> Void = { _ in }
    ) throws(DeclarationError) {
        (self.folder, self.catalog, self.surroundings, self.note) = (folder, catalog, surroundings, note)
        others = catalog.current.tools.map { DeclarationSet.OtherTool($0) }
        var state = State(folder: ToolFolderState(files))
        for file in files { state.stamps[file.file] = ToolFolder.stamp(of: file.file) }
        self.state = Mutex(state)
        for file in files { offer(file, try tools(of: file)) }
    }

    /// The states of all files.
    package var status: [Status] {
        let state = state.withLock(\.folder)
        let paths = Set(state.good.keys).union(state.faults.keys)
        return paths.sorted().map { path in
            let file = state.good[path]
            return Status(
                file: path,
                tools: (file?.tools.count ?? 0) + (file?.aggregates.count ?? 0),
                fault: state.faults[path]
            )
        }
    }

    /// The names of the services whose calls need a key.
    package var keyedUpstreams: [String] {
        let files = state.withLock { $0.folder.good.values.compactMap(\.upstream) }
        return Set(files.filter(\.needsKey).map(\.name)).sorted()
    }

    /// Returns the checker of a service's keys; `nil` if no file declares the service.
    package func checker(of upstream: String) -> (any KeyChecker)? {
        let declaration = state.withLock { state in
            state.folder.good.values.compactMap(\.upstream).first { $0.name == upstream }
        }
        return declaration.map { DeclaredKeyChecker($0, in: surroundings) }
    }

    /// Takes up changes of the folder until the task is cancelled.
    package func run() async {
        guard folder != nil else { return }
        while !Task.isCancelled {
            // Files are changed by editors and by other machines' mounts, which do not always announce it.
            try? await Task.sleep(for: Self.interval)
            guard !Task.isCancelled else { return }
            refresh()
        }
    }

    /// Looks at the folder and takes up what changed.
    package func refresh() {
        guard let folder, let paths = try? ToolFolder.paths(in: folder) else { return }
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
        for path in change.removed {
            catalog.replace([], of: path)
            note(.removed(file: path))
        }
        for fault in change.faults { note(.faulty(fault)) }
        for file in change.loaded {
            do throws(DeclarationError) {
                offer(file, try tools(of: file))
            } catch {
                state.withLock { $0.folder.reject(file, for: earlier[file.file], error) }
                note(.faulty(error))
            }
        }
    }

    private func tools(of file: ToolDeclarationFile) throws(DeclarationError) -> [any AgentTool] {
        var tools: [any AgentTool] = try DeclaredTools.tools(of: file, in: surroundings)
        for aggregate in file.aggregates {
            tools.append(
                try AggregateTool(aggregate, file: file.file) { [weak catalog] in catalog?.current.tool(named: $0) }
            )
        }
        return tools
    }

    private func offer(_ file: ToolDeclarationFile, _ tools: [any AgentTool]) {
        let refused = catalog.replace(tools, of: file.file)
        for tool in refused { note(.refused(file: file.file, tool: tool)) }
        note(.loaded(file: file.file, tools: tools.map(\.name).filter { !refused.contains($0) }))
    }
}

extension DeclarationSet.OtherTool {
    fileprivate init(_ tool: any AgentTool) {
        let properties = tool.parameters.jsonValue["properties"]?.objectValue ?? [:]
        self.init(name: tool.name, isReadOnly: tool.isReadOnly, arguments: Set(properties.keys))
    }
}
