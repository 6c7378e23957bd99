import StreamingJSON

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Asks a model one question, read as JSON from standard input, and prints the answer as one line of JSON.
///
/// `make integration` checks structured answers with it: a session over a model, as a program uses it, without a server.
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
