/// Whether a turn is let in.
public enum AdmissionDecision: Sendable {
    /// It is; the reservation stands for what it may use.
    case admitted(Reservation)

    /// It is not.
    case refused(AdmissionRefusal)
}
