import Accounts
import AgentRuntime
import AgentTools
import AgentWire
import Foundation
import Hummingbird
import KeyVault
import Storage
import StreamingJSON

/// `POST` and `DELETE /v1/health/samples`: what a phone has measured, for the client that sends it.
struct HealthSampleRoutes {
    /// The largest body that is read: about a day of thirty metrics, minute by minute.
    static let maximumBodyBytes = 4 << 20

    /// Larger uploads are stored in pieces, so that nothing else waits long for the store; what is sent again is there once.
    private static let pieceCount = 1000

    let runtime: AgentRuntime
    let store: any HealthStore
    /// How many samples are kept of a client; `nil` for any number.
    let limit: Int?

    /// The routes.
    var routes: [Route] {
        [
            Route(.healthSamples) { request, context in
                // Before the body is read, which is large.
                try await runtime.withReservation(for: try context.requireClient()) { try await take(request, context) }
            },
            Route(.healthSamplesDeletion) { _, context in
                let count = try await store.deleteHealthSamples(of: try context.requireClient().id)
                return Response.json(["deleted": .integer(count)])
            },
        ]
    }

    @Sendable private func take(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        // Nothing about anyone is kept that nothing here would ever tell.
        guard runtime.tools.tool(named: "fetchHealthData") != nil else {
            throw Problem(.notFound, detail: "fetchHealthData is not switched on here, so no health data is taken")
        }
        var request = request
        let timeZone = request.query("time_zone")
        if let fault = timeZone.flatMap(CallerFields.fault(inTimeZone:)) {
            throw Problem(.invalidRequest, detail: "the time_zone is \(fault)")
        }
        let client = try context.requireClient().id
        let upload = try await request.json(upTo: Self.maximumBodyBytes) { [zone = runtime.timeZone(named: timeZone)] in
            try Self.upload($0, zone)
        }
        guard upload.rejectedCount == 0 || upload.rejectedCount < upload.entryCount else {
            throw Problem(
                .invalidRequest,
                detail: "none of the \(upload.entryCount) entries can be read",
                faults: FaultList(upload.faults.map { .init(pointer: $0.pointer, detail: $0.detail) })
            )
        }
        var summary = HealthStoreSummary()
        for start in stride(from: 0, to: upload.samples.count, by: Self.pieceCount) {
            let piece = upload.samples[start..<min(start + Self.pieceCount, upload.samples.count)]
            summary = summary + (try await store.storeHealthSamples(Array(piece), of: client, limit: limit))
        }
        guard summary.refused > 0, let limit else { return .json(upload.answer(summary)) }
        var problem = Problem(
            .storageFull,
            detail:
                "\(summary.refused) of the samples were not taken, for \(limit) are kept of a client and there are as many; the others were. Let the exporter send hours or days in place of minutes, ask the operator for a higher TORII_MAX_HEALTH_SAMPLES, or delete all of them with DELETE"
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
    /// What the sender is told.
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
