// Depending on import order, the compiler finds `stat` in Dispatch, so Dispatch is imported explicitly.
import Accounts
import Dispatch
import Foundation
import Glibc
import KeyVault
import Storage
import StreamingJSON
import Transport

extension Doctor {
    /// Checks the settings, the data folder, the master key and the database, and opens the vault.
    func examineDataFolder() async -> (KeyVault?, [DoctorReport.Finding]) {
        var findings = settingFindings + [folderFinding]
        let path = settings.databasePath
        guard FileManager.default.fileExists(atPath: path) else {
            findings.append(masterKeyFinding(isNeeded: false))
            findings.append(.init(.ok, "database", "\(path) does not exist yet; the first start creates it"))
            return (nil, findings)
        }
        do {
            let store = try settings.storeKind.openReadingOnly()
            guard try await KeyVault.isSealed(store) else {
                findings.append(masterKeyFinding(isNeeded: false))
                findings.append(.init(.ok, "database", "\(path) has no vault yet; the next start creates it"))
                return (nil, findings)
            }
            let key = masterKeyFinding(isNeeded: true)
            findings.append(key)
            guard key.state != .broken else { return (nil, findings) }
            let masterKeys = try settings.masterKeySources.load(creatingIfMissing: false)
            let vault = try await KeyVault(store: store, masterKeys: masterKeys)
            let count = try await vault.keys().count { $0.state == .active }
            findings.append(.init(.ok, "database", "\(path) opens with this master key; active keys: \(count)"))
            findings += Self.findings(about: try await store.toolDefinitions(of: nil))
            return (vault, findings)
        } catch let error as StoreError where error.code == .outdated {
            findings.append(.init(.warning, "database", error.message))
        } catch {
            findings.append(.init(.broken, "database", "\(error)"))
        }
        return (nil, findings)
    }

    /// Returns a finding for each declared server whose tools wait for the operator.
    private static func findings(about definitions: [ToolDefinitionRecord]) -> [DoctorReport.Finding] {
        Dictionary(grouping: definitions.filter { !$0.isAccepted }, by: \.server).sorted { $0.key < $1.key }.map {
            server,
            waiting in
            let tools = waiting.prefix(5).map(\.tool).joined(separator: ", ") + (waiting.count > 5 ? ", …" : "")
            return .init(
                .warning,
                "\(server) tools",
                "\(waiting.count) new or changed definitions are withheld (\(tools)); read them with `torii tools list` and accept "
                    + "them with `torii tools accept \(server)`"
            )
        }
    }

    /// The problems of settings that prevent a start or expose a secret.
    private var settingFindings: [DoctorReport.Finding] {
        var findings: [DoctorReport.Finding] = []
        if let warning = settings.environmentFileWarning { findings.append(.init(.warning, ".env", warning)) }
        do {
            try PresetTokens(client: settings.clientToken, admin: settings.adminToken).check()
        } catch {
            findings.append(.init(.broken, "tokens", "\(error)"))
        }
        return findings
    }

    private var folderFinding: DoctorReport.Finding {
        let path = settings.dataDirectory
        guard FileManager.default.fileExists(atPath: path) else {
            return .init(.ok, "data folder", "\(path) does not exist yet; the first start creates it")
        }
        let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: place) else {
            return .init(.broken, "data folder", "this user cannot read the attributes of \(path); check its owner")
        }
        guard attributes[.type] as? FileAttributeType == .typeDirectory else {
            return .init(.broken, "data folder", "\(path) is not a folder; set TORII_DATA_DIR to one")
        }
        guard access(path, R_OK | W_OK | X_OK) == 0 else {
            return .init(.broken, "data folder", "this user cannot write to \(path); check its owner and permissions")
        }
        guard let permissions = attributes[.posixPermissions] as? NSNumber, permissions.intValue & 0o077 == 0 else {
            return .init(.warning, "data folder", "other users can read \(path); run `chmod 700 \(path)`")
        }
        return .init(.ok, "data folder", "\(path) exists, for its owner only")
    }

    /// - Parameter isNeeded: Whether something is already sealed, so that a new key would not open it.
    private func masterKeyFinding(isNeeded: Bool) -> DoctorReport.Finding {
        do {
            let sources = settings.masterKeySources
            let keys = try sources.load(creatingIfMissing: false)
            return .init(.ok, "master key", "\(keys.current.id), from \(sources.place)")
        } catch  where error.code == .masterKeyMissing && !isNeeded {
            return .init(
                .ok,
                "master key",
                "\(settings.masterKeySources.place) does not exist yet; the first start creates it"
            )
        } catch {
            return .init(.broken, "master key", "\(error)")
        }
    }

    /// Checks whether the port is free or Torii already serves on it.
    func examinePort() async -> DoctorReport.Finding {
        let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
        guard settings.port != 0 else { return .init(.ok, "port", "the server will use a free port of \(host)") }
        let reachable = ["0.0.0.0": "127.0.0.1", "[::]": "[::1]"][host] ?? host
        let timeouts = HTTPTimeouts(connect: .seconds(2), firstByte: .seconds(2), idle: .seconds(2), total: .seconds(4))
        let url = "http://\(reachable):\(settings.port)/healthz"
        let place = "\(host):\(settings.port)"
        do {
            let response = try await client.send(HTTPRequest(.get, url, timeouts: timeouts, isTrusted: true))
            guard response.headers["Server"] == "torii" else {
                return .init(.broken, "port", "another server uses \(place); stop it or set TORII_PORT")
            }
            return .init(.ok, "port", "Torii is serving on \(place)")
        } catch  where error.code == .connect {
            return .init(.ok, "port", "\(place) is free")
        } catch  where error.code == .resolve {
            return .init(.broken, "port", "\(settings.host) is not an address of this machine; set TORII_HOST to one")
        } catch {
            return .init(.broken, "port", "a program that is no web server uses \(place); stop it or set TORII_PORT")
        }
    }
}
