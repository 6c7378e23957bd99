import AgentWire
import Hummingbird

/// What stands behind the `?` in the address of a tool call without a model: for whom it is made, and whether a person agrees.
///
/// None of it is an argument of the call. Arguments are often written by a model, and a model must not be able to agree in a
/// person's place.
struct DirectCallQuery {
    let locale: String?
    let timeZone: String?
    /// Whether the caller says that a person was asked and agrees; only needed for what destroys or sends something.
    let isConfirmed: Bool

    init(_ request: Request) {
        locale = request.query("locale")
        timeZone = request.query("time_zone")
        isConfirmed = request.query("confirm") == "true"
    }

    /// What is wrong with it; `nil` when nothing is.
    var fault: String? {
        if let fault = locale.flatMap(CallerFields.fault(inLocale:)) { return "The locale is \(fault)." }
        return timeZone.flatMap(CallerFields.fault(inTimeZone:)).map { "The time_zone is \($0)." }
    }
}
