/// Something about a declared server that the operator should know.
package enum MCPServerNotice: Sendable, Equatable {
    /// The tools are offered.
    case ready(tools: Int)
    /// The server cannot be used now; it is tried again.
    case failed(String)
    /// A line that the command wrote, or what happened to it.
    case output(String)
    /// A tool is not offered.
    case refused(tool: String, reason: String)
    /// The first definitions were accepted, because the declaration permits it.
    case accepted(tools: [String])
    /// New definitions wait for the operator.
    case withheldNew(tools: [String])
    /// Definitions changed after they were accepted, and wait for the operator.
    case withheldChanged(tools: [String])
}

/// The state of a declared server.
package struct MCPServerStatus: Sendable, Equatable {
    /// The server's name.
    package let name: String
    /// Whether the last attempt to list its tools succeeded.
    package var isUp: Bool
    /// The number of offered tools.
    package var toolCount: Int
    /// The fault, if the server is not up.
    package var fault: String?

    /// The fault of a server before its tools are listed for the first time.
    static let unasked = "it was not asked yet"

    /// Whether the last attempt to list its tools failed.
    package var isDown: Bool { !isUp && fault != Self.unasked }
}
