import AgentTools
import ToolDeclarations

/// What is known of the files of tools in a folder: the last good version of each, and its fault.
struct ToolFolderState: Sendable {
    /// What a look at the folder changes.
    struct Change: Sendable {
        /// The files whose tools are offered from now on.
        var loaded: [ToolDeclarationFile] = []
        /// The paths of files that are gone.
        var removed: [String] = []
        /// The faults that were not known before.
        var faults: [DeclarationError] = []

        /// Whether nothing changes.
        var isEmpty: Bool { loaded.isEmpty && removed.isEmpty && faults.isEmpty }
    }

    /// The versions in use, by path.
    private(set) var good: [String: ToolDeclarationFile]
    /// The faults by path; the earlier version of such a file stays in use.
    private(set) var faults: [String: DeclarationError] = [:]
    /// The present text of each file, by path.
    private var present: [String: ToolFolder.Reading]

    init(_ files: [ToolDeclarationFile]) {
        good = Dictionary(files.map { ($0.file, $0) }) { first, _ in first }
        present = good.mapValues { .success($0) }
    }

    /// The versions in use, in the order of their paths.
    var files: [ToolDeclarationFile] { good.values.sorted { $0.file < $1.file } }

    /// Takes what was read, and decides what to load, to keep and to remove.
    ///
    /// A faulty file keeps its earlier version, also if it only does not fit the others. Files that did not fit before are looked at again,
    /// because another file may have been mended.
    ///
    /// - Parameters:
    ///   - readings: The files that changed, by path.
    ///   - paths: The paths of all files that are there.
    ///   - surroundings: What the files must fit besides each other.
    mutating func update(
        _ readings: [String: ToolFolder.Reading],
        paths: [String],
        beside surroundings: DeclarationSet.Surroundings = .init()
    ) -> Change {
        let earlier = good
        var change = Change()
        change.removed = good.keys.filter { !paths.contains($0) }.sorted()
        good = good.filter { paths.contains($0.key) }
        present = present.filter { paths.contains($0.key) }.merging(readings) { $1 }
        let refused = choose(beside: surroundings)
        var found: [String: DeclarationError] = [:]
        // A version in use can become faulty too: when the file is gone whose tools it asks.
        for fault in DeclarationSet.faults(of: files, beside: surroundings) {
            found[fault.file] = found[fault.file] ?? fault
        }
        found.merge(refused) { $1 }
        for (path, reading) in present {
            if case .failure(let fault) = reading { found[path] = fault }
        }
        change.faults = found.values.filter { faults[$0.file] != $0 }.sorted { $0.file < $1.file }
        change.loaded = files.filter { earlier[$0.file]?.digest != $0.digest }
        faults = found
        return change
    }

    /// Takes all new versions that fit, and returns why the others do not.
    private mutating func choose(beside surroundings: DeclarationSet.Surroundings) -> [String: DeclarationError] {
        var waiting: [ToolDeclarationFile] = []
        for (path, reading) in present {
            guard case .success(let file) = reading, good[path]?.digest != file.digest else { continue }
            waiting.append(file)
        }
        waiting.sort { $0.file < $1.file }
        // All at once first: a tool may have moved from one file to another.
        let all = good.merging(waiting.map { ($0.file, $0) }) { $1 }
        if DeclarationSet.faults(of: all.values.sorted { $0.file < $1.file }, beside: surroundings).isEmpty {
            good = all
            return [:]
        }
        var faults: [String: DeclarationError] = [:]
        var tookOne = true
        while tookOne {
            tookOne = false
            for file in waiting {
                // A file in use that is faulty already is no reason to refuse another one, which may be what mends it.
                let known = Set(DeclarationSet.faults(of: files, beside: surroundings).map(\.file))
                let others = files.filter { $0.file != file.file }
                // The file last, so that it has the fault and not one of those in use.
                let fault = DeclarationSet.faults(of: others + [file], beside: surroundings).first {
                    $0.file == file.file || !known.contains($0.file)
                }
                if let fault {
                    faults[file.file] = DeclarationError(
                        file.file,
                        fault.file == file.file ? fault.line : 0,
                        1,
                        fault.message
                    )
                    continue
                }
                good[file.file] = file
                faults[file.file] = nil
                waiting.removeAll { $0.file == file.file }
                tookOne = true
            }
        }
        return faults
    }

    /// Goes back to an earlier version, because the tools of the new one cannot be made.
    mutating func reject(_ file: ToolDeclarationFile, for earlier: ToolDeclarationFile?, _ fault: DeclarationError) {
        good[file.file] = earlier
        present[file.file] = .failure(fault)
        faults[file.file] = fault
    }
}
