/// A part of a server's code, as the profile's rows name it.
enum Module: String, CaseIterable {
    case kernel
    case swiftRuntime = "Swift's runtime and library"
    case foundation = "Foundation"
    case network = "NIO and Hummingbird"
    case ours = "Torii and other packages"
    case libcurl
    case libc
    case sqlite = "SQLite"
    case others = "other libraries"

    /// Makes the module of a function.
    ///
    /// - Parameters:
    ///   - file: The name of the program or library with the function, in brackets for the kernel.
    ///   - symbol: The function's linker symbol.
    ///   - program: The name of the server's file, which contains several modules.
    init(file: String, symbol: String, program: String) {
        if file == program {
            self = Self.module(ofSymbol: symbol)
        } else if file.hasPrefix("[kernel") {
            self = .kernel
        } else if file.hasPrefix("libcurl") {
            self = .libcurl
        } else if file.hasPrefix("libc.") || file.hasPrefix("[vdso") {
            self = .libc
        } else if file.hasPrefix("libsqlite") {
            self = .sqlite
        } else {
            self = .others
        }
    }

    private static func module(ofSymbol symbol: String) -> Module {
        guard let mangled = symbol.firstRange(of: "$s").map({ symbol[$0.upperBound...] }) else {
            let isRuntime = ["swift", "_swift", "__swift", "_ZN5swift", "_ZNK5swift", "_ZL", "_dispatch", "dispatch"]
                .contains { symbol.hasPrefix($0) }
            return isRuntime ? .swiftRuntime : symbol.contains("NIO") ? .network : .ours
        }
        // A module's name follows its length; the standard library has a letter instead.
        guard let length = Int(mangled.prefix { $0.isNumber }) else { return .swiftRuntime }
        let name = mangled.drop { $0.isNumber }.prefix(length)
        if name.hasPrefix("Foundation") || name.hasPrefix("_Foundation") { return .foundation }
        if ["NIO", "_NIO", "Hummingbird", "HTTPTypes"].contains(where: { name.hasPrefix($0) }) { return .network }
        if ["Synchronization", "Dispatch", "_StringProcessing"].contains(String(name)) { return .swiftRuntime }
        return .ours
    }
}
