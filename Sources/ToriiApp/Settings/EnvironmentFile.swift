import Foundation

/// The `.env` file besides its values: the names that it sets, what it must not set, and who may read it.
struct EnvironmentFile: Sendable {
    /// The file's path, as messages show it.
    let path: String
    /// The names before the equals signs, known or not.
    let names: [String]
    /// Whether users other than the owner can read or change it.
    let isOpenToOthers: Bool
    /// Whether it belongs to a user who is neither the one that runs the program nor root.
    let isStrangers: Bool

    /// Looks at a file; one that is missing sets nothing.
    init(_ path: String) {
        self.path = path
        let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: place)
        isOpenToOthers = ((attributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0) & 0o066 != 0
        let owner = (attributes?[.ownerAccountID] as? NSNumber)?.uint32Value
        isStrangers = owner.map { $0 != geteuid() && $0 != 0 } ?? false
        names = Self.names(in: (try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
    }

    /// Refuses what a file in the current folder must not decide.
    ///
    /// The commands send `TORII_ADMIN_TOKEN`, and new keys, to `TORII_ADMIN_URL`; someone else may have made the folder and its `.env`.
    ///
    /// - Parameter values: The file's values alone.
    /// - Throws: ``SettingsError``.
    func check(_ values: SettingValues) throws(SettingsError) {
        if isStrangers, let name = SettingName.allCases.first(where: { $0.placesSecrets && values.isSet($0) }) {
            throw SettingsError(
                name: name.rawValue,
                message: "\(path) belongs to another user, and decides with this line where keys are kept or sent; "
                    + "set the variable in the environment, or make the file your own with `chown`"
            )
        }
        guard values.isSet(.adminURL) else { return }
        throw SettingsError(
            name: SettingName.adminURL.rawValue,
            message: "\(path) cannot set it, because the commands send the admin token there; "
                + "remove the line, and set the variable in the environment"
        )
    }

    /// Returns the warning for a file that holds secrets and that others can read; `nil` for any other file.
    ///
    /// - Parameter values: The file's values alone.
    func warning(_ values: SettingValues) -> String? {
        guard isOpenToOthers else { return nil }
        let secrets = SettingName.allCases.filter { $0.isSecret && values.isSet($0) }.map(\.rawValue)
        guard !secrets.isEmpty else { return nil }
        return "\(path) holds \(secrets.joined(separator: ", ")) and can be read or changed by other users; "
            + "run `chmod 600 \(path)`"
    }

    /// The names in lines such as `NAME=value`.
    private static func names(in text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            guard !trimmed.hasPrefix("#"), let equals = trimmed.firstIndex(of: "=") else { return nil }
            return trimmed[..<equals].trimmingCharacters(in: .whitespaces)
        }
    }
}
