/// A stand-in for a model's upstream: a `StandInModel` served in a dialect.
public protocol ModelStandIn: StandIn {
    /// The model that answers.
    var model: StandInModel { get }

    /// Makes a stand-in that serves a model in this dialect.
    ///
    /// - Parameters:
    ///   - port: the port to listen on; 0 lets the system choose one.
    ///   - model: the model that answers.
    init(port: Int, model: StandInModel)
}

extension ModelStandIn {
    /// Returns the model's reply to a request.
    public typealias Script = StandInModel.Script

    /// Makes a stand-in.
    ///
    /// - Parameters:
    ///   - keys: the API keys to accept; with none, every request is accepted, also one without a key.
    ///   - pace: the pause before each token, unless the script sets one.
    ///   - script: the script of the model's replies.
    public init(
        port: Int = 0,
        keys: [String] = [],
        pace: Duration = .zero,
        script: @escaping Script = OpenAIStandIn.assistant
    ) {
        self.init(port: port, model: StandInModel(keys: keys, pace: pace, script: script))
    }

    /// Replaces the accepted API keys; with none, every request is accepted.
    public func accept(keys: [String]) { model.keys.replace(by: keys) }

    /// Runs a stand-in while `body` runs, on a port that the system chooses.
    public static func with<Result>(
        keys: [String] = [],
        pace: Duration = .zero,
        script: @escaping Script = OpenAIStandIn.assistant,
        _ body: (Self) async throws -> Result
    ) async throws -> Result {
        try await Self(keys: keys, pace: pace, script: script).running(body)
    }
}
