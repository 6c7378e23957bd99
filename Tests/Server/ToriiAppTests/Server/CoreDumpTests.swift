import CFileSystem
import Foundation
import Glibc
import Testing
import ToriiApp

@Suite(.timeLimit(.minutes(2))) struct CoreDumpTests {
    @Test func noMemoryIsDumped() async {
        await #expect(processExitsWith: .success) {
            CoreDumps.disable()
            var limit = rlimit()
            #expect(getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0)
            #expect(limit.rlim_cur == 0 && limit.rlim_max == 0)
            let filter = try String(contentsOfFile: "/proc/self/coredump_filter", encoding: .utf8)
            #expect(UInt(filter.trimmingCharacters(in: .whitespacesAndNewlines), radix: 16) == 0)
        }
    }

    @Test(arguments: ["", "enable=no", "color=no,enable=yes"]) func othersCannotReadTheProcess(backtrace: String) async
    {
        await #expect(processExitsWith: .success) { [backtrace] in
            setenv("SWIFT_BACKTRACE", backtrace, 1)
            #expect(cfilesystem_is_open_to_others() == 1)
            CoreDumps.disable()
            // Backtraces need the right to read.
            #expect((cfilesystem_is_open_to_others() == 1) == backtrace.contains("enable=yes"))
            // The process itself still reads what it needs.
            let sizes = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
            let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            #expect(!sizes.isEmpty && !files.isEmpty)
        }
    }
}
