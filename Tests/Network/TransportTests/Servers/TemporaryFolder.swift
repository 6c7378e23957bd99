import FoundationEssentials
import Glibc

/// A temporary folder for one server.
struct TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array(FileManager.default.temporaryDirectory.appending(path: "torii-XXXXXX").path.utf8CString)
        guard let path = mkdtemp(&template) else { throw ChildProcess.Failure(description: "No temporary folder.") }
        self.path = String(cString: path)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: file(name)))
    }

    func contents(of name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: file(name))))
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
