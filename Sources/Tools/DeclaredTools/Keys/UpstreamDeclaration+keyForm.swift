package import KeyLeasing
package import ToolDeclarations

extension UpstreamDeclaration {
    /// The characters that its keys may have: a password has others than a token.
    package var keyForm: KeyForm {
        let hasPassword = auth.flatMap(\.parts).contains { part in
            if case .basic = part { true } else { false }
        }
        return hasPassword ? .text : .token
    }
}
