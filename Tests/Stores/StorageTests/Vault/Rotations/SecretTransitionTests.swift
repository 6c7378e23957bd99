import Storage
import Testing

@Suite struct SecretTransitionTests {
    private static let erased = SecretTransition(to: .removed, erasesBytes: true)

    /// A change, the stored state (`nil`: no such secret), and the transition that it allows.
    @Test(
        arguments: [
            (.retire("k"), .active, SecretTransition(to: .retired)),
            (.restore("k"), .retired, SecretTransition(to: .active)),
            (.withdraw("k"), .active, erased), (.withdraw("k"), .removed, erased), (.erase("k"), .retired, erased),
            (.erase("k"), .active, nil), (.erase("k"), .removed, nil), (.erase("k"), nil, nil),
        ] as [(SecretChange, SealedSecretState?, SecretTransition?)]
    )
    func statesThatAllowAChange(
        change: SecretChange,
        state: SealedSecretState?,
        transition: SecretTransition?
    ) throws {
        #expect(try change.transition(from: state) == transition)
    }

    @Test(
        arguments: [
            (.retire("k"), .retired), (.retire("k"), .removed), (.retire("k"), nil), (.restore("k"), .active),
            (.restore("k"), .removed), (.restore("k"), nil), (.withdraw("k"), .retired), (.withdraw("k"), nil),
        ] as [(SecretChange, SealedSecretState?)]
    )
    func statesThatForbidAChange(change: SecretChange, state: SealedSecretState?) {
        let error = #expect(throws: StoreError.self) { try change.transition(from: state) }
        #expect(error?.code == .conflict)
    }
}
