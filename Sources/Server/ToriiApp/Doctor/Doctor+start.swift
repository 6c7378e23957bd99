import Accounts
import AgentTools
import DeclaredTools
import MCPClient
import Foundation
import KeyVault
import Storage

/// The checks that a start performs.
extension Doctor {
    /// Returns a finding for each fault of the settings that prevents a start, and for each setting that may be a mistake.
    ///
    /// - Parameter hasAdmin: Whether the database has a token of an administrator.
    func settingFindings(_ hasAdmin: Bool) -> [DoctorReport.Finding] {
        var faults = faults + settings.startFaults
        // Without the operator's addresses, the check would be about others.
        if areSound([.host, .adminHost, .adminPort]) {
            do {
                try settings.requireAdminToken(hasAdmin || settings.adminToken != nil)
            } catch {
                faults.append(error)
            }
        }
        return faults.map { .init(.broken, "settings", "\($0)") }
            + [settings.environmentFileWarning].compactMap(\.self).map { .init(.warning, ".env", $0) }
            + settings.similarNames.map { .init(.warning, "settings", $0) }
    }

    /// Returns the findings of the settings about tools, of the declarations and of the keys of their services.
    ///
    /// The tools are made as for a start, with a vault in memory.
    func examineTools(_ stored: [KeyDescription], in vault: KeyVault?) async -> [DoctorReport.Finding] {
        do {
            let store = try StoreKind.makeTemporary()
            let empty = try await KeyVault(store: store, masterKeys: MasterKeyRing(.random()))
            func tools(_ names: [String]?, approval: [String]) throws -> ToolRegistry {
                var settings = settings
                (settings.tools, settings.toolsApproval) = (names, approval)
                return try Services.tools(settings: settings, client: client, vault: empty, store: store)
            }
            var findings: [DoctorReport.Finding] = []
            for (names, approval) in [(settings.tools, []), (nil, settings.toolsApproval)] {
                do { _ = try tools(names, approval: approval) } catch {
                    findings.append(.init(.broken, "settings", "\(error)"))
                }
            }
            let registry = try (try? tools(settings.tools, approval: [])) ?? tools(nil, approval: [])
            return findings + (try await examineToolFiles(beside: registry, empty, stored, in: vault, store))
        } catch {
            return [.init(.broken, "tools", "\(error)")]
        }
    }

    private func examineToolFiles(
        beside registry: ToolRegistry,
        _ empty: KeyVault,
        _ stored: [KeyDescription],
        in vault: KeyVault?,
        _ store: any Store
    ) async throws -> [DoctorReport.Finding] {
        guard settings.toolsFolder != nil else { return [] }
        var servers = settings.serverDeclarations()
        _ = servers.authorizers(client: client, vault: empty)
        let inUse = ToolFilesInUse()
        let files = try Services.toolFiles(
            settings: settings,
            servers: servers,
            vault: empty,
            client: client,
            inUse: inUse,
            catalog: ToolCatalog(registry)
        ).folderStatus
        var findings = files.compactMap(\.fault).map { fault in
            DoctorReport.Finding(.broken, "tool files", "\(fault) (the server leaves the file out)")
        }
        let sound = files.filter { $0.fault == nil }
        let tools = sound.reduce(0) { $0 + $1.tools.count }
        if !sound.isEmpty {
            let count =
                "\(sound.count) \(sound.count == 1 ? "file" : "files") with \(tools) \(tools == 1 ? "tool" : "tools")"
            findings.append(.init(.ok, "tool files", count))
        }
        let checker = UpstreamKeyChecker(settings: settings, client: client, toolFiles: inUse, servers: servers.servers)
        let keyed = inUse.keyedUpstreams.sorted() + servers.servers.filter(\.needsKey).map(\.name)
        for name in keyed {
            let keys = stored.filter { $0.upstream == name }
            if keys.isEmpty {
                findings.append(.init(.broken, "\(name) key", "there is none; add one with `torii keys add \(name)`"))
            }
            for key in keys { findings.append(await examine(key, with: checker, in: vault)) }
        }
        let surroundings = DeclaredServers.Surroundings(
            client: client,
            catalog: ToolCatalog(registry),
            store: store,
            environment: ProcessInfo.processInfo.environment
        )
        return findings + (await examineServers(servers.servers, surroundings))
    }

    /// Returns a finding for each MCP server that needs no credentials, which is started or reached as for a start.
    ///
    /// Those with keys are reached by the checks of their keys. The tokens of OAuth would be renewed, which changes the vault.
    private func examineServers(
        _ servers: [MCPServerDeclaration],
        _ surroundings: DeclaredServers.Surroundings
    ) async -> [DoctorReport.Finding] {
        let open = servers.filter { !$0.needsKey && $0.authorization == nil }
        return await withTaskGroup(of: (Int, DoctorReport.Finding).self) { group in
            for (index, server) in open.enumerated() {
                group.addTask {
                    do {
                        let count = try await DeclaredServers.trial(of: server, in: surroundings)
                        return (
                            index,
                            .init(.ok, server.name, "the MCP server lists \(count) \(count == 1 ? "tool" : "tools")")
                        )
                    } catch {
                        let remedy = "The server starts without its tools; check \(server.file)"
                        return (index, .init(.broken, server.name, "\(error) \(remedy)"))
                    }
                }
            }
            let findings = await group.reduce(into: [Int: DoctorReport.Finding]()) { $0[$1.0] = $1.1 }
            return open.indices.compactMap { findings[$0] }
        }
    }
}
