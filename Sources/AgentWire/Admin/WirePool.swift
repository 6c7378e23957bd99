public import StreamingJSON

/// The pool of keys of one upstream.
public struct WirePool: WireElement {
    /// The numbers of keys by health.
    public struct Health: WireValue {
        /// Keys that are lent.
        public var healthy: Int
        /// Keys that a check accepted and whose calls were refused.
        public var inDoubt: Int
        /// Keys that rest.
        public var resting: Int
        /// Keys whose account has no credit.
        public var outOfCredit: Int
        /// Keys that their upstream refused.
        public var dead: Int

        /// Makes numbers.
        public init(healthy: Int = 0, inDoubt: Int = 0, resting: Int = 0, outOfCredit: Int = 0, dead: Int = 0) {
            self.healthy = healthy
            self.inDoubt = inDoubt
            self.resting = resting
            self.outOfCredit = outOfCredit
            self.dead = dead
        }

        /// Reads the numbers.
        ///
        /// - Throws: ``WireError`` with every field that is missing or of another type.
        public init(jsonValue: JSONValue) throws(WireError) {
            var fields = try RequestFields(open: jsonValue)
            healthy = fields.requiredInteger("healthy")
            // Earlier servers have no such state.
            inDoubt = fields.integer("in_doubt") ?? 0
            resting = fields.requiredInteger("resting")
            outOfCredit = fields.requiredInteger("out_of_credit")
            dead = fields.requiredInteger("dead")
            try fields.check()
        }

        /// The numbers as JSON.
        public var jsonValue: JSONValue {
            var object: JSONObject = [
                "healthy": .integer(healthy), "resting": .integer(resting), "out_of_credit": .integer(outOfCredit),
                "dead": .integer(dead),
            ]
            if inDoubt > 0 { object["in_doubt"] = .integer(inDoubt) }
            return .object(object)
        }
    }

    /// A rotation, in short.
    public struct Rotation: WireValue {
        /// The id.
        public var id: String
        /// The state.
        public var state: WireRotation.State

        /// Makes a rotation.
        public init(id: String, state: WireRotation.State) {
            self.id = id
            self.state = state
        }

        /// Reads a rotation.
        ///
        /// - Throws: ``WireError`` with every field that is missing or of another type.
        public init(jsonValue: JSONValue) throws(WireError) {
            var fields = try RequestFields(open: jsonValue)
            id = fields.requiredString("id")
            state = try fields.requiredChoice("state")
            try fields.check()
        }

        /// The rotation as JSON.
        public var jsonValue: JSONValue {
            ["id": .string(id), "state": .string(state.rawValue)]
        }
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
        self.name = name
        self.activeKeys = activeKeys
        self.health = health
        self.leasesOut = leasesOut
        self.rotation = rotation
    }

    /// Reads a pool.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        name = fields.requiredString("name")
        activeKeys = fields.requiredInteger("active_keys")
        leasesOut = fields.requiredInteger("leases_out")
        rotation = fields.wireValue("rotation")
        health = try fields.requiredValue("health")
        try fields.check()
    }

    /// The pool as JSON.
    public var jsonValue: JSONValue {
        [
            "name": .string(name),
            "active_keys": .integer(activeKeys),
            "health": health.jsonValue,
            "leases_out": .integer(leasesOut),
            "rotation": rotation?.jsonValue ?? .null,
        ]
    }
}
