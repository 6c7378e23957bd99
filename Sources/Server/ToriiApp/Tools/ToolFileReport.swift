import AgentTools
import DeclaredTools
import MCPClient
import Configuration
import Foundation
import Phrasebook
import SystemPackage
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
    ///   - environmentFile: A file with settings that the environment does not have; `nil` for none.
    public init(checking paths: [String], environment: [String: String], environmentFile: String? = nil) async {
        var providers: [any ConfigProvider] = [EnvironmentVariablesProvider(environmentVariables: environment)]
        do {
            if let environmentFile {
                if let fault = EnvironmentFile(environmentFile).fault { throw fault }
                let path = FilePath(environmentFile)
                providers.append(try await EnvironmentVariablesProvider(environmentFilePath: path, allowMissing: true))
            }
        } catch {
            fail(
                (error as? SettingsError)?.description
                    ?? "\(environmentFile ?? ""): the file cannot be read; check its permissions"
            )
            return
        }
        let values = SettingValues(reader: ConfigReader(providers: providers))
        var paths = paths
        if paths.isEmpty {
            guard let folder = values.string(.toolsFolder), !folder.isEmpty else {
                fail("There is nothing to check. Name files or folders, or set \(SettingName.toolsFolder.rawValue).")
                return
            }
            paths = [folder]
        }
        var hosts = AllowedHosts.publicHosts
        if let text = values.string(.toolsHosts) {
            do throws(AllowedHosts.Fault) { hosts = try AllowedHosts(parsing: text) } catch {
                fail("\(SettingName.toolsHosts.rawValue): \(error.message)")
                return
            }
        }
        let client = HTTPClient()
        check(paths, DeclaredToolSurroundings(client: client, phrases: PhrasebookReader(), hosts: hosts))
        await client.shutdown()
    }

    private mutating func fail(_ line: String) {
        lines.append(line)
        isFaulty = true
    }

    private mutating func check(_ paths: [String], _ surroundings: DeclaredToolSurroundings) {
        var files: [ToolDeclarationFile] = []
        // The final report on each file: that it is sound, or all of its faults.
        var sound: [(file: String, line: String)] = []
        var faults: [DeclarationError] = []
        for path in paths {
            do throws(DeclarationError) {
                for file in try ToolFolder.paths(ofFilesAt: path) {
                    do throws(DeclarationError) {
                        sound.append((file, try line(about: file, surroundings, &files)))
                    } catch {
                        faults += error.all
                    }
                }
            } catch {
                faults += error.all
            }
        }
        // Names that a faulty file declares are not known, so nothing is reported about their uses.
        if faults.isEmpty {
            faults += DeclarationSet.faults(
                of: files,
                beside: DeclarationSet.Surroundings(
                    tools: OtherTools.names,
                    upstreams: Set(Upstream.all.map(\.name))
                )
            )
        }
        for fault in faults { fail("\(fault)") }
        for file in files { for warning in file.warnings { lines.append("\(warning) (warning)") } }
        let faulty = Set(faults.map(\.file))
        for (file, line) in sound where !faulty.contains(file) { lines.append(line) }
        if lines.isEmpty { lines.append("There are no declarations here.") }
    }

    private func line(
        about path: String,
        _ surroundings: DeclaredToolSurroundings,
        _ files: inout [ToolDeclarationFile]
    ) throws(DeclarationError) -> String {
        guard let text = try ToolFolder.text(at: path) else {
            return "\(path): ok, the MCP server \(try DeclaredServerFiles.server(at: path).name)"
        }
        let file = try ToolDeclarationFile(text, file: path)
        var faults: [DeclarationError] = []
        do throws(DeclarationError) { _ = try DeclaredTools.tools(of: file, in: surroundings) } catch {
            faults.append(error)
        }
        for aggregate in file.aggregates {
            do throws(DeclarationError) {
                _ = try AggregateTool(aggregate, file: path, phrases: surroundings.phrases) { _ in nil }
            } catch {
                faults.append(error)
            }
        }
        if let fault = DeclarationError(faults) { throw fault }
        files.append(file)
        let count = file.tools.count + file.aggregates.count
        let service = file.upstream.map { " of \($0.name)" } ?? ""
        return "\(path): ok, \(count) \(count == 1 ? "tool" : "tools")\(service)"
    }
}

/// The tools that files may ask besides their own.
enum OtherTools {
    static let names = [
        DeclarationSet.OtherTool(name: "searchWeb", isReadOnly: true, arguments: ["query", "maxResults"]),
        DeclarationSet.OtherTool(name: "getCurrentWeather", isReadOnly: true, arguments: ["city", "days"]),
        DeclarationSet.OtherTool(name: "readWebPage", isReadOnly: true, arguments: ["url", "part"]),
    ]
}
