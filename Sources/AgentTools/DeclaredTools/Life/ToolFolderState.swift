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
    /// The faults of files whose earlier version is in use, by path.
    private(set) var faults: [String: DeclarationError] = [:]

    init(_ files: [ToolDeclarationFile]) {
        good = Dictionary(files.map { ($0.file, $0) }) { first, _ in first }
    }

    /// Takes what was read, and decides what to load, to keep and to remove.
    ///
    /// A faulty file keeps its earlier version, also if it only does not fit the others.
    ///
    /// - Parameters:
    ///   - readings: The files that changed, by path.
    ///   - paths: The paths of all files that are there.
    ///   - others: The tools that the files do not declare.
    mutating func update(
        _ readings: [String: ToolFolder.Reading],
        paths: [String],
        beside others: [DeclarationSet.OtherTool] = []
    ) -> Change {
        var change = Change()
        change.removed = good.keys.filter { !paths.contains($0) }.sorted()
        for path in change.removed { good[path] = nil }
        faults = faults.filter { paths.contains($0.key) }
        for (path, reading) in readings.sorted(by: { $0.key < $1.key }) {
            switch reading {
            case .failure(let fault): set(fault, of: path, &change)
            case .success(let file):
                guard good[path]?.digest != file.digest else {
                    faults[path] = nil
                    continue
                }
                let files = good.filter { $0.key != path }.values.sorted { $0.file < $1.file } + [file]
                if let fault = DeclarationSet.faults(of: files, beside: others).first {
                    // The fault may be shown at another file, and it is this one that brings it.
                    set(
                        DeclarationError(path, fault.file == path ? fault.line : 0, 1, fault.message),
                        of: path,
                        &change
                    )
                    continue
                }
                good[path] = file
                faults[path] = nil
                change.loaded.append(file)
            }
        }
        return change
    }

    /// Goes back to an earlier version, because the tools of the new one cannot be made.
    mutating func reject(_ file: ToolDeclarationFile, for earlier: ToolDeclarationFile?, _ fault: DeclarationError) {
        good[file.file] = earlier
        faults[file.file] = fault
    }

    private mutating func set(_ fault: DeclarationError, of path: String, _ change: inout Change) {
        guard faults[path] != fault else { return }
        faults[path] = fault
        change.faults.append(fault)
    }
}
