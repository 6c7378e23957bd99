import Foundation

/// A client for the official conformance suite of the Model Context Protocol, made of the MCP client of Torii.
///
/// The suite starts it for each scenario. The server's address is the last argument; the environment names the scenario
/// (`MCP_CONFORMANCE_SCENARIO`), the revision (`MCP_CONFORMANCE_PROTOCOL_VERSION`) and the scenario's data (`MCP_CONFORMANCE_CONTEXT`).
@main
struct ConformanceClient {
    static func main() async {
        guard
            let scenario = Scenario(arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment)
        else {
            fail("Set MCP_CONFORMANCE_SCENARIO, and give the server's address as the last argument.")
        }
        do {
            try await scenario.run()
        } catch {
            fail("\(scenario.name) failed: \(error)")
        }
    }

    private static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(1)
    }
}
