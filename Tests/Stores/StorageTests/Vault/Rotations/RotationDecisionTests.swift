import Foundation
import Storage
import Testing

@Suite struct RotationDecisionTests {
    private func rotation(
        _ id: String,
        _ state: RotationState = .requested,
        erasedAt: Date? = nil
    ) -> RotationRecord {
        var record = RotationRecord(
            id: id,
            upstream: "openai",
            oldKey: "old",
            newKey: "new",
            fingerprint: "f",
            lastFour: nil,
            isForced: false,
            drain: 600,
            keep: 600,
            actor: "admin:1",
            idempotencyKey: nil,
            requestHash: Data(),
            createdAt: Date(timeIntervalSince1970: 0)
        )
        (record.state, record.erasedAt) = (state, erasedAt)
        return record
    }

    @Test func aRepeatedRequestComesBeforeABusyUpstream() {
        let (known, other) = (rotation("1"), rotation("2"))
        #expect(RotationStart(known: nil, underCheck: nil) == .begun)
        #expect(RotationStart(known: known, underCheck: nil) == .repeated(known))
        #expect(RotationStart(known: nil, underCheck: other) == .busy(other))
        #expect(RotationStart(known: known, underCheck: other) == .repeated(known))
    }

    @Test func onlyRequestedAndVerifyingRotationsAreUnderCheck() {
        #expect(RotationState.allCases.filter(\.isUnderCheck) == [.requested, .verifying])
    }

    @Test(arguments: RotationState.allCases, RotationState.allCases)
    func aStepNeedsTheExpectedState(former: RotationState, stored: RotationState) {
        func error(_ stored: RotationRecord?) -> StoreError.Code? {
            do {
                try RotationRecord.requireStep(from: former, stored: stored)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(error(rotation("1", stored)) == (former == stored ? nil : .conflict))
        #expect(error(rotation("1", stored, erasedAt: Date(timeIntervalSince1970: 1))) == .conflict)
        #expect(error(nil) == .conflict)
    }
}
