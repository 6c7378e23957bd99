@testable import AgentRuntime

extension DeviceCallLimits {
    /// Limits that no call and no device exceeds while a busy machine runs other tests.
    static var patient: Self {
        var limits = Self()
        (limits.claim, limits.query, limits.liveness) = (.seconds(600), .seconds(600), .seconds(600))
        return limits
    }
}
