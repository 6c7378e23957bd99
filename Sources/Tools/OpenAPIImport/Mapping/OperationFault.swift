/// The reason why an operation is left out.
struct OperationFault: Error {
    let reason: Unmapped.Reason
    let message: String
    var place: Place?
}
