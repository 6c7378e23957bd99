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
    public struct Progress: WireRecord {
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
            (self.masterKey, self.done, self.total, self.damaged) = (masterKey, done, total, damaged)
        }

        package static let fields: Fields<Self> = Fields(
            Self.init,
            .always("master_key", \.masterKey),
            .always("done", \.done),
            .always("total", \.total),
            .always("damaged", \.damaged)
        )

        fileprivate func jsonValue(_ state: State) -> JSONValue {
            var object: JSONObject = ["state": .string(state.rawValue)]
            Self.fields.write(self, into: &object)
            return .object(object)
        }
    }

    /// The schema of a step that is no problem.
    package static let schema = WireSchema.object(
        [.always("state", .word(["running", "done"]))] + Progress.fields.parts.map { $0.member(of: .answer) },
        isClosed: false,
        nil
    )

    fileprivate enum State: String, CaseIterable, WireWord { case running, done, stopped }

    /// Reads a step.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        guard let state = State.requiredField("state", &fields) else { throw WireError(fields.faults) }
        guard state != .stopped else {
            guard let problem = fields.problem("problem") else {
                if fields.value("problem") == nil { fields.reject("problem", "required: an object", .missing) }
                throw WireError(fields.faults)
            }
            self = .stopped(problem, requestID: fields.value("problem")?["request_id"]?.stringValue)
            return
        }
        let progress = Progress.fields.read(&fields)
        try fields.check()
        guard let progress else { throw WireError(fields.faults) }
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
