extension SettingsHelp {
    /// The table, in the order of `.env.example`.
    static let sections = [server, turns, upstreams]

    private static let server = Section(
        title: "The server",
        entries: [
            Entry(
                .host,
                "127.0.0.1",
                "The address to listen on. One that other machines reach needs TORII_ADMIN_TOKEN first."
            ),
            Entry(.port, "8080", "The port to listen on; 0 for a free one."),
            Entry(.adminHost, "", "The address for administrators alone; 127.0.0.1 when only their port is set."),
            Entry(.adminPort, "", "The port for administrators alone; 8081 when only their address is set."),
            Entry(
                .publicURL,
                "",
                "The URL under which clients reach the server. Set it behind a proxy that passes Host on."
            ),
            Entry(.webHosts, "", "Further host names to answer to, with commas between."),
            Entry(
                .corsOrigins,
                "",
                "The origins whose web pages may call /v1 and /mcp from a browser, with commas between."
            ),
            Entry(
                .trustedProxies,
                "",
                "The proxies whose X-Forwarded-For is believed, as addresses or networks with commas between. Set it behind a proxy."
            ),
            Entry(
                .maximumConnections,
                "",
                "The most open connections. Default: half of the limit of open files less 64."
            ),
            Entry(
                .maximumConnectionsPerAddress,
                "1024",
                "The most open connections of one address. Raise it when many clients share one."
            ),
            Entry(.dataDirectory, "var", "The folder for the database and the master key."),
            Entry(
                .masterKey,
                "",
                "The master key that seals stored keys: 32 bytes in base64. Default: a file that is made at the first start."
            ),
            Entry(.masterKeyFile, "", "The file that holds the master key. Default: master.key in the data folder."),
            Entry(
                .masterKeyPrevious,
                "",
                "Earlier master keys, with commas between, which only open. Set it while the master key is changed."
            ),
            Entry(
                .clientToken,
                "",
                "A token with all scopes of clients, at least 32 bytes. Default: one is made at the first start."
            ),
            Entry(
                .adminToken,
                "",
                "A token with all scopes of administrators, at least 32 bytes. Default: one is made at the first start."
            ),
            Entry(
                .adminURL,
                "",
                "The server that the commands ask when it does not work on TORII_DATA_DIR of this machine; from the environment only."
            ),
            Entry(.maximumRuns, "16384", "The most turns at work."),
            Entry(.maximumQueuedRuns, "4096", "The most turns that wait for a slot; beyond it they are refused."),
            Entry(.maximumWaitingRuns, "4096", "The most turns that wait for their clients."),
            Entry(
                .maximumMemory,
                "",
                "From how many MiB of memory on turns are refused; 0 for never. Default: three quarters of what there is."
            ),
            Entry(.maximumConversationTurns, "2000", "The most turns of a conversation; 0 for no limit."),
            Entry(.maximumConversationSize, "16", "The largest size of a conversation in MiB; 0 for no limit."),
            Entry(.maximumClientStorage, "1024", "The most MiB that are stored of a client; 0 for no limit."),
            Entry(.shutdownGrace, "8", "The seconds that turns may go on after the server was told to stop."),
            Entry(.logLevel, "info", "How much to log: trace, debug, info, notice, warning or error."),
            Entry(.logFormat, "text", "The form of the log's lines: text, or json for one JSON object a line."),
        ]
    )

    private static let turns = Section(
        title: "Turns",
        entries: [
            Entry(
                .model,
                "",
                "The model, or several in order of preference with commas between, such as openai:gpt-5-mini,phrasebook. Default: the "
                    + "first for which there is a key, else phrasebook."
            ),
            Entry(
                .modelHedge,
                "",
                "The seconds after which a silent model is joined by the next one. Default: never. Set it to buy speed with tokens."
            ),
            Entry(.modelsAllowed, "", "More models that a request may name, with commas between."),
            Entry(.priceFile, "", "The file with the prices of models. Set it for clients with a limit in money."),
            Entry(
                .outputLimit,
                "8192",
                "The most tokens that a model writes in one round for a client whose tokens are counted."
            ),
            Entry(.disconnectGrace, "10", "The seconds that a turn goes on when nobody reads it any more."),
            Entry(.runDeadline, "1800", "The seconds that a whole turn may take."),
            Entry(.roundDeadline, "600", "The seconds that a model may take for one round."),
            Entry(.toolDeadline, "120", "The seconds that a tool may take that sets no time of its own."),
            Entry(
                .actionDeadline,
                "300",
                "The seconds that a turn waits for an approval or for the output of a client's tool."
            ),
            Entry(.runRetention, "86400", "The seconds that a turn's events can be read after its end; at least 60."),
            Entry(
                .conversationRetention,
                "",
                "The seconds without a turn after which a conversation is deleted; at least 60. Default: never."
            ),
            Entry(
                .healthRetention,
                "",
                "The seconds after which health samples are deleted; at least 86400. Default: never."
            ),
            Entry(.maximumHealthSamples, "2000000", "The most health samples of a client; 0 for any number."),
            Entry(.locale, "en", "The language of answers when neither the request nor its message shows one."),
            Entry(.timeZone, "GMT", "The time zone in which a day begins, for requests that name none."),
            Entry(.tools, "", "The tools to switch on, with commas between. Default: all."),
            Entry(
                .toolsApproval,
                "",
                "The tools whose calls wait for an approval besides those that destroy something, with commas between."
            ),
            Entry(
                .webPageHosts,
                "",
                "The hosts whose pages readWebPage may read, with commas between. Default: all of the public web."
            ),
        ]
    )

    private static let upstreams = Section(
        title: "Upstreams",
        entries: (Upstream.models + Upstream.searches).flatMap { $0.settings.map(\.entry) }
            + [Entry(.contact, "", "A mail address or URL at which open services reach you.")]
            + Upstream.services.flatMap { $0.settings.map(\.entry) } + [
                Entry(
                    .contactsFallback,
                    "Naomi",
                    "The name that findContacts gives when nobody is found or nothing can be read."
                )
            ]
    )
}
