import AgentTools
import DeclaredTools
import Foundation
import KeyVault
import Logging
import Phrasebook
import ToolDeclarations
import Transport

extension Services {
    /// Returns the files of declared tools, whose tools are offered from now on.
    ///
    /// The folder is read as it is at every later look, so a faulty file is left out and named and no file that a running server accepted
    /// prevents its next start.
    ///
    /// - Throws: `SettingsError` for a tool that cannot be made.
    static func toolFiles(
        settings: Settings,
        servers: ServerDeclarations,
        vault: KeyVault,
        client: HTTPClient,
        inUse: ToolFilesInUse,
        catalog: ToolCatalog,
        logger: Logger? = nil
    ) throws -> DeclaredToolFiles {
        // A file that arrives later must not have the keys of another upstream by its name.
        let reserved = Set(Upstream.all.map(\.name) + servers.names)
        do throws(DeclarationError) {
            let files = try DeclaredToolFiles(
                [],
                folder: settings.toolsFolder,
                catalog: catalog,
                inUse: inUse,
                otherUpstreams: reserved,
                serverFaults: servers.faults,
                in: DeclaredToolSurroundings(
                    client: client,
                    phrases: PhrasebookReader(),
                    hosts: settings.toolsHosts,
                    lease: { try await vault.lease($0.name, for: .tool($0.name), to: $0.keyDestinations) }
                ),
                note: { if let logger { log($0, logger) } }
            )
            if settings.toolsFolder != nil { files.refresh() }
            return files
        } catch {
            throw SettingsError(name: SettingName.toolsFolder.rawValue, message: error.description)
        }
    }

    private static func log(_ notice: DeclaredToolFiles.Notice, _ logger: Logger) {
        switch notice {
        case .loaded(let file, let tools):
            logger.notice(
                "The tools of a file are offered",
                metadata: [
                    "file": "\(file)", "tools": "\(tools.prefix(20).joined(separator: ", "))",
                    "count": "\(tools.count)",
                ]
            )
        case .removed(let file):
            logger.notice("The tools of a file that is gone are not offered any more", metadata: ["file": "\(file)"])
        case .faulty(let fault):
            logger.warning(
                "A file of tools is faulty; its earlier version stays in use, or it is left out",
                metadata: ["fault": "\(fault)"]
            )
        case .refused(let file, let tool):
            logger.warning(
                "A declared tool is not offered, because another tool has its name",
                metadata: ["file": "\(file)", "tool": "\(tool)"]
            )
        }
    }
}
