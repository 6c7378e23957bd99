import APIDescription
import Accounts
import AgentWire
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import StreamingJSON

/// The route of the events for administrators: a stream that ends with the token or the sign-in, and at the server's stop.
struct AdminEventRoutes {
    let events: AdminEvents
    let sources: AdminEventSources
    let access: ReaderAccess
    let heartbeat: Duration

    /// The routes.
    var routes: [Route] {
        [Route(.adminEvents) { request, context in try respond(request, context) }]
    }

    private func respond(_ request: Request, _ context: ToriiRequestContext) throws -> Response {
        let client = try context.requireClient()
        let session = context.session
        guard events.readerCount < AdminEvents.mostReaders else {
            throw Problem(
                .overloaded,
                detail: "\(AdminEvents.mostReaders) readers follow the events already; close one of them",
                retryAfterSeconds: 5
            )
        }
        let last = request.headers[.lastEventID].flatMap(events.position)
        return Response(
            status: .ok,
            headers: RunEventStream.headers,
            body: ResponseBody { writer in
                try await write(to: &writer, after: last, as: client, session, context)
                try await writer.finish(nil)
            }
        )
    }

    private func write(
        to writer: inout any ResponseBodyWriter,
        after last: Int?,
        as client: Principal,
        _ session: BrowserSession?,
        _ context: ToriiRequestContext
    ) async throws {
        guard let (id, reader) = events.attach() else { return }
        defer { events.detach(id) }
        let disconnect = try await context.disconnectSignal()
        let watch = disconnect.whenOver { _ in reader.close() }
        defer { watch.end() }
        let interval = TimeAmount(heartbeat)
        let timer = context.channel.eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in
            reader.remind()
        }
        defer { timer.cancel() }
        try await events.prime(sources)
        // The body's writer cannot be used in a child task, so the wait for the server's stop is one.
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                try? await gracefulShutdown()
                reader.close()
            }
            var position = last
            while let holder = access.holder(client, session) {
                let kinds = AdminEventSources.kinds(for: holder)
                let (reading, next) = events.read(after: position, kinds)
                position = next
                switch reading {
                case .entries(let entries):
                    var frames = ByteBuffer()
                    for entry in entries { write(entry.number, entry.kind, entry.data, to: &frames) }
                    try await writer.write(frames)
                case .snapshot(let number):
                    let data = WireAdminEvent.snapshot(try await sources.snapshot(kinds)).line
                    var frame = ByteBuffer()
                    write(number, .snapshot, data, to: &frame)
                    try await writer.write(frame)
                case .nothing:
                    switch await reader.next() {
                    case .news: continue
                    case .reminder: try await writer.write(ByteBuffer(string: ": keep-alive\n\n"))
                    case .end: return
                    }
                }
            }
        }
    }

    private func write(_ number: Int, _ kind: WireAdminEvent.Kind, _ data: [UInt8], to frames: inout ByteBuffer) {
        frames.writeString("id: \(events.id(of: number))\nevent: \(kind.rawValue)\ndata: ")
        frames.writeBytes(data)
        frames.writeString("\n\n")
    }
}
