extension Schema {
    /// The devices of clients, the toolboxes of their apps, and the states of calls whose outputs arrived too late.
    ///
    /// The client is no foreign key, because preset clients have no row; the removal of a client removes its devices.
    static let devices = """
        CREATE TABLE device (
            client TEXT NOT NULL,
            device TEXT NOT NULL,
            name TEXT,
            defaultApp TEXT,
            createdAt INTEGER NOT NULL,
            PRIMARY KEY (client, device)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE toolbox (
            client TEXT NOT NULL,
            device TEXT NOT NULL,
            app TEXT NOT NULL,
            version INTEGER NOT NULL,
            registration TEXT NOT NULL,
            registeredAt INTEGER NOT NULL,
            PRIMARY KEY (client, device, app),
            FOREIGN KEY (client, device) REFERENCES device (client, device) ON DELETE CASCADE
        ) STRICT;
        CREATE TABLE lateOutput (
            call TEXT PRIMARY KEY NOT NULL,
            client TEXT NOT NULL,
            conversation TEXT NOT NULL,
            schema TEXT NOT NULL,
            status TEXT NOT NULL,
            receivedAt INTEGER NOT NULL,
            seenAt INTEGER
        ) STRICT;
        CREATE INDEX unseenLateOutput ON lateOutput (conversation, receivedAt) WHERE seenAt IS NULL;
        CREATE INDEX lateOutputByTime ON lateOutput (receivedAt);

        """
}
