import AgentTools
import Foundation
import ToolDeclarations
import Transport

/// The report of a check of files with declared tools.
public struct ToolFileReport: Sendable, Equatable {
    /// The lines for people: the faults and warnings with their places, and what each file declares.
    public private(set) var lines: [String] = []
    /// Whether a file cannot be used.
    public private(set) var isFaulty = false

    /// Checks files.
    ///
    /// - Parameters:
    ///   - paths: Files, and folders whose files are checked; empty for the folder of the settings.
    ///   - environment: The settings of the folder and of the hosts that tools may reach.
    public init(checking paths: [String], environment: [String: String]) async {
        var paths = paths
        if paths.isEmpty {
            guard let folder = environment[SettingName.toolsFolder.rawValue], !folder.isEmpty else {
                fail("There is nothing to check. Name files or folders, or set \(SettingName.toolsFolder.rawValue).")
                return
            }
            paths = [folder]
        }
        var hosts = AllowedHosts.publicHosts
        if let text = environment[SettingName.toolsHosts.rawValue] {
            do throws(AllowedHosts.Fault) { hosts = try AllowedHosts(parsing: text) } catch {
                fail("\(SettingName.toolsHosts.rawValue): \(error.message)")
                return
            }
        }
        let client = HTTPClient()
        check(paths, DeclaredToolSurroundings(client: client, hosts: hosts))
        await client.shutdown()
    }

    private mutating func fail(_ line: String) {
        lines.append(line)
        isFaulty = true
    }

    private mutating func check(_ paths: [String], _ surroundings: DeclaredToolSurroundings) {
        var files: [ToolDeclarationFile] = []
        for path in paths {
            do throws(DeclarationError) {
                for file in try ToolFolder.paths(ofFilesAt: path) {
                    do throws(DeclarationError) {
                        guard let checked = try self.file(file, surroundings) else { continue }
                        files.append(checked)
                    } catch {
                        fail("\(error)")
                    }
                }
            } catch {
                fail("\(error)")
            }
        }
        for fault in DeclarationSet.faults(
            of: files,
            beside: DeclarationSet.Surroundings(tools: BuiltInTools.names, upstreams: Set(Upstream.all.map(\.name)))
        ) { fail("\(fault)") }
        if lines.isEmpty { lines.append("There are no declarations here.") }
    }

    private mutating func file(
        _ path: String,
        _ surroundings: DeclaredToolSurroundings
    ) throws(DeclarationError) -> ToolDeclarationFile? {
        guard let text = try ToolFolder.text(at: path) else {
            let server = try DeclaredServerFiles.server(at: path)
            lines.append("\(path): ok, the MCP server \(server.name)")
            return nil
        }
        let file = try ToolDeclarationFile(text, file: path)
        _ = try DeclaredTools.tools(of: file, in: surroundings)
        for warning in file.warnings { lines.append("\(warning) (warning)") }
        let count = file.tools.count + file.aggregates.count
        let service = file.upstream.map { " of \($0.name)" } ?? ""
        lines.append("\(path): ok, \(count) \(count == 1 ? "tool" : "tools")\(service)")
        return file
    }
}

/// The tools that files may ask besides their own.
enum BuiltInTools {
    static let names = [
        DeclarationSet.OtherTool(name: "searchWeb", isReadOnly: true, arguments: ["query", "maxResults"]),
        DeclarationSet.OtherTool(name: "getCurrentWeather", isReadOnly: true, arguments: ["city", "days"]),
        DeclarationSet.OtherTool(name: "readWebPage", isReadOnly: true, arguments: ["url", "part"]),
    ]
}
