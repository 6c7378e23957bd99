/// What the vault needs of a store: its sealed records and its audit chain, in one database.
public protocol VaultStore: SecretStore, SealedRecordStore, AuditStore {}
