/// Why a command could not be carried out, in a sentence; unlike a `ValidationError` it does not print how the command is used.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
