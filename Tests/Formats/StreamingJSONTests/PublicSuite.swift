import FoundationEssentials
import Repository

/// A public test suite beside the repository, in `../shared/suites` or in the folder that `TORII_SUITES` names.
struct PublicSuite {
    /// The suite's folder; it need not exist.
    let folder: URL

    init(_ name: String) { folder = Repository.suites.appending(path: name) }

    /// Returns the files in a folder of the suite, by name; none if the suite is absent.
    func files(in subfolder: String) -> [(name: String, bytes: [UInt8])] {
        let folder = folder.appending(path: subfolder).path()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().compactMap { name in
            FileManager.default.contents(atPath: folder + "/" + name).map { (name, Array($0)) }
        }
    }
}
