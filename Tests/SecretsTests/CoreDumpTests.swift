import Foundation
import Glibc
import Secrets
import Testing

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
}
