import Accounts
import Foundation

extension Settings {
    /// Returns the prices of models from the operator's file.
    ///
    /// Without a file, only free models have a price.
    ///
    /// - Throws: ``SettingsError`` if the file is missing or cannot be parsed.
    func prices() throws -> PriceTable {
        guard let priceFile else { return .builtIn }
        guard let text = try? String(contentsOfFile: priceFile, encoding: .utf8) else {
            throw SettingsError(
                name: SettingName.priceFile.rawValue,
                message:
                    "the file '\(priceFile)' is missing or cannot be read as text; check its path and permissions"
            )
        }
        do {
            return try PriceTable(parsing: text)
        } catch {
            throw SettingsError(name: SettingName.priceFile.rawValue, message: error.message)
        }
    }
}
