/// The reason why a command failed, as a sentence.
///
/// Unlike a `ValidationError`, it does not print the command's usage.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
