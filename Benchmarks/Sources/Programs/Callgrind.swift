public import Foundation

/// A server that valgrind's callgrind executes, which counts what it does outside the kernel.
public struct Callgrind {
    /// The server.
    public let torii: ToriiProcess
    private let folder: URL

    /// Starts the server.
    ///
    /// - Parameters:
    ///   - program: The path of the binary.
    ///   - folder: The folder of the server, which may have data.
    ///   - model: The port of a `ModelServer`.
    ///   - settings: Further settings, by their names in the environment.
    public init(_ program: String, in folder: URL, model: Int, settings: [String: String] = [:]) throws {
        guard let valgrind = Tool.path("valgrind"), Tool.path("vgdb") != nil else {
            throw ChildProcess.Failure(
                "valgrind is missing, which counts instructions where the machine does not; install it"
                    + " (apt-get install valgrind)."
            )
        }
        self.folder = folder
        // Valgrind cannot read the symbol file beside the binary, so it executes a copy without it.
        let copy = folder.appendingPathComponent("torii-alone")
        try FileManager.default.copyItem(at: URL(fileURLWithPath: program), to: copy)
        torii = try ToriiProcess(
            copy.path,
            in: folder,
            model: model,
            settings: settings,
            runner: [valgrind, "--tool=callgrind", "--callgrind-out-file=\(folder.path)/callgrind"]
        )
    }

    /// Returns the counts since the last call.
    public func sinceLast() throws -> CallgrindCounts {
        let before = try dumps()
        _ = try Tool.run("vgdb", ["--pid=\(torii.number)", "dump"])
        guard let name = try dumps().subtracting(before).first else {
            throw ChildProcess.Failure("valgrind wrote no count.")
        }
        let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        guard let counts = CallgrindCounts(text) else {
            throw ChildProcess.Failure("\(name) of valgrind has no total.")
        }
        return counts
    }

    private func dumps() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("callgrind.") })
    }
}
