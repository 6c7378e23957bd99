import FileReading
import Foundation
import StreamingJSON
package import ToolDeclarations

/// The folder of declarations, which has files of tools beside those of MCP servers.
package enum ToolFolder {
    /// The endings of declarations.
    package static let endings = ["yaml", "yml", "json"]
    private static let mostFiles = 64
    private static let mostBytes = 1_000_000

    /// A file of tools, read or faulty.
    package typealias Reading = Result<ToolDeclarationFile, DeclarationError>

    /// What shows that a file may have changed.
    package struct Stamp: Hashable, Sendable {
        var size: Int
        var number: UInt64
        /// The time of the last change of content or attributes, which no tool that copies files can set back.
        var seconds: Int
        var nanoseconds: Int
    }

    /// Reads all files of tools in a folder, in the order of their names, and checks that they fit each other.
    ///
    /// - Parameter surroundings: What the files must fit besides each other.
    /// - Throws: ``DeclarationError`` for the first fault.
    package static func files(
        in folder: String,
        beside surroundings: DeclarationSet.Surroundings = .init()
    ) throws(DeclarationError) -> [ToolDeclarationFile] {
        var files: [ToolDeclarationFile] = []
        for path in try paths(in: folder) {
            guard let text = try text(at: path) else { continue }
            files.append(try ToolDeclarationFile(text, file: path))
        }
        try DeclarationSet.check(files, beside: surroundings)
        return files
    }

    /// Returns the path of a file, or the paths of all declarations in a folder.
    ///
    /// - Throws: ``DeclarationError`` if there is neither.
    package static func paths(ofFilesAt path: String) throws(DeclarationError) -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw DeclarationError(path, "there is no such file; check its name")
        }
        return isFolder.boolValue ? try paths(in: path) : [path]
    }

    /// Returns the paths of all declarations in a folder, of both kinds.
    ///
    /// - Throws: ``DeclarationError`` if the folder cannot be read.
    package static func paths(in folder: String) throws(DeclarationError) -> [String] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            throw DeclarationError(
                folder,
                "this folder cannot be read; create it, or remove the setting TORII_TOOLS_DIR"
            )
        }
        let found = names.filter { name in
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            return !name.hasPrefix(".") && parts.count == 2 && endings.contains(parts[1].lowercased())
        }
        guard found.count <= mostFiles else {
            throw DeclarationError(folder, "it has more than \(mostFiles) declarations")
        }
        return found.map { "\(folder)/\($0)" }
    }

    /// Returns the text of a file of tools; `nil` for a declaration of another kind.
    ///
    /// - Parameter isPipeRead: Whether it may be a pipe, because a person names it for one command.
    /// - Throws: ``DeclarationError`` if the file cannot be read.
    package static func text(at path: String, isPipeRead: Bool = false) throws(DeclarationError) -> String? {
        let text: String
        do throws(RegularFile.Fault) {
            text = try RegularFile.text(of: path, upTo: mostBytes, isPipeRead: isPipeRead)
        } catch {
            throw DeclarationError(path, "the file \(error)")
        }
        return declaresTools(text) ? text : nil
    }

    /// Returns the stamp of a file; `nil` if there is none.
    package static func stamp(of path: String) -> Stamp? {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        return Stamp(
            size: Int(facts.st_size),
            number: UInt64(facts.st_ino),
            seconds: facts.st_ctim.tv_sec,
            nanoseconds: facts.st_ctim.tv_nsec
        )
    }

    /// Returns whether a text has `torii` among its outermost names.
    package static func declaresTools(_ text: String) -> Bool {
        if text.utf8.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "{") {
            // What cannot be parsed is decided by the name alone, so that the fault is said of the likelier kind.
            guard let value = try? JSONValue(parsing: text) else {
                return text.utf8.firstRange(of: "\"torii\"".utf8) != nil
            }
            return value["torii"] != nil
        }
        // By bytes: characters with many combining marks are compared in quadratic time.
        return text.utf8.split(separator: UInt8(ascii: "\n")).contains { line in
            ["torii:", "\"torii\":", "'torii':"].contains { line.starts(with: $0.utf8) }
        }
    }
}
