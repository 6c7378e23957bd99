import Accounts
import AgentRuntime
import AgentServer
import MCPClient
import FileReading
import Foundation
import KeyVault
import Logging
import ModelTable
import ToolDeclarations
import Transport

/// The files and folders that settings name.
///
/// They are read by the parts that need them and not with the settings, so that a fault in one stops neither a backup nor the rotation of a
/// key.
extension Settings {
    /// Returns the settings with the facts about models in the operator's file over those of the program, and the instructions of a file.
    ///
    /// - Throws: ``SettingsError`` if a file is missing or cannot be used.
    public func readingFiles() throws(SettingsError) -> Settings {
        var settings = try readingModelFile()
        if let path = instructionsFile { settings.instructions = try Self.instructions(in: path) }
        return settings
    }

    /// Returns the settings with the facts about models in the operator's file over those of the program.
    ///
    /// - Throws: ``SettingsError`` if the file is missing or cannot be used.
    public func readingModelFile() throws(SettingsError) -> Settings {
        guard let path = modelFile else { return self }
        var settings = self
        settings.modelTable = try modelTable(with: path)
        return settings
    }

    /// Returns the content of the file that a setting names.
    private static func bytes(
        of name: SettingName,
        in path: String,
        upTo limit: Int
    ) throws(SettingsError) -> [UInt8] {
        do throws(RegularFile.Fault) {
            return try RegularFile.bytes(of: path, upTo: limit)
        } catch {
            throw SettingsError(name: name.rawValue, message: "the file '\(path)' \(error)")
        }
    }

    private static func instructions(in path: String) throws(SettingsError) -> ServerInstructions {
        let bytes = try bytes(of: .instructions, in: path, upTo: ServerInstructions.longest)
        guard let text = String(validating: bytes, as: UTF8.self),
            let instructions = ServerInstructions(text.trimmingCharacters(in: .newlines))
        else {
            throw SettingsError(
                name: SettingName.instructions.rawValue,
                message: "the file '\(path)' is blank, is not UTF-8 or has control characters; correct its text"
            )
        }
        return instructions
    }

    private func modelTable(with path: String) throws(SettingsError) -> ModelTable {
        let bytes = try Self.bytes(of: .modelFile, in: path, upTo: ModelTable.maximumBytes)
        do {
            var table = try modelTable.overlaid(by: ModelTable(parsing: bytes))
            table.told = modelTable.told
            return table
        } catch {
            throw SettingsError(
                name: SettingName.modelFile.rawValue,
                message: "\(error) `torii models --json` prints the whole table in the form of the file"
            )
        }
    }

    /// Returns the prices of models: those of the operator's file, and the built-in ones of other models.
    ///
    /// - Throws: ``SettingsError`` if the file is missing or cannot be parsed.
    func prices() throws(SettingsError) -> PriceTable {
        let builtIn = PriceTable(models: modelTable, providers: pricedProviders)
        guard let priceFile else { return builtIn }
        let bytes = try Self.bytes(of: .priceFile, in: priceFile, upTo: PriceTable.maximumBytes)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw SettingsError(
                name: SettingName.priceFile.rawValue,
                message: "the file '\(priceFile)' \(RegularFile.Fault.notText)"
            )
        }
        do {
            return try PriceTable(parsing: text, over: builtIn)
        } catch {
            throw SettingsError(name: SettingName.priceFile.rawValue, message: error.message)
        }
    }

    /// The providers whose built-in prices apply: those at their own addresses, because another server has its own prices.
    private var pricedProviders: [String: String] {
        PriceTable.vendors.filter { name, _ in
            let upstream = Upstream.models.first { row in row.models.contains { $0.provider.rawValue == name } }
            guard let upstream else { return false }
            // A server of Ollama's is the operator's, at any address.
            return upstream == .ollama || isProvidersOwn(upstream)
        }
    }

    /// Returns the operator's prompts; `nil` if there is no folder.
    ///
    /// - Throws: ``SettingsError`` with every line that cannot be used.
    func promptFolder(logger: Logger) throws(SettingsError) -> PromptFolder? {
        guard let promptsDirectory else { return nil }
        do throws(PromptFaults) {
            return try PromptFolder(promptsDirectory, logger: logger)
        } catch {
            let start = error.faults.count == 1 ? "" : "\(error.faults.count) faults:\n"
            throw SettingsError(name: SettingName.promptsDirectory.rawValue, message: start + error.description)
        }
    }

    /// Returns the files of the pages; `nil` if they are switched off.
    func webPages() throws(SettingsError) -> WebPages? {
        guard hasWebPages else { return nil }
        guard let folder = webDirectory else { return WebPages() }
        do { return try WebPages(folder: folder) } catch {
            throw SettingsError(
                name: SettingName.webDirectory.rawValue,
                message:
                    "the folder '\(folder)' lacks a file of the pages; use Sources/C/CWebAssets/web of the source code"
            )
        }
    }

    /// Returns the declarations of MCP servers, and the faults of those that are left out.
    func serverDeclarations() -> ServerDeclarations {
        var declarations = ServerDeclarations()
        guard let toolsFolder else { return declarations }
        let (servers, faults) = DeclaredServerFiles.sound(in: toolsFolder, reserved: Set(Upstream.all.map(\.name)))
        declarations.servers = servers
        for fault in faults { declarations.leaveOut(fault) }
        return declarations
    }
}

/// The declarations of MCP servers in the folder, as they were at the start.
struct ServerDeclarations: Sendable {
    /// The declarations in use.
    var servers: [MCPServerDeclaration] = []
    /// The faults of the others.
    private(set) var faults: [DeclarationError] = []

    /// Adds the fault of a declaration that is left out.
    mutating func leaveOut(_ fault: DeclarationError) {
        servers.removeAll { $0.file == fault.file }
        faults.append(
            DeclarationError(fault.file, fault.line, fault.column, fault.message + "; a start reads it again")
        )
    }

    /// Returns the authorizers of the servers with OAuth, by name, and leaves out those whose settings for it are faulty.
    mutating func authorizers(client: HTTPClient, vault: KeyVault) -> [String: OAuthAuthorizer] {
        var authorizers: [String: OAuthAuthorizer] = [:]
        for server in servers {
            do throws(DeclarationError) {
                authorizers[server.name] = try server.oauthAuthorizer(client: client, vault: vault)
            } catch {
                leaveOut(error)
            }
        }
        return authorizers
    }

    /// The names of all servers, those left out included: the keys of none are for another service.
    var names: [String] {
        servers.map(\.name)
            + faults.map { URL(fileURLWithPath: $0.file).deletingPathExtension().lastPathComponent }
    }
}

// MARK: - The start

extension Settings {
    /// The faults that prevent a start and that reading the settings does not find, because files or other settings decide.
    ///
    /// The server and `torii doctor` perform the same checks. A faulty file of tools is none of them: the server starts without it.
    var startFaults: [SettingsError] {
        let quiet = Logger(label: "torii") { _ in SwiftLogNoOpLogHandler() }
        // Typed errors of such a list would crash Swift 6.3's compiler.
        let checks: [() throws -> Void] = [
            { try PresetTokens(client: clientToken, admin: adminToken).check() },
            { _ = try readingFiles() },
            { _ = try prices() },
            { _ = try promptFolder(logger: quiet) },
            { _ = try webPages() },
            { try requireToolsFolder() },
        ]
        return checks.compactMap { check in
            do {
                try check()
                return nil
            } catch {
                return error as? SettingsError ?? SettingsError(name: "TORII", message: "\(error)")
            }
        }
    }

    /// Requires that the folder of declarations can be listed: its name is a setting, and what is in it is not.
    private func requireToolsFolder() throws(SettingsError) {
        guard let toolsFolder, (try? FileManager.default.contentsOfDirectory(atPath: toolsFolder)) == nil else {
            return
        }
        throw SettingsError(
            name: SettingName.toolsFolder.rawValue,
            message: "the folder '\(toolsFolder)' cannot be read; create it, or remove the setting"
        )
    }

    /// Refuses to serve administrators at an address that other machines reach while there is no admin token.
    ///
    /// The token of a first start is shown to everyone who can read the output, and the address would be open before that.
    ///
    /// - Parameter hasToken: Whether an administrator has a token.
    func requireAdminToken(_ hasToken: Bool) throws(SettingsError) {
        let host = adminAddress?.host ?? host
        guard !Listener.isLoopback(host), !hasToken else { return }
        let remedy = "set TORII_ADMIN_TOKEN (create one with `openssl rand -base64 32`)"
        guard adminAddress == nil else {
            throw SettingsError(
                name: SettingName.adminHost.rawValue,
                message: "other machines can reach \(host), and there is no admin token yet; \(remedy)"
            )
        }
        throw SettingsError(
            name: SettingName.host.rawValue,
            message:
                "other machines can reach \(host), administrators are served there too, and there is no admin token "
                + "yet; \(remedy), or set TORII_ADMIN_HOST=127.0.0.1 to serve administrators on this machine only"
        )
    }
}
