import BenchmarkReport
import Foundation

/// The count of instructions outside the kernel by valgrind's callgrind, used if the machine cannot count them.
struct InstructionCount {
    /// The command that executes the server.
    let runner: [String]
    private let folder: URL

    /// Finds the required programs.
    ///
    /// - Parameter folder: The folder for the counts.
    init(in folder: URL) throws {
        guard let valgrind = Tool.path("valgrind"), Tool.path("vgdb") != nil else {
            throw BenchmarkFailure(
                "This machine does not count instructions, and valgrind, which does, is missing; install it"
                    + " (apt-get install valgrind)."
            )
        }
        self.folder = folder
        runner = [valgrind, "--tool=callgrind", "--callgrind-out-file=\(folder.path)/callgrind"]
    }

    /// Returns the number of instructions that the process has executed since the last call.
    func sinceLast(_ process: Int32) throws -> Int {
        let before = try dumps()
        _ = try Tool.run("vgdb", ["--pid=\(process)", "dump"])
        guard let name = try dumps().subtracting(before).first else {
            throw BenchmarkFailure("valgrind wrote no count.")
        }
        let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        guard let line = text.split(separator: "\n").last(where: { $0.hasPrefix("totals:") }),
            let count = Int(line.dropFirst("totals:".count).filter(\.isNumber))
        else { throw BenchmarkFailure("\(name) of valgrind has no total.") }
        return count
    }

    private func dumps() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("callgrind.") })
    }
}
