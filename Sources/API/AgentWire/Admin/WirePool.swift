/// The pool of keys of one upstream.
public struct WirePool: WireRecord, WireElement {
    /// The numbers of keys by health.
    public struct Health: WireRecord {
        /// Keys that are lent and whose upstream has accepted them.
        public var healthy: Int
        /// Keys that are lent and that neither a check nor a call has proven.
        public var unchecked: Int
        /// Keys that a check accepted and whose calls were refused.
        public var inDoubt: Int
        /// Keys that rest.
        public var resting: Int
        /// Keys whose account has no credit.
        public var outOfCredit: Int
        /// Keys that their upstream refused.
        public var dead: Int

        /// Makes numbers.
        public init(
            healthy: Int = 0,
            unchecked: Int = 0,
            inDoubt: Int = 0,
            resting: Int = 0,
            outOfCredit: Int = 0,
            dead: Int = 0
        ) {
            (self.healthy, self.unchecked, self.inDoubt, self.resting) = (healthy, unchecked, inDoubt, resting)
            (self.outOfCredit, self.dead) = (outOfCredit, dead)
        }

        package static let fields: Fields<Self> = Fields(
            last: ["in_doubt", "unchecked"],
            Self.init,
            .always("healthy", \.healthy),
            .unless(0, "unchecked", \.unchecked),
            .unless(0, "in_doubt", \.inDoubt),
            .always("resting", \.resting),
            .always("out_of_credit", \.outOfCredit),
            .always("dead", \.dead)
        )
    }

    /// A rotation, in short.
    public struct Rotation: WireRecord {
        /// The id.
        public var id: String
        /// The state.
        public var state: WireRotation.State

        /// Makes a rotation.
        public init(id: String, state: WireRotation.State) {
            (self.id, self.state) = (id, state)
        }

        package static let fields: Fields<Self> = Fields(Self.init, .always("id", \.id), .always("state", \.state))
    }

    /// `upstreams`.
    public static var listName: String { "upstreams" }

    /// The upstream.
    public var name: String
    /// The number of keys in use.
    public var activeKeys: Int
    /// The numbers of these keys by health.
    public var health: Health
    /// The number of calls that hold one of the keys now.
    public var leasesOut: Int
    /// The rotation that is under way.
    public var rotation: Rotation?

    /// Makes a pool.
    public init(name: String, activeKeys: Int, health: Health, leasesOut: Int, rotation: Rotation?) {
        (self.name, self.activeKeys, self.health) = (name, activeKeys, health)
        (self.leasesOut, self.rotation) = (leasesOut, rotation)
    }

    package static let fields: Fields<Self> = Fields(
        named: "Pool",
        Self.init,
        .always("name", \.name),
        .always("active_keys", \.activeKeys),
        .always("health", \.health),
        .always("leases_out", \.leasesOut),
        .always("rotation", \.rotation)
    )
}
