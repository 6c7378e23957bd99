import Foundation

/// A folder for one test, which is deleted at its end.
struct TemporaryFolder {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("torii-\(UUID().uuidString)").path

    func with<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(path)
    }
}

/// Returns the permission bits of a file or folder.
func mode(of path: String) throws -> Int? {
    (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
}
