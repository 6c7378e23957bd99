/// The reason why a schema cannot be used; the operation that needs it is left out.
struct SchemaFault: Error {
    let reason: Unmapped.Reason
    let message: String
}
