import Accounts
import Foundation

extension Settings {
    /// What models cost, by the operator's file; without one only those have a price that cost nothing.
    ///
    /// - Throws: ``SettingsError`` when the file is not there or cannot be read as prices.
    func prices() throws -> PriceTable {
        guard let priceFile else { return .builtIn }
        guard let text = try? String(contentsOfFile: priceFile, encoding: .utf8) else {
            throw SettingsError(
                name: SettingName.priceFile.rawValue,
                message: "there is no text in a file '\(priceFile)' that can be read"
            )
        }
        do {
            return try PriceTable(parsing: text)
        } catch {
            throw SettingsError(name: SettingName.priceFile.rawValue, message: error.message)
        }
    }
}
