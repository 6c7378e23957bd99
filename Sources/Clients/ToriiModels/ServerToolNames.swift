import ToriiClient

/// The names of a server's tools, requested once for a session that has tools of its own.
///
/// A request cannot offer a tool under a name that one of the offered tools of the server has, so the server's is left out.
actor ServerToolNames {
    private var names: [String]?

    /// Returns the server's tools to offer beside tools with these names, or an error; `nil` for all.
    ///
    /// It throws nothing, because the optimizer of Swift 6.3.1 leaves out the return to the caller's actor after an error of this one.
    func offered(
        besides own: Set<String>,
        by service: ToriiService
    ) async -> Result<[String]?, ToriiError> {
        do throws(ToriiError) {
            return .success(try await names(besides: own, by: service))
        } catch {
            return .failure(error)
        }
    }

    private func names(besides own: Set<String>, by service: ToriiService) async throws(ToriiError) -> [String]? {
        guard !own.isEmpty else { return nil }
        let all: [String]
        if let names {
            all = names
        } else {
            all = try await service.tools().map(\.name)
            names = all
        }
        guard all.contains(where: own.contains) else { return nil }
        // A named tool needs its scope.
        let scopes = Set(try await service.session().scopes)
        return all.filter { !own.contains($0) && (scopes.contains("tools:*") || scopes.contains("tools:\($0)")) }
    }
}
