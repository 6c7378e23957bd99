public import Foundation

/// A folder for the files of servers under test; it goes with this object.
public final class ScratchFolder {
    /// Where it is.
    public let url: URL

    /// Makes it.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("torii-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// A folder in it.
    public func folder(_ name: String) throws -> URL {
        let folder = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
