import Accounts
import AgentRuntime
import Foundation
import KeyVault
import ModelTable
import Secrets
import Storage
import Transport

/// A check of everything that the settings refer to.
///
/// A fault ends none of the other checks. It changes nothing: no key is imported and nothing is stored. SQLite may leave its two side files, empty, beside a database that no
/// server uses; the next start reuses them.
public struct Doctor: Sendable {
    let settings: Settings
    /// The faults of settings, which have their defaults.
    let faults: [SettingsError]
    let client: HTTPClient
    /// The providers' lists of models.
    let lists = ModelLists()

    /// Creates a doctor for the settings of the server.
    ///
    /// - Parameter faults: The faults that reading the settings found.
    public init(settings: Settings, faults: [SettingsError] = []) {
        var settings = (try? settings.readingFiles()) ?? settings
        settings.modelTable.told = ToldFacts()
        self.settings = settings
        self.faults = faults
        client = HTTPClient()
    }

    /// Whether none of the settings is faulty, so that their values are the operator's.
    func areSound(_ names: [SettingName]) -> Bool {
        !faults.contains { fault in names.contains { $0.rawValue == fault.name } }
    }

    /// Performs all checks.
    ///
    /// The upstreams are called concurrently.
    public func examine() async -> DoctorReport {
        let (vault, hasAdmin, folder) = await examineDataFolder()
        let stored = (try? await vault?.keys().filter { $0.state == .active }) ?? []
        let upstreams = CheckedUpstream.all(
            settings,
            stored: Set(stored.compactMap { Upstream.keyed($0.upstream) })
        )
        .filter { checked in
            // A key must not go to a default address because the operator's address has a fault.
            Upstream.all.first { $0.name == checked.name }.map { areSound($0.settings.map(\.name)) } ?? true
        }
        async let ports = examinePorts()
        let findings = await withTaskGroup(of: (Int, [DoctorReport.Finding]).self) { group in
            for (index, upstream) in upstreams.enumerated() {
                group.addTask {
                    let keys = stored.filter { $0.upstream == upstream.keys?.name }
                    return (index, await examine(upstream, keys: keys, in: vault))
                }
            }
            return await group.reduce(into: [Int: [DoctorReport.Finding]]()) { $0[$1.0] = $1.1 }
        }
        let report = DoctorReport(
            findings: settingFindings(hasAdmin) + folder + (await ports) + modelFinding(stored) + aliasFindings
                + modelEndFindings(stored) + upstreams.indices.flatMap { findings[$0] ?? [] }
                + (await examineTools(stored, in: vault))
        )
        await client.shutdown()
        return report
    }

    /// Returns a finding with the models that would answer, and one for each model in use that its provider does not list.
    private func modelFinding(_ stored: [KeyDescription]) -> [DoctorReport.Finding] {
        guard areSound([.model]) else { return [] }
        var answering = settings.models
        var reason = ""
        if answering.isEmpty {
            let withKeys = Set(stored.map(\.upstream)).union(settings.keys.keys.map(\.name))
            answering = [
                Upstream.standardModels.first { withKeys.contains($0.upstream.name) }?.model ?? .phrasebook
            ]
            reason = ", because TORII_MODEL is not set"
        }
        let list = answering.map(\.description).joined(separator: ", then ")
        var seen: Set<ModelReference> = []
        let inUse = (answering + settings.allowedModels + settings.modelAliases.all.map(\.target)).filter {
            seen.insert($0).inserted
        }
        return [.init(.ok, "model", list + reason)]
            + inUse.compactMap { model in
                guard let upstream = model.upstream, let hint = lists.hint(about: model.name, of: upstream.name) else {
                    return nil
                }
                return .init(.warning, "model", "the list of models of \(upstream.name) lacks \(model)\(hint)")
            }
    }
}

// MARK: - Aliases

extension Doctor {
    /// A finding with the further names of models, if there are any.
    private var aliasFindings: [DoctorReport.Finding] {
        let aliases = settings.modelAliases.all
        guard !aliases.isEmpty else { return [] }
        let list = aliases.map { "\($0.pattern) is \($0.target)" }.joined(separator: ", ")
        return [.init(.ok, "model aliases", list)]
    }
}

// MARK: - Upstreams

extension Doctor {
    private static let timeouts = HTTPTimeouts(
        connect: .seconds(5),
        firstByte: .seconds(10),
        idle: .seconds(10),
        total: .seconds(20)
    )

    private func examine(
        _ upstream: CheckedUpstream,
        keys: [KeyDescription],
        in vault: KeyVault?
    ) async -> [DoctorReport.Finding] {
        let reach = await reach(upstream)
        guard let keyed = upstream.keys else { return [reach] }
        var findings = [reach]
        let checker = UpstreamKeyChecker(settings: settings, client: client)
        for key in keys {
            findings.append(await examine(key, with: checker, in: vault))
        }
        await readModels(of: keyed, with: keys.first, in: vault)
        if let secret = settings.keys[keyed], (try? await vault?.hasRecord(of: secret, for: keyed.name)) != true {
            let check = await checker.check(secret, for: keyed.name)
            findings.append(.init(check, of: "the key in \(keyed.keySettingName)", for: keyed.name))
        }
        if let base = upstream.base, let fault = await versionFault(of: base, at: keyed, findings, keys, in: vault) {
            findings[0] = .init(.broken, upstream.name, fault)
        }
        if findings.count == 1, upstream.needsKey {
            findings.append(
                .init(
                    .broken,
                    "\(keyed.name) key",
                    "there is none; set \(keyed.keySettingName), or add one with `torii keys add \(keyed.name)`"
                )
            )
        }
        if findings.count == 1, reach.state == .ok, let url = upstream.keylessURL {
            findings.append(await examineWithoutKey(keyed, at: url))
        }
        return findings
    }

    /// Asks a server of the operator whether it wants a key: an empty request for a turn is refused before it costs anything.
    private func examineWithoutKey(_ upstream: Upstream, at url: String) async -> DoctorReport.Finding {
        var request = HTTPRequest(.post, url, body: Array("{}".utf8), timeouts: Self.timeouts, isTrusted: true)
        request.headers.append("Content-Type", "application/json")
        do {
            let status = try await client.send(request).status
            return Self.findingWithoutKey(status, of: upstream.name, at: HTTPRequest.host(of: url))
        } catch {
            return .init(
                .warning,
                "\(upstream.name) key",
                "there is none, and whether one is needed is not known: \(error.clause)"
            )
        }
    }

    /// Returns what the status of an answer to an empty request without a key shows.
    static func findingWithoutKey(_ status: Int, of upstream: String, at host: String) -> DoctorReport.Finding {
        let subject = "\(upstream) key"
        let words = "\(host) answered a request without a key with status \(status)"
        return switch status {
        case 401, 403: .init(.broken, subject, "\(words): it wants one; add it with `torii keys add \(upstream)`")
        // A server that reads the request has let it in.
        case 200..<300, 400, 422: .init(.ok, subject, "\(words), so it needs none")
        default: .init(.warning, subject, "\(words), so whether it wants one is not known")
        }
    }

    func examine(
        _ key: KeyDescription,
        with checker: any KeyChecker,
        in vault: KeyVault?
    ) async -> DoctorReport.Finding {
        let name = "'\(key.label)'" + (key.lastFour.map { " (…\($0))" } ?? "")
        do {
            let check = try await vault?.inspect(key.id, with: checker) ?? .unknown(reason: "the vault is not open")
            // As the server would judge the key if it had made the check.
            let key = key.judged(by: check, at: .now, canCheck: checker.canCheck(key.upstream))
            guard let advice = key.advice else { return .init(check, of: name, for: key.upstream) }
            let isBroken = if case .dead = key.health { true } else { false }
            return .init(isBroken ? .broken : .warning, "\(key.upstream) key", "\(name): \(advice)")
        } catch {
            return .init(.broken, "\(key.upstream) key", "\(name): \(error)")
        }
    }

    /// Sends an upstream a request without a key.
    ///
    /// Every answer with a status below 500 counts as a success.
    private func reach(_ upstream: CheckedUpstream) async -> DoctorReport.Finding {
        let host = HTTPRequest.host(of: upstream.url)
        do {
            let request = HTTPRequest(.get, upstream.url, timeouts: Self.timeouts, isTrusted: true)
            let status = try await client.send(request).status
            if status == 404, let base = upstream.base { return await finding(on: base, of: upstream, at: host) }
            guard status >= 500 else { return .init(.ok, upstream.name, "\(host) answers") }
            return .init(
                .warning,
                upstream.name,
                "\(host) answers with status \(status), a fault of its own; try again later"
            )
        } catch {
            return .init(upstream.isChosen ? .broken : .warning, upstream.name, error.message)
        }
    }

    /// Returns the fault of a base URL if its keys work only below the missing version; otherwise `nil`.
    ///
    /// If a server answers all requests without a key alike, only this test detects the missing version.
    private func versionFault(
        of base: CheckedUpstream.VersionedBase,
        at upstream: Upstream,
        _ findings: [DoctorReport.Finding],
        _ keys: [KeyDescription],
        in vault: KeyVault?
    ) async -> String? {
        guard let completed = base.completed, findings[0].state == .ok,
            !findings.dropFirst().contains(where: { $0.state == .ok })
        else { return nil }
        var settings = settings
        settings.addresses[upstream] = completed
        let checker = UpstreamKeyChecker(settings: settings, client: client)
        var checks: [KeyCheck?] = []
        for key in keys { checks.append(try? await vault?.inspect(key.id, with: checker)) }
        if let secret = settings.keys[upstream] {
            checks.append(await checker.check(secret, for: upstream.name))
        }
        guard checks.contains(.verified) else { return nil }
        return "its key works only below /v1; set \(base.setting.rawValue)=\(completed)"
    }

    /// Returns a finding for a base URL with status 404: it tries the URL with the missing version.
    private func finding(
        on base: CheckedUpstream.VersionedBase,
        of upstream: CheckedUpstream,
        at host: String
    ) async -> DoctorReport.Finding {
        let nothing = "\(host) answers, but with status 404 at \(base.path) below \(base.setting.rawValue)"
        guard let completed = base.completed else {
            return .init(.warning, upstream.name, "\(nothing); check the path of that setting")
        }
        let request = HTTPRequest(.get, completed + base.path, timeouts: Self.timeouts, isTrusted: true)
        let status = try? await client.send(request).status
        // A refused key shows that the API is there, and so does a list of models.
        guard let status, status < 500, status != 404 else {
            return .init(.warning, upstream.name, "\(nothing); check that setting, which usually ends in /v1")
        }
        return .init(
            .broken,
            upstream.name,
            "\(nothing), and the API answers below /v1; set \(base.setting.rawValue)=\(completed)"
        )
    }
}
