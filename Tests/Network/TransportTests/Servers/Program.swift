import Glibc

/// The programs that tests against real servers need.
enum Program {
    /// The path of a program; `nil` when this machine has none of that name.
    static func path(_ name: String) -> String? {
        let folders = (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":").map(String.init)
        return (folders + ["/usr/sbin", "/usr/local/sbin", "/usr/bin"]).lazy.map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 }
    }
}
