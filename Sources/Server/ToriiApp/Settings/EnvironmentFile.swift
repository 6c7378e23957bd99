import FileReading
import Foundation

/// The `.env` file apart from its values: its names, its owner and its permissions, and the settings that it must not have.
struct EnvironmentFile: Sendable {
    /// The file's path, as messages show it.
    let path: String
    /// The names before the equals signs, including unknown ones.
    let names: [String]
    /// The number of the first line that is neither a setting nor a comment, from 1; `nil` if there is none.
    let faultyLine: Int?
    /// Whether users other than the owner can read or change it.
    let isOpenToOthers: Bool
    /// Whether the file belongs to a user other than the one that runs the program and root.
    let belongsToAnotherUser: Bool

    /// The reason why the file cannot be read; `nil` if it is read or missing.
    let fault: SettingsError?

    private static let mostBytes = 1 << 20

    /// Reads a file's names, owner and permissions.
    ///
    /// A missing file sets nothing.
    init(_ path: String) {
        self.path = path
        let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: place)
        isOpenToOthers = ((attributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0) & 0o066 != 0
        let owner = (attributes?[.ownerAccountID] as? NSNumber)?.uint32Value
        belongsToAnotherUser = owner.map { $0 != geteuid() && $0 != 0 } ?? false
        var text = ""
        do throws(RegularFile.Fault) {
            text = String(decoding: try RegularFile.bytes(of: path, upTo: Self.mostBytes), as: UTF8.self)
            fault = nil
        } catch {
            fault = error == .missing ? nil : SettingsError(name: path, message: "the file \(error)")
        }
        names = Self.names(in: text)
        faultyLine = Self.faultyLine(in: text)
    }

    /// Rejects settings that a file in the current folder must not decide.
    ///
    /// The commands send `TORII_ADMIN_TOKEN` and new keys to `TORII_ADMIN_URL`. Another user may have created the folder and its `.env`.
    ///
    /// - Parameter values: The values of the file only.
    /// - Throws: ``SettingsError``.
    func check(_ values: SettingValues) throws(SettingsError) {
        if let faultyLine {
            // Without the text of the line, which may be a key.
            throw SettingsError(
                name: path,
                message: "line \(faultyLine) sets nothing; write NAME=value, or # before a comment"
            )
        }
        if belongsToAnotherUser, let name = SettingName.allCases.first(where: { $0.locatesSecrets && values.isSet($0) })
        {
            throw SettingsError(
                name: name.rawValue,
                message: "\(path) belongs to another user, and this setting decides where keys are stored or sent; "
                    + "set the variable in the environment, or become the file's owner with `chown`"
            )
        }
        guard values.isSet(.adminURL) else { return }
        throw SettingsError(
            name: SettingName.adminURL.rawValue,
            message: "\(path) must not set it, because the commands send the admin token to this address; "
                + "remove the line and set the variable in the environment"
        )
    }

    /// Whether the file's values may be used while ``check(_:)`` finds a fault in it.
    func mayBeRead(_ values: SettingValues) -> Bool { !belongsToAnotherUser && !values.isSet(.adminURL) }

    /// Returns a warning if the file holds secrets and other users can read or change it; otherwise `nil`.
    ///
    /// - Parameter values: The values of the file only.
    func warning(_ values: SettingValues) -> String? {
        guard isOpenToOthers else { return nil }
        let secrets = SettingName.allCases.filter { $0.isSecret && values.isSet($0) }.map(\.rawValue)
        guard !secrets.isEmpty else { return nil }
        return "\(path) holds \(secrets.joined(separator: ", ")), and other users can read or change it; "
            + "run `chmod 600 \(path)`"
    }

    /// Returns the number of the first line that is not empty, a comment, or a name with an equals sign.
    private static func faultyLine(in text: String) -> Int? {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if trimmed.isEmpty || trimmed.hasPrefix("#") { continue }
            let name = trimmed.prefix { $0 != "=" }
            guard name.count < trimmed.count, name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*[ \t]*/) != nil else {
                return index + 1
            }
        }
        return nil
    }

    /// Returns the names in lines such as `NAME=value`.
    private static func names(in text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            guard !trimmed.hasPrefix("#"), let equals = trimmed.firstIndex(of: "=") else { return nil }
            return trimmed[..<equals].trimmingCharacters(in: .whitespaces)
        }
    }
}
