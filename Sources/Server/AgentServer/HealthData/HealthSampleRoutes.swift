import APIDescription
import Accounts
import AgentRuntime
import AgentTools
import BuiltInTools
import AgentWire
import Foundation
import Hummingbird
import KeyVault
import StreamingJSON
import ToolRecords

/// The routes `POST` and `DELETE /v1/health/samples`: a phone's measurements, for the client that sends them.
struct HealthSampleRoutes {
    /// The maximum size of a body, in bytes: about a day of thirty metrics, minute by minute.
    static let maximumBodyBytes = 4 << 20

    /// The number of samples stored in one transaction, so that other writers do not wait long.
    ///
    /// Samples sent twice are stored once.
    private static let pieceCount = 1000

    let runtime: AgentRuntime
    let store: any HealthStore
    /// The bytes that a sample of a user counts in the storage of its plan.
    static let sampleBytes = 128

    /// The maximum number of samples of a client with all its users; `nil` for no limit.
    let limit: Int?

    /// The routes.
    var routes: [Route] {
        [
            Route(.healthSamples) { request, context in
                // The reservation precedes the reading of the body, which is large.
                try await runtime.withReservation(for: try context.requireClient()) {
                    try await store(request, context)
                }
            },
            Route(.healthSamplesDeletion) { _, context in
                let count = try await store.deleteHealthSamples(of: try context.requireClient().owner)
                return Response.json(["deleted": .integer(count)])
            },
        ]
    }

    @Sendable private func store(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        // Without the tool that reads health data, the server must not store any.
        guard runtime.tools.tool(named: "fetchHealthData") != nil else {
            throw Problem(
                .notFound,
                detail: "the tool fetchHealthData is switched off, so this server accepts no health data"
            )
        }
        var request = request
        let timeZone = request.query("time_zone")
        if let fault = timeZone.flatMap(CallerFields.fault(inTimeZone:)) {
            throw Problem(.invalidRequest, detail: "time_zone is \(fault)")
        }
        let client = try context.requireClient()
        let owner = client.owner
        let ownLimit = client.plan?.storageBytes.map { $0 / Self.sampleBytes }
        let upload = try await request.json(upTo: Self.maximumBodyBytes) { [zone = runtime.timeZone(named: timeZone)] in
            try Self.upload($0, zone)
        }
        guard upload.rejectedCount == 0 || upload.rejectedCount < upload.entryCount else {
            throw Problem(
                .invalidRequest,
                detail: "none of the \(upload.entryCount) entries is valid; see errors",
                faults: FaultList(upload.faults.map { .init(pointer: $0.pointer, detail: $0.detail) })
            )
        }
        var summary = HealthStoreSummary()
        for start in stride(from: 0, to: upload.samples.count, by: Self.pieceCount) {
            let piece = upload.samples[start..<min(start + Self.pieceCount, upload.samples.count)]
            let stored = try await runtime.unlessErased(owner) {
                try await store.storeHealthSamples(Array(piece), of: owner, limit: limit, ownLimit: ownLimit)
            } otherwise: {
                _ = try await store.deleteHealthSamples(of: owner)
            }
            summary = summary + stored
        }
        guard summary.refused > 0 else { return .json(upload.answer(summary)) }
        // A user need not know how much all users of the app have.
        let reason =
            owner.user == nil
            ? "a client may have at most \(limit ?? 0)" : "there is no more room for this user or for its app"
        var problem = Problem(
            .storageFull,
            title: owner.user == nil ? nil : "The storage of the user or of its app is full",
            detail:
                "\(summary.refused) samples were not stored, because \(reason); the others were stored. Send "
                + "hours or "
                + "days instead of minutes, delete the samples with DELETE, or ask whoever runs this server for more room"
        )
        problem.extensions = upload.answer(summary).objectValue ?? [:]
        throw problem
    }

    private static func upload(_ body: JSONValue, _ timeZone: TimeZone) throws(Problem) -> HealthUpload {
        do {
            return try HealthUpload(body, timeZone: timeZone)
        } catch {
            throw Problem(
                .invalidRequest,
                detail: "\(error.pointer): \(error.detail)",
                faults: [.init(pointer: error.pointer, detail: error.detail)]
            )
        }
    }
}

extension HealthUpload {
    /// Returns the response body for an upload.
    fileprivate func answer(_ summary: HealthStoreSummary) -> JSONValue {
        var object: JSONObject = [
            "entries": .integer(entryCount), "added": .integer(summary.added), "replaced": .integer(summary.replaced),
            "unchanged": .integer(summary.unchanged), "rejected": .integer(rejectedCount),
        ]
        if summary.refused > 0 { object["refused"] = .integer(summary.refused) }
        if !faults.isEmpty {
            object["errors"] = .array(
                faults.map { ["pointer": .string($0.pointer), "detail": .string($0.detail)] }
            )
        }
        if !ignored.isEmpty {
            object["ignored"] = .object(JSONObject(ignored.map { ($0.kind, .integer($0.count)) }))
        }
        return .object(object)
    }
}
