import FoundationEssentials

/// A public test suite beside the repository, in `../shared/suites` or in the folder that `TORII_SUITES` names.
struct PublicSuite {
    /// The suite's folder; it need not exist.
    let folder: URL

    init(_ name: String) {
        if let folders = ProcessInfo.processInfo.environment["TORII_SUITES"] {
            folder = URL(filePath: folders).appending(path: name)
        } else {
            // This file is in <repository>/Tests/StreamingJSONTests.
            folder = URL(filePath: #filePath).appending(path: "../../../../shared/suites/" + name).standardizedFileURL
        }
    }

    /// Returns the files in a folder of the suite, by name; none if the suite is absent.
    func files(in subfolder: String) -> [(name: String, bytes: [UInt8])] {
        let folder = folder.appending(path: subfolder).path()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().compactMap { name in
            FileManager.default.contents(atPath: folder + "/" + name).map { (name, Array($0)) }
        }
    }
}
