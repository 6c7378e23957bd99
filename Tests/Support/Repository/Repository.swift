public import FoundationEssentials

/// The repository of these tests, for those that read its files.
public enum Repository {
    /// Its folder: the first one above this file that has a manifest.
    public static let root: URL = {
        var folder = URL(filePath: #filePath)
        repeat {
            folder.deleteLastPathComponent()
        } while folder.path().count > 1
            && !FileManager.default.fileExists(
                atPath: folder.appending(path: "Package.swift").path(percentEncoded: false)
            )
        return folder
    }()

    /// The folder of public test suites, which lies beside the repository; `TORII_SUITES` names another one.
    public static let suites: URL =
        if let folder = ProcessInfo.processInfo.environment["TORII_SUITES"] {
            URL(filePath: folder)
        } else {
            root.deletingLastPathComponent().appending(path: "shared/suites")
        }
}
