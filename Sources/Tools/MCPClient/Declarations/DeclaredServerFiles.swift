import AgentTools
import FileReading
import Foundation
package import ToolDeclarations

/// The folder of declarations.
package enum DeclaredServerFiles {
    private static let mostFiles = 64
    private static let mostBytes = 256 << 10
    private static let endings = ["yaml", "yml", "json"]

    /// Reads all declarations of a folder, in the order of their names.
    ///
    /// - Parameter reserved: The names that a server must not have: those of built-in upstreams.
    /// - Throws: The first ``DeclarationError``.
    package static func servers(
        in folder: String,
        reserved: Set<String> = []
    ) throws(DeclarationError) -> [MCPServerDeclaration] {
        let (servers, faults) = sound(in: folder, reserved: reserved)
        if let fault = faults.first { throw fault }
        return servers
    }

    /// Reads all declarations of a folder as ``servers(in:reserved:)`` does, and leaves out those with a fault.
    package static func sound(
        in folder: String,
        reserved: Set<String> = []
    ) -> (servers: [MCPServerDeclaration], faults: [DeclarationError]) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            let fault = DeclarationError(
                folder,
                "this folder cannot be read; create it, or remove the setting TORII_TOOLS_DIR"
            )
            return ([], [fault])
        }
        var servers: [MCPServerDeclaration] = []
        var faults: [DeclarationError] = []
        for name in names where !name.hasPrefix(".") {
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, endings.contains(parts[1].lowercased()) else { continue }
            guard servers.count < mostFiles else {
                faults.append(DeclarationError(folder, "it has more than \(mostFiles) declarations"))
                break
            }
            let path = "\(folder)/\(name)"
            // The folder has files of declared tools too, whose reader names the files that cannot be read.
            do throws(DeclarationError) { if try ToolFolder.text(at: path) != nil { continue } } catch { continue }
            do throws(DeclarationError) {
                let server = try server(String(parts[0]), at: path)
                guard !reserved.contains(server.name) else {
                    throw DeclarationError(
                        server.file,
                        "'\(server.name)' is the name of a built-in upstream; rename the file"
                    )
                }
                try check(server, beside: servers)
                servers.append(server)
            } catch {
                faults.append(error)
            }
        }
        return (servers, faults)
    }

    /// Reads one declaration, whose name is that of its file.
    ///
    /// - Throws: ``DeclarationError``.
    package static func server(at path: String) throws(DeclarationError) -> MCPServerDeclaration {
        let file = path.split(separator: "/").last ?? ""
        return try server(String(file.split(separator: ".").first ?? ""), at: path)
    }

    private static func server(_ name: String, at path: String) throws(DeclarationError) -> MCPServerDeclaration {
        let text: String
        do throws(RegularFile.Fault) { text = try RegularFile.text(of: path, upTo: mostBytes) } catch {
            throw DeclarationError(path, "the file \(error)")
        }
        return try MCPServerDeclaration(text, name: name, file: path)
    }

    private static func check(
        _ server: MCPServerDeclaration,
        beside others: [MCPServerDeclaration]
    ) throws(DeclarationError) {
        for other in others {
            guard other.name != server.name else {
                throw DeclarationError(server.file, "\(other.file) declares the same server; remove one of the files")
            }
            let (one, two) = ("\(server.prefix)_", "\(other.prefix)_")
            guard !one.hasPrefix(two), !two.hasPrefix(one) else {
                throw DeclarationError(
                    server.file,
                    "its prefix '\(server.prefix)' can be confused with '\(other.prefix)' of \(other.file); set another 'prefix'"
                )
            }
        }
    }
}
