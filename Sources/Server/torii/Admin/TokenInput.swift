import FileReading
import Foundation
import Secrets

/// The client token for a server, which is never an argument, because other users could see it.
enum TokenInput {
    private static let longest = 64 << 10

    /// Reads the token of the file of an option or of TORII_TOKEN_FILE, else that in TORII_TOKEN; `nil` if none is set.
    ///
    /// - Throws: ``CommandFailure`` if the file cannot be read.
    static func read(file: String?, _ environment: [String: String]) throws -> SecretString? {
        let isOption = file != nil
        let file = file ?? environment["TORII_TOKEN_FILE"].flatMap { $0.isEmpty ? nil : $0 }
        guard let file else { return environment["TORII_TOKEN"].flatMap { $0.isEmpty ? nil : SecretString($0) } }
        do throws(RegularFile.Fault) {
            let text = try RegularFile.text(of: file, upTo: longest, isPipeRead: isOption)
            return SecretString(text.trimmingCharacters(in: .whitespacesAndNewlines))
        } catch {
            throw CommandFailure("The token file '\(file)' \(error).")
        }
    }
}
