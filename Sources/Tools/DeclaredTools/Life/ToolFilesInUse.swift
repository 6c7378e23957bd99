package import ToolDeclarations
import Synchronization

/// The files of tools that are offered now, for the parts that must follow their changes.
package final class ToolFilesInUse: Sendable {
    private let state: Mutex<[ToolDeclarationFile]>

    package init(_ files: [ToolDeclarationFile] = []) { state = Mutex(files) }

    /// The files, in the order of their names.
    package var files: [ToolDeclarationFile] { state.withLock { $0 } }

    /// The names of all tools of the files.
    package var toolNames: [String] { files.flatMap { $0.tools.map(\.name) + $0.aggregates.map(\.name) } }

    /// The names of the services whose calls need a key.
    package var keyedUpstreams: Set<String> {
        Set(files.compactMap(\.upstream).filter(\.needsKey).map(\.name))
    }

    /// Returns the declaration of a service; `nil` if no file declares it.
    package func upstream(_ name: String) -> UpstreamDeclaration? {
        files.lazy.compactMap(\.upstream).first { $0.name == name }
    }

    func replace(_ files: [ToolDeclarationFile]) { state.withLock { $0 = files } }
}
