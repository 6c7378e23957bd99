import APIDescription
import Accounts
import AgentRuntime
import HTTPTypes
import Hummingbird
import KeyVault
import NIOCore

/// The routes by which a user exports and erases all of its data (`/v1/users/self`).
struct UserDataRoutes {
    let runtime: AgentRuntime
    let export: UserExport

    /// The routes.
    var routes: [Route] {
        [
            Route(.userExport) { _, context in
                let lines = try await runtime.lines(of: export, for: try context.requireClient())
                return Response(
                    status: .ok,
                    headers: [
                        .contentType: AdminInterface.linesType, .cacheControl: "no-store", .accelBuffering: "no",
                    ],
                    body: ResponseBody { writer in
                        // Others may wait for the permission to export.
                        try await AdminInterface.relay(
                            lines,
                            to: &writer,
                            for: context.permit,
                            ExportPace(startedAt: .now())
                        )
                        try await writer.finish(nil)
                    }
                )
            },
            Route(.userErasure) { _, context in
                let client = try context.requireClient()
                try await runtime.eraseUser(of: client, by: AuditActor(client, requestID: context.id))
                return Response(status: .noContent)
            },
        ]
    }
}
