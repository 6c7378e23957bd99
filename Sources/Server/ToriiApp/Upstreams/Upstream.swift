import AgentServer
import KeyVault
import ModelProviders
import Secrets
import Transport

/// An external service: one row of the table of upstreams.
///
/// A row contains everything that the rest of the server knows about an upstream: its name, its settings with their defaults and
/// explanations, the check of its keys, its models, and the way in which the doctor looks at it. Settings, help, vault, admin endpoint,
/// metrics, models and doctor read the table; none of them names an upstream.
struct Upstream: Sendable {
    /// The conditions under which the doctor examines an upstream.
    enum Use: Sendable {
        /// One of its tools is on.
        case withTool
        /// One of its tools is on, and there is a key.
        case withKey
        /// One of its tools is on, and its address is set.
        case withAddress
        /// One of its models is named, its address is set, or there is a key.
        case withModel
    }

    /// The name in metrics, in the doctor's report and, for an upstream with keys, in the vault and at the admin endpoint.
    let name: String
    /// The settings, in the order of the help.
    let settings: [UpstreamSetting]
    /// The name under which the metrics count its calls, if it is another one.
    var metricsName: String?
    /// Returns the reader of its list of models, in which its provider reports facts about them; `nil` if it reports none.
    var modelList: (@Sendable (UpstreamValues, HTTPClient) -> ModelListReader)?
    /// Returns the checker of its keys; `nil` for an upstream without keys.
    var checker: (@Sendable (UpstreamValues, HTTPClient) -> any KeyChecker)?
    /// The characters that its keys may have.
    var keyForm = KeyForm.token
    /// The kinds of model that it serves.
    var models: [ModelKind] = []
    /// The tools that use it.
    var tools: [String] = []
    /// The condition under which the doctor examines it.
    var use = Use.withModel
    /// Whether it is useless without a key; upstreams with models are, unless their address is set.
    var needsKey = false
    /// The path below its address that answers without a key, with any status.
    var probePath = ""
    /// The path below its address to which turns are sent; empty if nothing asks there.
    ///
    /// The doctor posts an empty object there to ask whether a server wants a key.
    var turnPath = ""
    /// The address that the doctor examines if the setting has neither a value nor a default.
    var probeAddress: String?
    /// Whether its address ends in a version, which an operator may forget.
    var isVersioned = false

    /// The setting that may contain a key; `nil` for an upstream without keys.
    var keySetting: SettingName? { settings.first { $0.role == .key }?.name }

    /// The name of that setting; empty for an upstream without keys.
    var keySettingName: String { keySetting?.rawValue ?? "" }

    /// The setting of its address.
    var addressSetting: UpstreamSetting? { settings.first { $0.role == .address } }
}

extension Upstream: Hashable {
    /// Whether both are the row of the same name.
    static func == (one: Upstream, other: Upstream) -> Bool { one.name == other.name }

    /// Hashes the name.
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

// MARK: - The table

extension Upstream {
    /// The rows, in the order of the help.
    static let all = models + searches + services

    /// The upstreams that need keys, by name.
    static let keyed = all.filter { $0.keySetting != nil }.sorted { $0.name < $1.name }

    /// Returns the upstream with keys that has a name.
    static func keyed(_ name: String) -> Upstream? { keyed.first { $0.name == name } }
}

/// The settings of one upstream, with the defaults of those that are not set.
struct UpstreamValues {
    let upstream: Upstream
    let settings: Settings

    /// The address that is set, or its default; empty if there is neither.
    var address: String { optionalAddress ?? "" }

    /// The address that is set, or its default; `nil` if there is neither.
    var optionalAddress: String? { settings.addresses[upstream] ?? upstream.addressSetting?.standard }

    /// The key that is set in the environment or in `.env`.
    var key: SecretString? { settings.keys[upstream] }

    /// Whether the address is set to another one than its default.
    var hasOwnAddress: Bool { settings.addresses[upstream].map { $0 != upstream.addressSetting?.standard } ?? false }

    /// The first option: the value that is set, or its default; `nil` for neither.
    var option: String? {
        guard let option = upstream.settings.first(where: { $0.role == .option }) else { return nil }
        return settings.options[option.name] ?? option.standard
    }
}

extension Settings {
    /// The settings of an upstream.
    func values(of upstream: Upstream) -> UpstreamValues { UpstreamValues(upstream: upstream, settings: self) }

    /// The address of an upstream that is set, or its default; empty if there is neither.
    func address(of upstream: Upstream) -> String { values(of: upstream).address }

    /// The address of an upstream that is set, or its default; `nil` if there is neither.
    func optionalAddress(of upstream: Upstream) -> String? { values(of: upstream).optionalAddress }
}

extension Settings {
    /// The configured upstreams' names in the metrics, by host.
    var upstreamNames: [String: String] {
        UpstreamFigures.names(Upstream.all.map { ($0.metricsName ?? $0.name, optionalAddress(of: $0)) })
    }
}
