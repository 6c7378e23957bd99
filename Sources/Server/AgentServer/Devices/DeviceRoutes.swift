import APIDescription
import Accounts
import AgentRuntime
import AgentWire
import AssistantSchemas
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import StreamingJSON
import ToolRecords

/// The routes of devices (`/v1/devices`): the toolboxes of their apps, and the calls that they make for runs.
struct DeviceRoutes {
    let runtime: AgentRuntime
    let devices: DeviceDirectory
    /// The time without an event after which a stream sends a comment.
    let heartbeat: Duration

    /// The routes.
    var routes: [Route] { registrations + calls }

    private var registrations: [Route] {
        [
            Route(.devices) { _, context in .json(devices.descriptions(of: try await owner(of: context))) },
            Route(.deviceChange) { request, context in
                var request = request
                let change = try await request.json { try DeviceChangeRequest(jsonValue: $0) }
                return .json(
                    try await devices.change(
                        try context.pathParameter("device"),
                        name: change.name,
                        defaultApp: change.defaultApp,
                        owner: try context.requireClient().owner
                    )
                )
            },
            Route(.deviceRemoval) { _, context in
                try await devices.removeDevice(
                    try context.pathParameter("device"),
                    owner: try context.requireClient().owner
                )
                return Response(status: .noContent)
            },
            Route(.toolboxRegistration) { request, context in try await register(request, context) },
            Route(.toolboxes) { _, context in
                .json(
                    try devices.toolboxes(
                        of: try context.pathParameter("device"),
                        owner: try await owner(of: context)
                    )
                )
            },
            Route(.toolboxRemoval) { request, context in
                try await devices.removeToolboxes(
                    of: try context.pathParameter("device"),
                    app: request.query("app"),
                    owner: try context.requireClient().owner
                )
                return Response(status: .noContent)
            },
        ]
    }

    private var calls: [Route] {
        [
            Route(.deviceCalls) { request, context in
                .json(
                    try runtime.deviceCalls(
                        of: try context.pathParameter("device"),
                        app: request.query("app"),
                        owner: try await owner(of: context)
                    )
                )
            },
            Route(.deviceEvents) { request, context in try await events(request, context) },
            step(.callClaim, .claim), step(.callStart, .start), step(.callProgress, .progress),
            Route(.callOutput) { request, context in
                let call = try await DeviceCallRequest(request, context)
                return .json(
                    try await runtime.reportEnd(
                        of: call.call,
                        on: call.device,
                        owner: call.owner,
                        attempt: try call.attempt(),
                        body: call.body
                    )
                )
            },
        ]
    }

    /// Returns the owner of the devices, which are in memory then.
    private func owner(of context: ToriiRequestContext) async throws -> Owner {
        let owner = try context.requireClient().owner
        try await devices.read(owner)
        return owner
    }

    private func step(_ endpoint: Endpoint, _ step: DeviceStep) -> Route {
        Route(endpoint) { request, context in
            let call = try await DeviceCallRequest(request, context)
            return .json(
                try await runtime.report(
                    step,
                    of: call.call,
                    attempt: try call.requireAttempt(),
                    on: call.device,
                    owner: call.owner
                )
            )
        }
    }

    @Sendable private func register(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        var request = request
        let device = try context.pathParameter("device")
        let client = try context.requireClient()
        guard SendingDevice.isID(device) else {
            throw Problem(
                .invalidRequest,
                detail: "the id of a device must have 1 to 64 letters, digits, dots, hyphens and underscores"
            )
        }
        // The reservation precedes the reading of the body, which may be large.
        let (report, version) = try await runtime.withReservation(for: client) {
            let registration = try await request.json(upTo: DeviceDirectory.mostBytes) { try Self.registration($0) }
            return try await runtime.unlessErased(client.owner) {
                try await devices.register(registration, on: device, owner: client.owner)
            } otherwise: {
                try await devices.removeDevice(device, owner: client.owner)
            }
        }
        var answer: JSONObject = ["device": .string(device), "toolboxVersion": .integer(version)]
        for (name, value) in report.json { answer[name] = value }
        return .json(.object(answer))
    }

    private static func registration(_ body: JSONValue) throws(Problem) -> ToolboxRegistration {
        do throws(DocumentFormatError) { return try ToolboxRegistration(json: body) } catch {
            throw Problem(
                .invalidRequest,
                detail: "the registration cannot be read: \(error)",
                faults: [.init(pointer: "#" + error.path, detail: error.message)]
            )
        }
    }

    @Sendable private func events(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        let last = request.headers[.lastEventID].flatMap { $0.isEmpty ? nil : $0 }
        let number = last.map { Int($0) }
        if case .some(.none) = number {
            throw Problem(.invalidRequest, detail: "Last-Event-ID must be the id of an event of this stream")
        }
        let reader = try runtime.deviceEvents(
            of: try context.pathParameter("device"),
            app: request.query("app"),
            owner: try await owner(of: context),
            after: number ?? nil
        )
        return Response(
            status: .ok,
            headers: RunEventStream.headers,
            body: ResponseBody { writer in
                defer { reader.close() }
                let disconnect = try await context.disconnectSignal()
                let watch = disconnect.whenOver { _ in reader.close() }
                defer { watch.end() }
                let timer = context.channel.eventLoop.scheduleRepeatedTask(
                    initialDelay: TimeAmount(heartbeat),
                    delay: TimeAmount(heartbeat)
                ) { _ in reader.remind() }
                defer { timer.cancel() }
                if context.permit?.loss == nil { try await writer.write(ByteBuffer(string: reader.frames())) }
                for await _ in reader.wakes {
                    guard context.permit?.loss == nil else { break }
                    let frames = reader.frames()
                    if !frames.isEmpty { try await writer.write(ByteBuffer(string: frames)) }
                }
                try await writer.finish(nil)
            }
        )
    }
}

/// A device's request about one of its calls.
private struct DeviceCallRequest {
    let device: String
    let call: String
    let owner: Owner
    let body: JSONValue

    /// The maximum size of a body: an output and its frame.
    private static let maximumBodyBytes = 128 << 10

    init(_ request: Request, _ context: ToriiRequestContext) async throws {
        var request = request
        device = try context.pathParameter("device")
        call = try context.pathParameter("call")
        owner = try context.requireClient().owner
        body = try await request.json(upTo: Self.maximumBodyBytes)
        guard body.objectValue != nil else {
            throw Problem(.invalidRequest, detail: "the body must be a JSON object")
        }
    }

    /// Returns the number of the attempt; `nil` if the body has none.
    func attempt() throws(Problem) -> Int? {
        guard let value = body["attempt"], !value.isNull else { return nil }
        guard let attempt = value.intValue, (1...1_000).contains(attempt) else {
            throw Problem(
                .invalidRequest,
                detail: "attempt must be the number in the request of the call",
                faults: [.init(pointer: "#/attempt", detail: "not a number from 1 to 1000")]
            )
        }
        return attempt
    }

    /// Returns the number of the attempt.
    func requireAttempt() throws(Problem) -> Int {
        if let attempt = try attempt() { return attempt }
        throw Problem(
            .invalidRequest,
            detail: "attempt is required: the number in the request of the call",
            faults: [.init(pointer: "#/attempt", detail: "required")]
        )
    }
}

extension Response {
    /// Makes the response to a device's request.
    fileprivate static func json(_ reply: DeviceReply) -> Response {
        .json(reply.body, status: HTTPResponse.Status(code: reply.status))
    }
}
