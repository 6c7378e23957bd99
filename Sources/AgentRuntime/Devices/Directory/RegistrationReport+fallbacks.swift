import AgentWire
import AssistantSchemas

extension RegistrationReport {
    /// Rejects the tools whose fallback does not fit the JSON Schema of their output.
    mutating func rejectUnfitFallbacks(of registration: ToolboxRegistration) {
        for tool in accepted.tools {
            guard let fallback = tool.fallback,
                let fault = DeviceOutputCheck(app: nil).checked(fallback: fallback, of: tool).faults.first
            else { continue }
            accepted.tools.removeAll { $0.name == tool.name }
            let index = registration.tools.firstIndex { $0.name == tool.name } ?? 0
            rejected.append(
                RegistrationFinding(
                    schema: tool.name,
                    code: .invalidFallback,
                    message: "The fallback of '\(tool.name)' does not fit its output: \(fault.detail).",
                    path: "/tools/\(index)/fallback/value" + fault.pointer
                )
            )
        }
    }
}
