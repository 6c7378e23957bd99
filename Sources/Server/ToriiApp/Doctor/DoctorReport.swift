import KeyVault
import StreamingJSON

/// The report of the doctor: a table for people, JSON for scripts.
public struct DoctorReport: Sendable, Equatable {
    /// The state of a finding's subject.
    public enum State: String, Sendable, CaseIterable {
        /// It works.
        case ok
        /// It may not work, or it is not needed.
        case warning
        /// It is configured and does not work.
        case broken
    }

    /// The result of one check.
    public struct Finding: Sendable, Equatable {
        /// The state.
        public var state: State
        /// The subject: `openai`, `openai key`, `port`.
        public var subject: String
        /// A sentence about the subject, never with a secret.
        public var message: String

        init(_ state: State, _ subject: String, _ message: String) {
            (self.state, self.subject, self.message) = (state, subject, message)
        }
    }

    /// The findings, in the order of the report.
    public var findings: [Finding]

    /// Whether nothing that is configured is broken.
    public var isHealthy: Bool { !findings.contains { $0.state == .broken } }

    /// A table with one line per finding, and a summary line.
    public var text: String {
        let width = findings.map(\.subject.count).max() ?? 0
        let lines = findings.map { finding in
            "\(Self.mark(finding.state))  \(Self.padded(finding.subject, to: width))  \(finding.message)"
        }
        return (lines + ["", summary]).joined(separator: "\n")
    }

    /// The report for scripts: `{"healthy":…,"findings":[{"state":…,"subject":…,"message":…}]}`.
    public var json: String {
        let value: JSONValue = [
            "healthy": .bool(isHealthy),
            "findings": .array(
                findings.map { finding in
                    [
                        "state": .string(finding.state.rawValue), "subject": .string(finding.subject),
                        "message": .string(finding.message),
                    ]
                }
            ),
        ]
        return value.serialized()
    }

    private var summary: String {
        let broken = findings.count { $0.state == .broken }
        let warnings = findings.count { $0.state == .warning }
        let counts = [(broken, "broken"), (warnings, warnings == 1 ? "warning" : "warnings")].filter { $0.0 > 0 }
        guard !counts.isEmpty else { return "All checks passed." }
        return counts.map { "\($0.0) \($0.1)" }.joined(separator: ", ") + "."
    }

    private static func mark(_ state: State) -> String {
        switch state {
        case .ok: "ok     "
        case .warning: "warning"
        case .broken: "BROKEN "
        }
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: width - text.count)
    }
}

extension DoctorReport.Finding {
    /// Creates the finding of a key check.
    ///
    /// - Parameter name: The name that identifies the key, such as its label and last characters.
    init(_ check: KeyCheck, of name: String, for upstream: String) {
        switch check {
        case .verified: self.init(.ok, "\(upstream) key", "\(name) works")
        case .invalid(let reason): self.init(.broken, "\(upstream) key", "the upstream refuses \(name): \(reason)")
        case .unknown(let reason): self.init(.warning, "\(upstream) key", "\(name) could not be checked: \(reason)")
        }
    }
}
