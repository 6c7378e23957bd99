import Foundation

/// A folder of its own for one test, gone when the test is over.
struct TemporaryFolder {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("torii-\(UUID().uuidString)").path

    func with<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(path)
    }
}

/// The permission bits of a file or folder.
func mode(of path: String) throws -> Int? {
    (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
}
