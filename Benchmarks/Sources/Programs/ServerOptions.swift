/// The command line of a benchmark of the whole server.
public struct ServerOptions {
    /// The path of the binary under test.
    public private(set) var server = ""
    private var numbers: [String: Int]

    /// Reads the arguments after the program's name: `--server <path>`, and numbers with known names.
    public init(_ arguments: some Collection<String>, numbers: [String: Int]) throws {
        self.numbers = numbers
        var rest = Array(arguments)[...]
        while let name = rest.popFirst() {
            guard let value = rest.popFirst() else { throw ChildProcess.Failure("\(name) needs a value.") }
            if name == "--server" {
                server = value
            } else if numbers[name] != nil, let number = Int(value), number > 0 {
                self.numbers[name] = number
            } else {
                throw ChildProcess.Failure("There is no option \(name) \(value).")
            }
        }
        guard !server.isEmpty else { throw ChildProcess.Failure("Say with --server which torii to measure.") }
    }

    /// Returns a number by its option's name.
    public subscript(name: String) -> Int { numbers[name] ?? 0 }
}
