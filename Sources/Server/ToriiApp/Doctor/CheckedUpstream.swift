import AgentRuntime

/// An upstream that the doctor checks, and its importance.
struct CheckedUpstream: Sendable, Equatable {
    /// The upstream's name; the same as in the vault if it has keys.
    var name: String
    /// An address that answers without a key, with any status.
    var url: String
    /// The upstream in the vault that its keys belong to; `nil` if it needs none.
    var keys: Upstream?
    /// Whether the operator has chosen it by a model, a key or an address.
    ///
    /// The others are there by default.
    var isChosen: Bool
    /// Whether it cannot be used without a key.
    var needsKey = false
    /// The address that shows whether it wants a key, if it is used without one; otherwise `nil`.
    var keylessURL: String?
    /// The base URL whose version may be missing; `nil` for upstreams without a version in their URLs.
    var base: VersionedBase?

    /// A base URL that ends in a version, such as OpenAI's.
    struct VersionedBase: Sendable, Equatable {
        /// The setting.
        var setting: SettingName
        /// The value of the setting.
        var url: String
        /// The path, below the base URL, that the doctor requests.
        var path: String

        /// The base URL with the missing version; `nil` if it ends in one.
        var completed: String? {
            let last = url.split(separator: "/").last ?? ""
            return last.wholeMatch(of: /v[0-9]+[a-z0-9]*/) == nil ? url + "/v1" : nil
        }
    }
}

extension CheckedUpstream {
    /// Returns the upstreams that the settings or the stored keys refer to.
    ///
    /// - Parameter stored: The upstreams that have keys in the vault.
    static func all(_ settings: Settings, stored: Set<Upstream>) -> [CheckedUpstream] {
        Upstream.all.compactMap { CheckedUpstream($0, settings, isStored: stored.contains($0)) }
    }

    /// Returns the upstream if the settings, or the stored keys, ask for it.
    private init?(_ upstream: Upstream, _ settings: Settings, isStored: Bool) {
        let values = settings.values(of: upstream)
        let named = (settings.models + settings.allowedModels).filter { model in
            upstream.models.contains { $0.provider == model.provider }
        }
        let isNamed = !named.isEmpty
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
        if keys != nil, !upstream.turnPath.isEmpty, named.contains(where: settings.isKeyless) {
            keylessURL = address + upstream.turnPath
        }
        if upstream.isVersioned, let setting = upstream.addressSetting?.name {
            base = VersionedBase(setting: setting, url: address, path: upstream.probePath)
        }
    }
}
