import AgentTools
import JSONQuery
import StreamingJSON
import ToolDeclarations
import Transport

extension UpstreamDeclaration {
    /// Returns what an answer means: by the declared rules, of which the first that matches counts, or else by its status.
    func meaning(of answer: DeclaredAnswer) -> FaultRule.Meaning {
        for rule in faults where rule.matches(answer) { return rule.meaning }
        return switch answer.status {
        case 200..<300: .ok
        case 401: .keyRefused
        // Without a check that shows the difference, it may also be a right that the key lacks.
        case 403: check == nil ? .refused : .keyRefused
        case 402: .outOfCredit
        case 404, 410: .notFound
        case 429: .rateLimited
        case 408, 425, 500...: .unavailable
        default: .refused
        }
    }
}

extension FaultRule {
    fileprivate func matches(_ answer: DeclaredAnswer) -> Bool {
        if let status, !status.matches(answer.status) { return false }
        for (name, value) in headers {
            guard answer.headers.values(of: name).contains(where: { $0.lowercased() == value.lowercased() }) else {
                return false
            }
        }
        guard let condition else { return true }
        return answer.value.map { (try? condition.values(in: $0))?.isEmpty == false } ?? false
    }
}

extension FaultRule.Meaning {
    /// The failure; `nil` for an answer that is none.
    var failureCode: UpstreamFailure.Code? {
        switch self {
        case .keyRefused: .keyRefused
        case .outOfCredit: .outOfCredit
        case .rateLimited: .rateLimited
        case .unavailable: .unavailable
        case .refused: .refused
        case .unreadable: .unreadable
        case .notFound, .ok: nil
        }
    }
}
