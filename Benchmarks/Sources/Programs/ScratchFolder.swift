public import Foundation

/// A folder for the files of servers under test, which is removed with this object.
public final class ScratchFolder {
    /// The folder's URL.
    public let url: URL

    /// Makes the folder.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("torii-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// Makes a folder inside it.
    public func folder(_ name: String) throws -> URL {
        let folder = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
