import FileReading
import Foundation
import Glibc

/// The state of a file by which a change is noticed.
struct FileStamp: Sendable, Equatable {
    private let modified: Int
    private let modifiedNanoseconds: Int
    private let size: Int
    private let node: UInt

    /// Reads the state of a file of any kind, or of a link that leads nowhere; `nil` for a folder and for nothing.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 || lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
            return nil
        }
        modified = status.st_mtim.tv_sec
        modifiedNanoseconds = status.st_mtim.tv_nsec
        size = Int(status.st_size)
        node = UInt(status.st_ino)
    }
}

/// The files of a folder that are prompts: those that end in `.md` or `.txt` and do not start with a full stop.
struct PromptFiles {
    /// The maximum number of prompts.
    static let limit = 200
    private static let endings = [".md", ".txt"]

    /// The state of each file, by its name.
    let stamps: [String: FileStamp]
    private let folder: String

    /// Lists a folder.
    ///
    /// - Throws: ``PromptFaults`` if the folder cannot be read or has too many files.
    init(in folder: String) throws(PromptFaults) {
        self.folder = folder
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw PromptFaults(faults: [
                PromptFault(
                    file: folder,
                    message: "the folder is missing or cannot be read; check its path and permissions"
                )
            ])
        }
        let wanted = names.filter { name in !name.hasPrefix(".") && Self.endings.contains { name.hasSuffix($0) } }
        guard wanted.count <= Self.limit else {
            throw PromptFaults(faults: [
                PromptFault(
                    file: folder,
                    message: "there are more than \(Self.limit) prompts in the folder; remove some files"
                )
            ])
        }
        var stamps: [String: FileStamp] = [:]
        for name in wanted { stamps[name] = FileStamp(folder + "/" + name) }
        self.stamps = stamps
    }

    /// Returns the prompts by name, and the faults of the files.
    ///
    /// - Parameter former: The prompts that remain as they were if their files cannot be used.
    func read(keeping former: [String: PromptFile]) -> ([String: PromptFile], PromptFaults) {
        var prompts: [String: PromptFile] = [:]
        var faults: [PromptFault] = []
        for file in stamps.keys.sorted() {
            let name = Self.endings.first { file.hasSuffix($0) }.map { String(file.dropLast($0.count)) } ?? file
            do throws(PromptFaults) {
                let prompt = try read(file, name)
                guard prompts[name] == nil else {
                    throw fault(
                        file,
                        "there is another prompt with the name \(name); remove or rename one of the files"
                    )
                }
                prompts[name] = prompt
            } catch {
                faults += error.faults
                if prompts[name] == nil { prompts[name] = former[name] }
            }
        }
        return (prompts, PromptFaults(faults: faults))
    }

    private func read(_ file: String, _ name: String) throws(PromptFaults) -> PromptFile {
        guard PromptFile.isName(name) else {
            throw fault(
                file,
                "the name of a prompt has 1 to \(PromptFile.Limits.name) letters, digits, hyphens and underscores; rename the file"
            )
        }
        let path = folder + "/" + file
        let text: String
        do throws(RegularFile.Fault) {
            text = try RegularFile.text(of: path, upTo: PromptFile.Limits.bytes)
        } catch {
            throw fault(file, "the file \(error)")
        }
        return try PromptFile(parsing: text, name: name, file: path)
    }

    private func fault(_ file: String, _ message: String) -> PromptFaults {
        PromptFaults(faults: [PromptFault(file: folder + "/" + file, message: message)])
    }
}
