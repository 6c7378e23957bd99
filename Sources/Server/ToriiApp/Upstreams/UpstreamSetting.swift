import KeyVault

/// A setting of an upstream, with its default and its explanation.
struct UpstreamSetting: Sendable {
    /// The kinds of content.
    enum Role: Sendable, Equatable {
        /// A key, which is sealed into the vault at the start.
        case key
        /// The address of the upstream.
        case address
        /// Another text.
        case option
    }

    /// The name in the environment and in `.env`.
    let name: SettingName
    /// The content.
    let role: Role
    /// The default; `nil` for none.
    var standard: String?
    /// The explanation: the content, its unit, and when to change it.
    let meaning: String
    /// The values that an option accepts, for the error about another value.
    var expected = ""
    /// Whether an option accepts a value.
    var accepts: @Sendable (String) -> Bool = { _ in true }

    /// Returns the setting of a key.
    static func key(_ name: String, _ meaning: String) -> UpstreamSetting {
        UpstreamSetting(name: SettingName(upstream: name), role: .key, meaning: meaning)
    }

    /// Returns the setting of an address.
    static func address(_ name: String, _ standard: String?, _ meaning: String) -> UpstreamSetting {
        UpstreamSetting(name: SettingName(upstream: name), role: .address, standard: standard, meaning: meaning)
    }

    /// Returns a further setting.
    static func option(
        _ name: String,
        _ standard: String?,
        _ meaning: String,
        expected: String,
        accepts: @escaping @Sendable (String) -> Bool
    ) -> UpstreamSetting {
        UpstreamSetting(
            name: SettingName(upstream: name),
            role: .option,
            standard: standard,
            meaning: meaning,
            expected: expected,
            accepts: accepts
        )
    }

    /// The entry of the help.
    var entry: SettingsHelp.Entry { SettingsHelp.Entry(name, standard ?? "", meaning) }
}

extension Settings {
    /// Reads the settings of an upstream.
    ///
    /// Faults are a wrong value, and a key or an option of an upstream that has no address.
    mutating func read(_ upstream: Upstream, from values: SettingValues) {
        for setting in upstream.settings {
            switch setting.role {
            case .key:
                guard let text = values.secret(setting.name) else { continue }
                do throws(KeyVaultError) { keys[upstream] = try text.asKey(upstream.keyForm) } catch {
                    values.report(SettingsError(name: setting.name.rawValue, message: error.message))
                }
            case .address: if let address = values.url(setting.name) { addresses[upstream] = address }
            case .option:
                options[setting.name] = values.converted(setting.name, expected: setting.expected) {
                    setting.accepts($0) ? $0 : nil
                }
            }
        }
        guard optionalAddress(of: upstream) == nil, let address = upstream.addressSetting, values.areSound(address.name)
        else { return }
        for setting in upstream.settings where setting.role != .address && values.isSet(setting.name) {
            values.report(
                SettingsError(
                    name: setting.name.rawValue,
                    message:
                        "it has no effect without \(address.name.rawValue), the address of its server; set that too"
                )
            )
        }
    }
}
