public import ToolRecords

/// A database with everything that Torii stores: conversations, runs, keys, clients, usage, the audit chain, the inventory, health
/// samples and devices.
///
/// The program opens one store and passes it on as `any Store`; each part asks for the protocols that it uses. A backend implements all
/// of them over one database, because some changes span several: a run ends in the transaction that stores its turn, and a change to
/// a key is stored with its audit rows.
public protocol Store: VaultStore, ClientStore, UsageStore, ConversationStore, RunStore, InventoryStore, HealthStore,
    ToolDefinitionStore, DeviceStore, IssuerStore, RevisionStore
{}

/// The part of a store that the vault uses: sealed records, the history of keys and the audit chain, in one database.
public protocol VaultStore: SecretStore, SealedRecordStore, AuditStore, KeyHistoryStore {}
