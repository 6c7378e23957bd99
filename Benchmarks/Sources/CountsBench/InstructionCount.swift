import BenchmarkReport
import Foundation

/// Instructions outside the kernel, counted by valgrind's callgrind where the machine itself does not count them.
struct InstructionCount {
    /// What executes the server.
    let runner: [String]
    private let folder: URL

    /// Finds the programs that it takes.
    ///
    /// - Parameter folder: Where the counts are written.
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

    /// How many the process has executed since this was asked last.
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
