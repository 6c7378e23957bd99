import ModelTable
import Synchronization

/// The dialect of a model, described again when the provider has reported other facts.
///
/// Between two changes a call costs one comparison.
final class DescribedDialect<Dialect: ProviderDialect>: Sendable {
    private let told: ToldFacts?
    private let describe: @Sendable () -> Dialect
    private let newest: Mutex<(revision: Int, dialect: Dialect)>

    /// Describes a model for the first time.
    ///
    /// - Parameters:
    ///   - told: The facts that providers report; `nil` if the description never changes.
    ///   - describe: Returns the description by the present facts.
    init(by told: ToldFacts?, _ describe: @escaping @Sendable () -> Dialect) {
        (self.told, self.describe) = (told, describe)
        // The revision is read before the facts, so that a change between the two leads to another description.
        let revision = told?.revision ?? 0
        newest = Mutex((revision, describe()))
    }

    /// The description by the present facts.
    var value: Dialect {
        let revision = told?.revision ?? 0
        return newest.withLock { newest in
            if newest.revision != revision { newest = (revision, describe()) }
            return newest.dialect
        }
    }
}
