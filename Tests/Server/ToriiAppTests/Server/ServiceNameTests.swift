import ServiceLifecycle
import Testing

@testable import ToriiApp

/// The names of services, which a service group makes at the start by printing each service.
@Suite struct ServiceNameTests {
    struct Upkeep<Part: Sendable>: Service {
        let part: Part

        func run() async {}
    }

    @Test func aServiceIsNamedWithoutItsParts() {
        #expect("\(NamedService(service: HeapUpkeep(logger: LogCapture().logger)))" == "HeapUpkeep")
        #expect("\(NamedService(service: Upkeep(part: "password")))" == "Upkeep")
    }
}
