package import AgentTools
import Foundation
package import LanguageModels
package import StreamingJSON
import Synchronization
package import ToolDeclarations

extension DeclaredToolFiles {
    /// The reason why the folder was not changed.
    package enum ChangeFault: Error, Sendable {
        /// There is no folder.
        case noFolder
        /// A file cannot have this name.
        case invalidName
        /// There is no such file.
        case notFound
        /// The text cannot be used, or the others cannot without the file.
        case faulty(DeclarationError)
        /// The file has another text than the one that the change replaces.
        case outdated
        /// The folder could not be written.
        case notWritten(String)
    }

    /// Checks a text as a file of the folder beside the others, and changes nothing.
    ///
    /// - Parameters:
    ///   - text: The file's text.
    ///   - name: The file's name in the folder, such as `orders.yaml`.
    package func check(_ text: String, as name: String) throws(ChangeFault) -> ToolDeclarationFile {
        let path = try path(of: name)
        do throws(DeclarationError) {
            guard ToolFolder.declaresTools(text) else {
                throw DeclarationError(
                    path,
                    "the text has no 'torii: 1', so it declares no tools; the file of an MCP server is put into the folder by hand"
                )
            }
            let file = try ToolDeclarationFile(text, file: path)
            let others = inUse.files.filter { $0.file != path }
            try DeclarationSet.check(others + [file], beside: self.others)
            _ = try tools(of: file)
            return file
        } catch {
            throw .faulty(error)
        }
    }

    /// Whether there is a folder, so that files can be stored.
    package var hasFolder: Bool { folder != nil }

    /// Returns the present text of a file, which may be faulty.
    package func text(of name: String) throws(ChangeFault) -> String {
        let path = try path(of: name)
        guard status.contains(where: { $0.file == path }) else { throw .notFound }
        let text: String?
        do throws(DeclarationError) { text = try ToolFolder.text(at: path) } catch { throw .faulty(error) }
        guard let text else { throw .notFound }
        return text
    }

    /// Stores a file in the folder and offers its tools, unless it is faulty.
    ///
    /// - Parameter replaced: The digest of the text that it replaces; `nil` for whatever text there is.
    package func store(
        _ text: String,
        as name: String,
        replacing replaced: String? = nil
    ) throws(ChangeFault) -> ToolDeclarationFile {
        let file = try check(text, as: name)
        // The declaration of an MCP server has another kind, and would be lost.
        guard !FileManager.default.fileExists(atPath: file.file) || status.contains(where: { $0.file == file.file })
        else {
            throw .faulty(
                DeclarationError(file.file, "a file of this name declares no tools of an API; choose another name")
            )
        }
        try changing.withLock { _ throws(ChangeFault) in
            if let replaced, try ToolDeclarationFile.digest(of: self.text(of: name)) != replaced { throw .outdated }
            do {
                try Data(text.utf8).write(to: URL(fileURLWithPath: file.file), options: .atomic)
            } catch {
                throw .notWritten(file.file)
            }
        }
        refresh()
        return file
    }

    /// Removes a file from the folder and its tools, unless another file's tools ask them.
    package func remove(_ name: String) throws(ChangeFault) {
        let path = try path(of: name)
        guard status.contains(where: { $0.file == path }) else { throw .notFound }
        let rest = inUse.files.filter { $0.file != path }
        let known = Set(DeclarationSet.faults(of: inUse.files, beside: others))
        if let fault = DeclarationSet.faults(of: rest, beside: others).first(where: { !known.contains($0) }) {
            throw .faulty(fault)
        }
        try changing.withLock { _ throws(ChangeFault) in
            do { try FileManager.default.removeItem(atPath: path) } catch { throw .notWritten(path) }
        }
        refresh()
    }

    /// Calls a declared tool with the keys of the vault, to see what it answers.
    ///
    /// - Returns: `nil` if no file declares the tool.
    /// - Throws: `CancellationError`.
    package func attempt(
        _ tool: String,
        arguments: JSONValue,
        locale: String,
        timeZone: String
    ) async throws -> ToolOutcome? {
        guard inUse.toolNames.contains(tool) else { return nil }
        return try await catalog.current.call(
            tool,
            arguments: arguments,
            metadata: ["locale": GeneratedContent(locale), "time_zone": GeneratedContent(timeZone)]
        )
    }

    /// Whether a trial of a tool needs a confirmation, because it changes something or needs approval; `nil` if no file declares it.
    package func needsConfirmation(_ tool: String) -> Bool? {
        let tools = catalog.current
        guard inUse.toolNames.contains(tool), let found = tools.tool(named: tool) else { return nil }
        return !found.isReadOnly || tools.needsApproval(found)
    }

    /// The services that files declare.
    package var upstreams: [UpstreamDeclaration] { inUse.files.compactMap(\.upstream) }

    /// All tools of the server, of whatever kind, as they are now.
    package var offered: [any AgentTool] { catalog.current.tools }

    /// The names of all declared tools.
    package var toolNames: [String] { inUse.toolNames }

    /// Returns the tools that a tool asks in turn and no file declares.
    package func foreignTools(askedBy tool: String) -> [String] {
        let own = Set(inUse.toolNames)
        return catalog.current.tool(named: tool)?.askedTools.map(\.name).filter { !own.contains($0) } ?? []
    }

    private func path(of name: String) throws(ChangeFault) -> String {
        guard let folder else { throw .noFolder }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, ToolFolder.endings.contains(String(parts[1])), (1...64).contains(parts[0].utf8.count),
            parts[0].utf8.allSatisfy({ byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
                default: false
                }
            })
        else { throw .invalidName }
        return "\(folder)/\(name)"
    }
}
