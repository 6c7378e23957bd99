public import AssistantSchemas

/// The authentication that a call of an action needs, from the weakest to the strictest.
public enum IntentAuthenticationPolicy: Sendable, Hashable, CaseIterable, Comparable {
    /// None: also on a locked device.
    case alwaysAllowed
    /// An unlocked device, or authentication on a device nearby.
    case requiresAuthentication
    /// Authentication on the device that runs the action.
    case requiresLocalDeviceAuthentication

    /// The level on the wire.
    public var level: AuthenticationLevel {
        switch self {
        case .alwaysAllowed: .none
        case .requiresAuthentication: .unlocked
        case .requiresLocalDeviceAuthentication: .local
        }
    }

    /// Makes the policy of a level on the wire.
    public init(_ level: AuthenticationLevel) {
        self =
            switch level {
            case .none: .alwaysAllowed
            case .unlocked: .requiresAuthentication
            case .local: .requiresLocalDeviceAuthentication
            }
    }
}

/// The places in which an action can run.
public struct IntentModes: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int

    /// Makes modes from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Without the app on the screen.
    public static let background = Self(rawValue: 1)

    /// With the app on the screen.
    public static let foreground = Self(rawValue: 2)

    /// With the app on the screen, shown at a moment that the action chooses.
    public static func foreground(_ moment: ForegroundMoment) -> Self { .foreground }

    /// The moment at which the app is shown.
    public enum ForegroundMoment: Sendable, Hashable {
        /// Before the action runs.
        case immediate
        /// When the action requests it.
        case dynamic
        /// After the action has run.
        case deferred
    }

    /// The modes on the wire.
    var wire: Set<IntentMode> {
        var modes: Set<IntentMode> = []
        if contains(.background) { modes.insert(.background) }
        if contains(.foreground) { modes.insert(.foreground) }
        return modes
    }
}
