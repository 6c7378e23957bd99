import ModelContextProtocol
package import Transport

extension MCPConnection {
    /// Makes a connection to a server behind HTTP; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - server: The server's name, for errors.
    ///   - fields: Further header fields, without keys.
    package convenience init(
        to url: String,
        server: String,
        client: HTTPClient,
        breakers: CircuitBreakers = CircuitBreakers(),
        authorizer: any MCPAuthorizer = MCPNoAuthorization(),
        fields: HTTPHeaders = [:],
        options: MCPConnectionOptions = MCPConnectionOptions()
    ) {
        let channel = HTTPChannel(
            server: server,
            url: url,
            client: client,
            breakers: breakers,
            authorizer: authorizer,
            fields: fields
        )
        self.init(server: server, channel: channel, options: options)
    }

    /// Makes a connection to a command, which ``run()`` starts.
    ///
    /// - Parameter note: Receives what the command writes to its standard error, and what happens to it.
    package convenience init(
        running command: MCPServerCommand,
        server: String,
        options: MCPConnectionOptions = MCPConnectionOptions(),
        note: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        var command = command
        command.receive = { message in
            if case .notification(let notification) = message { options.receive(notification, MCPCallOptions(), nil) }
        }
        self.init(
            server: server,
            channel: CommandChannel(server: server, command: command, note: note),
            options: options
        )
    }
}
