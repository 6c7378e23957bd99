import AgentWire
import HTTPTypes

extension Endpoint {
    /// The minutes of a row of a history that a request may ask for.
    package static let historySteps = [1, 5, 15, 60]

    private static let oneKey = Answer(200, "The key.", .json(.object(.always("key", WireKey.schema))))
    private static let oneRotation = Answer(200, "The rotation.", .json(WireRotation.schema))
    private static let checkedKey = WireSchema.object(
        .always("key", WireKey.schema.orNull),
        .always("check", WireKeyCheck.schema)
    )
    private static let vaultProblems: [Problem.Kind] = [.conflict]

    // MARK: Keys

    package static let pools = adminRead(
        .get("upstreams", as: "listUpstreams"),
        "Lists the pools of keys.",
        .administrators(keyReadAccess, data: .shared),
        answers: list(of: WirePool.self),
        problems: vaultProblems
    )
    package static let offeredModels = adminRead(
        .get("models", as: "listOfferedModels"),
        "Lists the models that requests may name, and the one for requests that name none.",
        .administrators(keyReadAccess, data: .shared),
        answers: list(of: WireOfferedModel.self),
        problems: vaultProblems
    )
    package static let keys = adminRead(
        .get("upstreams/:upstream/keys", as: "listKeys"),
        "Lists the keys of an upstream, without their secrets.",
        .administrators(keyReadAccess, data: .shared),
        answers: list(of: WireKey.self),
        problems: vaultProblems
    )
    package static let keyAddition = admin(
        .post("upstreams/:upstream/keys", as: "addKey"),
        "Adds a key, after a check with its upstream.",
        .administrators(keyWriteAccess, data: .shared),
        body: KeyRequest.schema,
        danger: .never,
        answers: Answer(201, "The key, and the result of its check.", .json(checkedKey)),
        problems: vaultProblems + [.keyRefused]
    )
    package static let keyChange = admin(
        .patch("upstreams/:upstream/keys/:key", as: "changeKey"),
        "Changes the settings of a key.",
        .administrators(keyWriteAccess, data: .shared),
        body: KeyChangeRequest.schema,
        isBodyOptional: true,
        danger: .never,
        answers: oneKey,
        problems: vaultProblems
    )
    package static let keyRemoval = admin(
        .delete("upstreams/:upstream/keys/:key", as: "removeKey"),
        "Removes a key and erases its secret.",
        .administrators(keyWriteAccess, data: .shared),
        danger: .always,
        answers: done,
        problems: vaultProblems
    )
    package static let keyCheck = admin(
        .post("upstreams/:upstream/keys/:key/check", as: "checkKey"),
        "Checks a key with its upstream.",
        .administrators(keyWriteAccess, data: .shared),
        body: .anything(),
        isBodyOptional: true,
        danger: .never,
        answers: Answer(200, "The key, and the result of its check.", .json(checkedKey)),
        problems: vaultProblems
    )
    package static let keyRestoration = admin(
        .post("upstreams/:upstream/keys/:key/restore", as: "restoreKey"),
        "Uses a refused key again, without a check.",
        .administrators(keyWriteAccess, data: .shared),
        body: .anything(),
        isBodyOptional: true,
        danger: .never,
        answers: oneKey,
        problems: vaultProblems
    )

    package static let keyConfirmation = admin(
        .post("upstreams/:upstream/keys/:key/confirm", as: "confirmKey"),
        "Permits that a key is sent to where the file of its service sends keys now.",
        .administrators(keyWriteAccess, data: .shared),
        body: KeyConfirmation.schema,
        danger: .always,
        answers: oneKey,
        problems: vaultProblems
    )

    package static let keyHistory = adminRead(
        .get("upstreams/:upstream/history", as: "getKeyHistory"),
        "Returns the changes of an upstream's keys with their causes, and the outcomes of calls, of the last seven days.",
        .administrators(keyReadAccess, data: .shared),
        query: [
            Parameter("since", .time(), "The start, at most seven days ago. Default: a day before the end."),
            Parameter("until", .time(), "The end. Default: now."),
            Parameter(
                "step",
                .word(historySteps.map { "\($0)" }),
                "The minutes of a row of outcomes. Default: 5 for up to a day, otherwise 60."
            ),
        ],
        answers: Answer(200, "The history.", .json(WireKeyHistory.schema))
    )

    // MARK: Rotations

    package static let rotationStart = admin(
        .post("upstreams/:upstream/rotations", as: "rotateKey"),
        "Replaces a key by a new one.",
        .administrators(keyWriteAccess, data: .shared),
        headers: [idempotencyKey],
        body: RotationRequest.schema,
        danger: .ifForced,
        answers: Answer(201, "The rotation.", .json(WireRotation.schema)),
        problems: vaultProblems + [.keyRefused, .keyUnverified, .idempotencyMismatch]
    )
    package static let rotationsOfUpstream = adminRead(
        .get("upstreams/:upstream/rotations", as: "listRotationsOfUpstream"),
        "Lists the rotations of an upstream.",
        .administrators(keyReadAccess, data: .shared),
        query: [countLimit(upTo: 1000, default: 100)],
        answers: list(of: WireRotation.self)
    )
    package static let rotations = adminRead(
        .get("rotations", as: "listRotations"),
        "Lists the rotations of all upstreams.",
        .administrators(keyReadAccess, data: .shared),
        query: [countLimit(upTo: 1000, default: 100)],
        answers: list(of: WireRotation.self)
    )
    package static let rotation = adminRead(
        .get("rotations/:rotation", as: "getRotation"),
        "Returns a rotation with its state.",
        .administrators(keyReadAccess, data: .shared),
        answers: oneRotation
    )
    package static let rollback = admin(
        .post("rotations/:rotation/rollback", as: "rollBackRotation"),
        "Undoes a rotation: the old key is used again.",
        .administrators(keyWriteAccess, data: .shared),
        body: RollbackRequest.schema,
        isBodyOptional: true,
        danger: .always,
        answers: oneRotation,
        problems: vaultProblems + [.keyRefused, .keyUnverified]
    )

    // MARK: Vault

    package static let masterKeys = adminRead(
        .get("vault", as: "listMasterKeys"),
        "Lists the master keys, and the number of records under each.",
        .administrators(keyReadAccess, data: .shared),
        answers: Answer(200, "The master keys, by their ids.", .json(WireList<WireMasterKey>.schema))
    )
    package static let rewrap = admin(
        .post("vault/rewrap", as: "rewrapVault"),
        "Seals every record again under the current master key.",
        .administrators(keyWriteAccess, data: .shared),
        body: .closed(),
        isBodyOptional: true,
        danger: .never,
        answers: Answer(200, "The result; as lines, also the progress.", .json(.named("Rewrapping")), .lines),
        problems: vaultProblems
    )
}
