/// The settings that a command uses: only a fault in one of them stops it.
public enum SettingsUse: Sendable {
    /// Where the data is, and the secrets for it.
    case dataFolder
    /// Those of the data folder, and the addresses to which keys are sent.
    case services
    /// The operator's table of models.
    case modelTable

    /// Whether a fault is in a setting of this use, or in a name that resembles one.
    func includes(_ fault: SettingsError) -> Bool {
        let known = SettingName(rawValue: fault.name)
        // A mistyped name sets nothing, so the command would use the default folder or address.
        guard let name = known ?? (fault.name.hasPrefix("TORII_") ? SettingName.nearest(to: fault.name) : nil) else {
            return false
        }
        return switch self {
        case .modelTable: name == .modelFile
        case .dataFolder: name == .adminURL || name.isSecret || name.locatesData
        case .services: name == .adminURL || name.isSecret || name.locatesSecrets
        }
    }
}
