/// A stand-in for the upstream of a model: its dialect before a `StandInModel`.
public protocol ModelStandIn: StandIn {
    /// The model that the dialect is spoken for.
    var model: StandInModel { get }

    /// Puts the dialect before a model.
    ///
    /// - Parameters:
    ///   - port: the port to listen on; 0 for one of the system's choice.
    ///   - model: what answers.
    init(port: Int, model: StandInModel)
}

extension ModelStandIn {
    /// Decides what the model says to a request.
    public typealias Script = StandInModel.Script

    /// Makes a stand-in.
    ///
    /// - Parameters:
    ///   - keys: the API keys to accept; none accepts any, also no key at all.
    ///   - pace: the pause before each token, where the script sets none.
    ///   - script: what the model says.
    public init(
        port: Int = 0,
        keys: [String] = [],
        pace: Duration = .zero,
        script: @escaping Script = OpenAIStandIn.assistant
    ) {
        self.init(port: port, model: StandInModel(keys: keys, pace: pace, script: script))
    }

    /// Accepts these API keys from now on; none accepts any.
    public func accept(keys: [String]) { model.keys.replace(by: keys) }

    /// Runs a stand-in on a port of the system's choice for as long as `body` takes.
    public static func with<Result>(
        keys: [String] = [],
        pace: Duration = .zero,
        script: @escaping Script = OpenAIStandIn.assistant,
        _ body: (Self) async throws -> Result
    ) async throws -> Result {
        try await Self(keys: keys, pace: pace, script: script).running(body)
    }
}
