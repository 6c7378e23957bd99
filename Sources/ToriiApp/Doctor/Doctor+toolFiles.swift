import AgentTools
import KeyVault
import ToolDeclarations

extension Doctor {
    /// Returns the findings of the declared tools and of the keys of their services; empty if no file declares tools.
    ///
    /// A faulty file has stopped the reading of the settings already.
    func examineToolFiles(_ stored: [KeyDescription], in vault: KeyVault?) async -> [DoctorReport.Finding] {
        let files = settings.toolFiles
        guard !files.isEmpty else { return [] }
        let tools = files.reduce(0) { $0 + $1.tools.count + $1.aggregates.count }
        var findings: [DoctorReport.Finding] = [
            .init(
                .ok,
                "tool files",
                "\(files.count) \(files.count == 1 ? "file" : "files") with \(tools) \(tools == 1 ? "tool" : "tools")"
            )
        ]
        let checker = UpstreamKeyChecker(settings: settings, client: client)
        for name in checker.toolFiles.keyedUpstreams.sorted() {
            let keys = stored.filter { $0.upstream == name }
            if keys.isEmpty {
                findings.append(.init(.broken, "\(name) key", "there is none; add one with `torii keys add \(name)`"))
            }
            for key in keys { findings.append(await examine(key, with: checker, in: vault)) }
        }
        return findings
    }
}
