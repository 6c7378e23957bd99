import Testing

@testable import ToriiApp

/// The names of services, which a service group makes at the start by printing each service.
@Suite struct ServiceNameTests {
    @Test func aServiceIsNamedWithoutItsParts() {
        let logger = LogCapture().logger
        #expect("\(ToriiServer(settings: Settings(), logger: logger, onListening: { _ in }))" == "ToriiServer")
        #expect("\(HeapUpkeep(logger: logger))" == "HeapUpkeep")
    }
}
