import Foundation

/// The lists of Apple's declarations, which are not part of the repository: in `../shared/reference`, or in the folder
/// that `TORII_REFERENCE` names.
enum AppleDeclarations {
    /// The folder with the lists; it may be missing.
    static var folder: URL {
        if let folder = ProcessInfo.processInfo.environment["TORII_REFERENCE"] { return URL(filePath: folder) }
        return repository.deletingLastPathComponent().appending(path: "shared/reference")
    }

    /// The root of this repository.
    static var repository: URL {
        // This file is in <repository>/Tests/ParityTests/Declarations.
        var folder = URL(filePath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return folder
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
