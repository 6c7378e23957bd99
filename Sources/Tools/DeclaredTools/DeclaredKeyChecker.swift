import AgentTools
import FoundationEssentials
import JSONQuery
package import KeyLeasing
package import Secrets
import StreamingJSON
package import ToolDeclarations
import Transport

/// Checks a key of a declared service by the declared call.
package struct DeclaredKeyChecker: KeyChecker {
    private let declaration: UpstreamDeclaration
    private let surroundings: DeclaredToolSurroundings

    private static let timeLimit: Duration = .seconds(20)

    /// Makes a checker of one service's keys.
    package init(_ declaration: UpstreamDeclaration, in surroundings: DeclaredToolSurroundings) {
        (self.declaration, self.surroundings) = (declaration, surroundings)
    }

    /// Checks the key: the declared statuses verify or refuse it, and everything else leaves it undecided.
    package func check(_ secret: SecretString, for upstream: String) async -> KeyCheck {
        guard let check = declaration.check else {
            return .unknown(reason: "the declaration of \(declaration.name) has no 'check'")
        }
        let faults = declaration.auth.compactMap { $0.formFault(of: secret, declaration.base) }
        if !declaration.auth.isEmpty, faults.count == declaration.auth.count, let fault = faults.first {
            return .invalid(reason: fault.message)
        }
        // Only the status decides here, so the rules for failures are set aside.
        var alone = declaration
        alone.faults = [FaultRule(meaning: .ok)]
        alone.attempts = 1
        var surroundings = surroundings
        surroundings.lease = { _ in KeyLease(keyID: "checked", secret: secret) }
        let service = DeclaredUpstream(alone, in: surroundings)
        do {
            let request = try check.request.request(to: declaration.base, with: RequestValues(arguments: [:]))
            let answer = try await service.send(
                UpstreamCall(
                    request: request,
                    isRepeatable: false,
                    bytes: declaration.limits.bytes,
                    end: .now + Self.timeLimit,
                    form: nil
                )
            )
            return check.verdict(of: answer)
        } catch let failure as UpstreamFailure where failure.code == .keyRefused {
            return .invalid(reason: "\(failure)")
        } catch let failure as UpstreamFailure {
            return .unknown(reason: "\(failure)")
        } catch let fault as RequestFault {
            return .unknown(reason: "the declared check cannot be made: \(fault.message.english)")
        } catch {
            return .unknown(reason: "the check was cancelled")
        }
    }
}

extension KeyCheckDeclaration {
    /// Returns what an answer shows about the key.
    fileprivate func verdict(of answer: DeclaredAnswer) -> KeyCheck {
        let host = HTTPRequest.host(of: answer.url)
        if refused.contains(where: { $0.matches(answer.status) }) {
            return .invalid(reason: "\(host) does not accept the API key (HTTP \(answer.status))")
        }
        guard accepted.contains(where: { $0.matches(answer.status) }) else {
            return .unknown(reason: "\(host) answered with HTTP \(answer.status), which says nothing about the key")
        }
        guard let requires else { return .verified }
        let isFound = answer.value.map { (try? requires.values(in: $0))?.isEmpty == false } ?? false
        return isFound ? .verified : .invalid(reason: "\(host) answered without what the declared check requires")
    }
}

extension KeyPlacement {
    /// Returns why a key cannot have this place; `nil` if it can.
    fileprivate func formFault(of secret: SecretString, _ base: BaseAddress) -> KeyFormFault? {
        let request = DeclaredRequest(method: "GET", url: base.description)
        do throws(KeyFormFault) {
            for case .oauth2(let credentials) in parts { _ = try credentials.tokenRequest(secret) }
            _ = try credentials(secret, token: SecretString("token"), for: request, at: 0)
            return nil
        } catch {
            return error
        }
    }
}
