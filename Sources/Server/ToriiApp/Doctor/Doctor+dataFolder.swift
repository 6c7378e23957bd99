// Depending on import order, the compiler finds `stat` in Dispatch, so Dispatch is imported explicitly.
import Accounts
import Dispatch
import Foundation
import Glibc
import KeyVault
import PrivateFiles
import Storage
import StreamingJSON
import Transport

extension Doctor {
    /// Checks the data folder, its disk, the master key and the database, and opens the vault.
    ///
    /// - Returns: The vault, whether the database has a token of an administrator, and the findings.
    func examineDataFolder() async -> (vault: KeyVault?, hasAdmin: Bool, findings: [DoctorReport.Finding]) {
        var findings = [folderFinding, diskFinding]
        let path = settings.databasePath
        guard FileManager.default.fileExists(atPath: path) else {
            findings.append(masterKeyFinding(isNeeded: false))
            findings.append(.init(.ok, "database", "\(path) does not exist yet; the first start creates it"))
            return (nil, false, findings)
        }
        do {
            let store = try settings.storeKind.openReadingOnly()
            guard try await KeyVault.isSealed(store) else {
                findings.append(masterKeyFinding(isNeeded: false))
                findings.append(.init(.ok, "database", "\(path) has no vault yet; the next start creates it"))
                return (nil, false, findings)
            }
            let key = masterKeyFinding(isNeeded: true)
            findings.append(key)
            guard key.state != .broken else { return (nil, false, findings) }
            let masterKeys = try settings.masterKeySources.load(creatingIfMissing: false)
            let vault = try await KeyVault(store: store, masterKeys: masterKeys)
            let count = try await vault.keys().count { $0.state == .active }
            findings.append(.init(.ok, "database", "\(path) opens with this master key; active keys: \(count)"))
            let clients = try await Clients(store: store, vault: vault)
            let hasAdmin = !clients.isEmpty(.admin)
            for client in clients.list() where client.revokedAt == nil {
                guard let warning = client.ceilingWarning else { continue }
                findings.append(.init(.warning, "client \(client.name)", warning))
            }
            findings += Self.findings(about: try await store.toolDefinitions(of: nil).records)
            findings += try await issuerFindings(store, vault)
            return (vault, hasAdmin, findings)
        } catch let error as StoreError where error.code == .outdated {
            findings.append(.init(.warning, "database", error.message))
        } catch {
            findings.append(.init(.broken, "database", "\(error)"))
        }
        return (nil, false, findings)
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

    /// A finding about the space that is left for the data folder.
    private var diskFinding: DoctorReport.Finding {
        var place = URL(fileURLWithPath: settings.dataDirectory)
        while !FileManager.default.fileExists(atPath: place.path), place.path != "/" { place.deleteLastPathComponent() }
        guard let space = DiskSpace(of: place.path) else {
            return .init(.warning, "disk", "the space that is left for \(settings.dataDirectory) is not known")
        }
        return Self.diskFinding(space, in: settings.dataDirectory)
    }

    /// Returns the finding for the space of a folder.
    static func diskFinding(_ space: DiskSpace, in folder: String) -> DoctorReport.Finding {
        let message = "\(space) for \(folder)"
        guard space.hasRoomForFiles else {
            return .init(.broken, "disk", message + "; delete some files, because none can be stored")
        }
        switch space.freeBytes >> 20 {
        case ..<64: return .init(.broken, "disk", message + "; free some, because turns are not stored on a full disk")
        case ..<1024: return .init(.warning, "disk", message + "; conversations and the journal need more soon")
        default: return .init(.ok, "disk", message)
        }
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

    /// Checks the ports of clients and of administrators.
    func examinePorts() async -> [DoctorReport.Finding] {
        var findings: [DoctorReport.Finding] = []
        if areSound([.host, .port]) {
            findings.append(await examine(settings.host, settings.port, "port", (.host, .port)))
        }
        if let (host, port) = settings.adminAddress, areSound([.adminHost, .adminPort]) {
            findings.append(await examine(host, port, "admin port", (.adminHost, .adminPort)))
        }
        return findings
    }

    /// Checks whether a port is free or Torii already serves on it.
    private func examine(
        _ host: String,
        _ port: Int,
        _ subject: String,
        _ names: (host: SettingName, port: SettingName)
    ) async -> DoctorReport.Finding {
        let shown = host.contains(":") ? "[\(host)]" : host
        guard port != 0 else { return .init(.ok, subject, "the server will use a free port of \(shown)") }
        let timeouts = HTTPTimeouts(connect: .seconds(2), firstByte: .seconds(2), idle: .seconds(2), total: .seconds(4))
        let url = "http://\(Greeting.reachable(host)):\(port)/healthz"
        let place = "\(shown):\(port)"
        let remedy = "stop it or set \(names.port.rawValue)"
        do {
            let response = try await client.send(HTTPRequest(.get, url, timeouts: timeouts, isTrusted: true))
            guard response.headers["Server"] == "torii" else {
                return .init(.broken, subject, "another server uses \(place); \(remedy)")
            }
            return .init(.ok, subject, "Torii is serving on \(place)")
        } catch  where error.code == .connect {
            return .init(.ok, subject, "\(place) is free")
        } catch  where error.code == .resolve {
            return .init(
                .broken,
                subject,
                "\(host) is not an address of this machine; set \(names.host.rawValue) to one"
            )
        } catch {
            return .init(.broken, subject, "a program that is no web server uses \(place); \(remedy)")
        }
    }
}
