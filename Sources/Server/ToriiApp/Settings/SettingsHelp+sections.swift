extension SettingsHelp {
    /// The sections, in the order of `.env.example`.
    static let sections = [server, turns, upstreams]

    private static let server = Section(
        title: "The server",
        entries: [
            Entry(
                .host,
                "127.0.0.1",
                "The address to listen on. Change it to serve other machines; set TORII_ADMIN_TOKEN first."
            ),
            Entry(.port, "8080", "The port to listen on; 0 for a free one."),
            Entry(
                .adminHost,
                "",
                "A separate address for administrators; 127.0.0.1 if only their port is set. Set it to keep /admin off the clients' "
                    + "network."
            ),
            Entry(.adminPort, "", "A separate port for administrators; 8081 if only their address is set."),
            Entry(
                .publicURL,
                "",
                "The URL at which clients reach the server. Set it behind a proxy that passes Host on."
            ),
            Entry(
                .webHosts,
                "",
                "Further host names to answer to, separated by commas. Set it to the name of a Compose or Kubernetes service."
            ),
            Entry(
                .corsOrigins,
                "",
                "The origins whose web pages may call /v1 and /mcp from a browser, separated by commas. Set it for a web app."
            ),
            Entry(
                .webPages,
                "on",
                "Whether the server has the chat page at / and accepts sign-ins of browsers: on or off."
            ),
            Entry(
                .webDirectory,
                "",
                "A folder with the files of the pages, read for each request. Set it to change the pages without a build."
            ),
            Entry(
                .authorizationServers,
                "",
                "Servers that hand out tokens by OAuth and that MCP clients find here, separated by commas. Their tokens are accepted "
                    + "only by torii issuers add --mcp, which announces them without this setting too."
            ),
            Entry(
                .issuerHosts,
                "",
                "The hosts at which issuers of users' tokens may be, separated by commas, with a port other than 443; a named "
                    + "one may be private or without TLS. "
                    + "Default: all public hosts with TLS."
            ),
            Entry(
                .trustedProxies,
                "",
                "The proxies whose X-Forwarded-For is trusted, as addresses or networks separated by commas. Set it behind a proxy."
            ),
            Entry(
                .maximumConnections,
                "",
                "The most open connections to TORII_HOST. Default: half of the limit of open files less 64."
            ),
            Entry(
                .maximumConnectionsPerAddress,
                "1024",
                "The most open connections from one address. Raise it if many clients share an address."
            ),
            Entry(.dataDirectory, "var", "The folder for the database and the master key. Change it in production."),
            Entry(
                .masterKey,
                "",
                "The master key that seals stored keys: 32 bytes in base64. Default: a file that is created at the first start."
            ),
            Entry(
                .masterKeyFile,
                "",
                "The file with the master key. Default: master.key in the data folder. Set it to keep the key apart from the database."
            ),
            Entry(
                .masterKeyPrevious,
                "",
                "Earlier master keys, separated by commas; they only open what they sealed. Set it while you change the master key."
            ),
            Entry(
                .clientToken,
                "",
                "A token with all scopes of clients, at least 32 bytes. Default: one is created at the first start. Set it for automation."
            ),
            Entry(
                .adminToken,
                "",
                "A token with all scopes of administrators, at least 32 bytes. Default: one is created at the first start. Set it for "
                    + "automation."
            ),
            Entry(
                .adminURL,
                "",
                "The server that the commands call; from the environment only. Default: the server of TORII_DATA_DIR on this machine. "
                    + "Set it to administer another machine."
            ),
            Entry(.maximumRuns, "16384", "The most turns that run at a time."),
            Entry(
                .maximumQueuedRuns,
                "4096",
                "The most turns that wait for a slot or their conversation; more are refused."
            ),
            Entry(.maximumWaitingRuns, "4096", "The most turns that wait for their clients; more are refused."),
            Entry(
                .maximumMemory,
                "",
                "The memory in use, in MiB, above which turns are refused; 0 for no limit. Default: three quarters of the machine's or "
                    + "container's memory."
            ),
            Entry(
                .maximumBody,
                "25",
                "The largest body of a request that may have images, in MiB, from 1 to 64. Other bodies have 1 MiB."
            ),
            Entry(.maximumConversationTurns, "2000", "The most turns of a conversation; 0 for no limit."),
            Entry(.maximumConversationSize, "16", "The largest size of a conversation in MiB; 0 for no limit."),
            Entry(.maximumClientStorage, "1024", "The most MiB stored for a client; 0 for no limit."),
            Entry(
                .shutdownGrace,
                "8",
                "The seconds in which running turns may end after a request to stop; then they are interrupted."
            ),
            Entry(
                .logLevel,
                "info",
                "The least severe level of the log: trace, debug, info, notice, warning or error."
            ),
            Entry(
                .logFormat,
                "text",
                "The form of the log's lines: text, or json for one JSON object a line. Set json if a program collects the log."
            ),
        ]
    )

    private static let turns = Section(
        title: "Turns",
        entries: [
            Entry(
                .model,
                "",
                "The model, or several separated by commas in order of preference, such as openai:gpt-6.1-terra,phrasebook. Default: the "
                    + "first "
                    + "that has a key, else phrasebook."
            ),
            Entry(
                .modelHedge,
                "",
                "The seconds without output after which the next model is asked as well. Default: never. Set it to buy speed with tokens."
            ),
            Entry(.modelsAllowed, "", "Further models that a request may name, separated by commas."),
            Entry(
                .modelAliases,
                "",
                "Further names for these models, separated by commas, such as gpt-4o=openai:gpt-6.1-terra,claude-*=phrasebook; a * matches "
                    + "any text. Set it for a program that insists on a model's name."
            ),
            Entry(
                .modelReplacements,
                "",
                "The models that answer in place of others from the day on which these end, separated by commas, such as "
                    + "gpt-4o=gpt-6-luna. Set it when `torii doctor` announces an end."
            ),
            Entry(
                .modelFile,
                "",
                "A JSON file with facts about models and servers, over those of the program (`torii models`). Set it for a model that is "
                    + "newer than the program."
            ),
            Entry(
                .priceFile,
                "",
                "The file with your prices of models. Set it for models that Torii has no price for."
            ),
            Entry(
                .outputLimit,
                "8192",
                "The most tokens that a model writes in one round, for clients with limited tokens or money. Raise it for long answers."
            ),
            Entry(
                .disconnectGrace,
                "10",
                "The seconds that a turn continues without a reader. Raise it if clients need longer to reconnect."
            ),
            Entry(.runDeadline, "1800", "The deadline of a whole turn, in seconds."),
            Entry(.roundDeadline, "600", "The deadline of the model in one round, in seconds."),
            Entry(.toolDeadline, "120", "The deadline of a tool that sets no deadline itself, in seconds."),
            Entry(
                .actionDeadline,
                "300",
                "The seconds that a turn waits for an approval or for the output of a client's tool. Raise it if people answer later."
            ),
            Entry(
                .runRetention,
                "86400",
                "The seconds for which a turn's events can be read after its end; at least 60."
            ),
            Entry(
                .conversationRetention,
                "",
                "The seconds without a turn after which a conversation is deleted; at least 60. Default: never."
            ),
            Entry(
                .healthRetention,
                "",
                "The seconds after their measurement when health samples are deleted; at least 86400. Default: never."
            ),
            Entry(
                .userUsageRetention,
                "34560000",
                "The seconds for which the usage of users of clients is kept; at least 2764800, so that a month is complete."
            ),
            Entry(
                .safetyIdentifiers,
                "on",
                "Whether OpenAI and Anthropic get a keyed hash of the user's id with each turn of a client's user: on or off."
            ),
            Entry(.maximumHealthSamples, "2000000", "The most health samples of a client; 0 for no limit."),
            Entry(
                .instructions,
                "default",
                "The server's own instructions for models: default, none, a text, or @ and the path of a file with a text."
            ),
            Entry(.locale, "en", "The language of answers if neither the request nor its message determines one."),
            Entry(
                .timeZone,
                "GMT",
                "The time zone in which days start if the request has none. Change it to the zone of your users."
            ),
            Entry(.tools, "", "The tools to switch on, separated by commas. Default: all."),
            Entry(
                .toolsApproval,
                "",
                "The tools whose calls wait for an approval, separated by commas, in addition to those that destroy something. Set it for "
                    + "tools that act or send data."
            ),
            Entry(
                .toolsFolder,
                "",
                "The folder with a file for each MCP server and each HTTP API whose tools are offered too. Default: none."
            ),
            Entry(
                .toolsHosts,
                "",
                "The hosts that tools declared for HTTP APIs may reach, separated by commas; a named one may have a private address. "
                    + "Default: all public hosts with TLS."
            ),
            Entry(
                .webPageHosts,
                "",
                "The hosts whose pages readWebPage may read, separated by commas. Default: all of the public web."
            ),
            Entry(
                .promptsDirectory,
                "",
                "The folder with prompts for MCP clients, one .md or .txt file each. Default: none. Set it to offer prompts of your own."
            ),
        ]
    )

    private static let upstreams = Section(
        title: "Upstreams",
        entries: (Upstream.models + Upstream.searches).flatMap { $0.settings.map(\.entry) }
            + [
                Entry(
                    .contact,
                    "",
                    "A mail address or URL at which keyless services can contact you. Set it: Wikipedia accepts 200 searches a minute with it, and 10 "
                        + "without it."
                )
            ]
            + Upstream.services.flatMap { $0.settings.map(\.entry) } + [
                Entry(
                    .contactsFallback,
                    "Naomi",
                    "The name that findContacts returns if no contact is found or the address book cannot be read."
                )
            ]
    )
}
