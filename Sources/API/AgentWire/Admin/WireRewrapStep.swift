public import StreamingJSON

/// A step of a re-wrap, which seals all records under the current master key: a line of the answer.
public enum WireRewrapStep: WireValue {
    /// It is running.
    case running(Progress)
    /// It is done.
    case done(Progress)
    /// It stopped because of a problem; what was sealed stays so.
    case stopped(Problem, requestID: String? = nil)

    /// The progress of a re-wrap.
    public struct Progress: Sendable, Equatable {
        /// The id of the current master key.
        public var masterKey: String
        /// The number of records that were sealed.
        public var done: Int
        /// The number of records to seal.
        public var total: Int
        /// The ids of keys that do not open and stay as they are.
        public var damaged: [String]

        /// Makes a description of the progress.
        public init(masterKey: String, done: Int, total: Int, damaged: [String] = []) {
            self.masterKey = masterKey
            self.done = done
            self.total = total
            self.damaged = damaged
        }

        fileprivate func jsonValue(_ state: State) -> JSONValue {
            [
                "state": .string(state.rawValue),
                "master_key": .string(masterKey),
                "done": .integer(done),
                "total": .integer(total),
                "damaged": .texts(damaged),
            ]
        }
    }

    fileprivate enum State: String, CaseIterable { case running, done, stopped }

    /// Reads a step.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        let state: State = try fields.requiredChoice("state")
        guard state != .stopped else {
            guard let problem = fields.problem("problem") else {
                if fields.value("problem") == nil { fields.reject("problem", "required: an object", .missing) }
                throw WireError(fields.faults)
            }
            self = .stopped(problem, requestID: fields.value("problem")?["request_id"]?.stringValue)
            return
        }
        let progress = Progress(
            masterKey: fields.requiredString("master_key"),
            done: fields.requiredInteger("done"),
            total: fields.requiredInteger("total"),
            damaged: fields.requiredStrings("damaged")
        )
        try fields.check()
        self = state == .done ? .done(progress) : .running(progress)
    }

    /// The step as JSON.
    public var jsonValue: JSONValue {
        switch self {
        case .running(let progress): progress.jsonValue(.running)
        case .done(let progress): progress.jsonValue(.done)
        case .stopped(let problem, let requestID):
            ["state": .string(State.stopped.rawValue), "problem": problem.jsonValue(requestID: requestID)]
        }
    }
}
