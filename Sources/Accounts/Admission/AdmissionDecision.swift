/// The decision about a turn.
public enum AdmissionDecision: Sendable {
    /// The turn is admitted; the reservation holds the amount that it may use.
    case admitted(Reservation)

    /// The turn is refused.
    case refused(AdmissionRefusal)
}
