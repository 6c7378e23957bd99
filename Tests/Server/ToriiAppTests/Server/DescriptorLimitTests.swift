import Glibc
import Testing

@testable import AgentServer
@testable import ToriiApp

@Suite struct DescriptorLimitTests {
    @Test func theLimitIsRaisedToTheSystemsMaximum() throws {
        let log = LogCapture()
        let former = try #require(DescriptorLimit.current)
        // The limit is reduced by one. No other test needs that many descriptors.
        var limit = rlimit(rlim_cur: former.hard - 1, rlim_max: former.hard)
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        DescriptorLimit.raise(log.logger)
        let raised = try #require(DescriptorLimit.current)
        #expect(raised.soft == former.hard && raised.hard == former.hard)
        #expect(log.text.contains("Raised the limit of open files"))
        #expect(log.text.contains("\(former.hard)"))
    }

    @Test(
        arguments: [
            (UInt?.some(200), 68), (1024, 480), (65_536, 32_736), (0, 16), (UInt.max, 1_000_000), (nil, 480),
        ] as [(UInt?, Int)]
    )
    func theLimitLeavesDescriptorsForUpstreams(_ descriptors: UInt?, connections: Int) {
        #expect(DescriptorLimit.connections(of: descriptors) == connections)
    }
}
