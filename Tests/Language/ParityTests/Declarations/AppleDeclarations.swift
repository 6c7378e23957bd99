import Foundation
import Repository

/// The lists of Apple's declarations, which are not part of the repository: in `../shared/reference`, or in the folder
/// that `TORII_REFERENCE` names.
enum AppleDeclarations {
    /// The folder with the lists; it may be missing.
    static var folder: URL {
        if let folder = ProcessInfo.processInfo.environment["TORII_REFERENCE"] { return URL(filePath: folder) }
        return Repository.root.deletingLastPathComponent().appending(path: "shared/reference")
    }

    /// The versions with a list.
    static let versions = ["26.5", "27.0"]

    static func file(_ version: String) -> URL { folder.appending(path: "apple-declarations-\(version).txt") }

    /// Whether the lists exist.
    static var areThere: Bool { versions.allSatisfy { FileManager.default.fileExists(atPath: file($0).path) } }

    /// Reads a list.
    static func list(_ version: String) throws -> [Declaration] {
        try String(contentsOf: file(version), encoding: .utf8)
            .split(separator: "\n")
            .compactMap { Declaration(line: $0) }
    }
}
