import AgentRuntime

/// An upstream that the doctor looks at, and how much it matters.
struct CheckedUpstream: Sendable, Equatable {
    /// Its name: that of the vault where it takes keys.
    var name: String
    /// Where to knock: an address that answers without a key, with whatever status.
    var url: String
    /// What takes its keys; `nil` for one that needs none.
    var keys: Upstream?
    /// Whether somebody has asked for it: by a model, a key or an address.
    ///
    /// The others are there by default.
    var isChosen: Bool
    /// Whether it is of no use without a key.
    var needsKey = false
    /// The base URL whose version may be missing; `nil` for upstreams whose addresses have none.
    var base: VersionedBase?

    /// A base URL that ends in a version, as that of OpenAI's interface does.
    struct VersionedBase: Sendable, Equatable {
        /// The setting.
        var setting: SettingName
        /// Its value.
        var url: String
        /// The path that is asked for below it.
        var path: String

        /// The base URL with the version that it lacks; `nil` when it ends in one.
        var completed: String? {
            let last = url.split(separator: "/").last ?? ""
            return last.wholeMatch(of: /v[0-9]+[a-z0-9]*/) == nil ? url + "/v1" : nil
        }
    }
}

extension CheckedUpstream {
    /// The upstreams that the settings, or the stored keys, ask for.
    ///
    /// - Parameter stored: The upstreams for which the vault has keys.
    static func all(_ settings: Settings, stored: Set<Upstream>) -> [CheckedUpstream] {
        Upstream.all.compactMap { CheckedUpstream($0, settings, isStored: stored.contains($0)) }
    }

    /// Returns the upstream if the settings, or the stored keys, ask for it.
    private init?(_ upstream: Upstream, _ settings: Settings, isStored: Bool) {
        let values = settings.values(of: upstream)
        let named = Set((settings.models + settings.allowedModels).map(\.provider))
        let isNamed = upstream.models.contains { named.contains($0.provider) }
        let hasKey = isStored || values.key != nil
        let hasTool = settings.tools.map { on in upstream.tools.contains(where: on.contains) } ?? true
        let isAskedFor =
            switch upstream.use {
            case .withModel: isNamed || values.hasOwnAddress || hasKey
            case .withTool: hasTool
            case .withKey: hasTool && hasKey
            case .withAddress: hasTool && values.optionalAddress != nil
            }
        guard isAskedFor, let address = values.optionalAddress ?? upstream.probeAddress else { return nil }
        name = upstream.name
        url = address + upstream.probePath
        keys = upstream.keySetting == nil ? nil : upstream
        isChosen = upstream.use != .withTool || hasKey || values.hasOwnAddress
        // A server of the operator's may require no key; the provider does.
        needsKey = upstream.needsKey || keys != nil && isNamed && !values.hasOwnAddress
        if upstream.isVersioned, let setting = upstream.addressSetting?.name {
            base = VersionedBase(setting: setting, url: address, path: upstream.probePath)
        }
    }
}
