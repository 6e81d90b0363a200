import Bytes
import Mustache
import Settling

extension PageModels {
  /// A series' rule in words; absent where it has none.
  mutating func recurrenceText(_ event: Event) -> Value { .absent }
}
