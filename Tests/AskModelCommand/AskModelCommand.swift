import StreamingJSON

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Asks a model one question, given as JSON on the standard input, and prints the answer as a line of JSON.
///
/// It is what `make integration` checks structured answers with: a session over a model as a program has it, with no server around.
@main
enum AskModelCommand {
    static func main() async {
        var input = ""
        while let line = readLine(strippingNewline: false) { input += line }
        do {
            let answer = try await Question(json: input).ask()
            print(answer.serialized())
        } catch {
            print("ask-model: \(error)")
            exit(1)
        }
    }
}
