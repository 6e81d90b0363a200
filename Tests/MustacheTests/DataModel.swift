import Foundation
import Mustache

/// JSON as plain values.
indirect enum JSON: Sendable {
  case null
  case bool(Bool)
  case text(String)
  case list([JSON])
  case record([(key: String, value: JSON)])

  /// Numbers become text, as they would be printed.
  init(_ any: Any) {
    switch any {
    case let object as [String: Any]:
      self = .record(object.sorted { $0.key < $1.key }.map { (key: $0.key, value: JSON($0.value)) })
    case let array as [Any]: self = .list(array.map { JSON($0) })
    case let text as String: self = .text(text)
    case let number as NSNumber:
      if String(cString: number.objCType) == "c" {
        self = .bool(number.boolValue)
      } else if let whole = Int(exactly: number.doubleValue) {
        self = .text("\(whole)")
      } else {
        self = .text("\(number.doubleValue)")
      }
    default: self = .null
    }
  }
}

/// A model made from arbitrary data, with a shape for each set of keys.
struct DataModel {
  var schema = Schema()
  var model = Model()
  private var shapes: [[String]: ShapeID] = [:]

  mutating func value(_ json: JSON) -> Value {
    switch json {
    case .null: return .absent
    case .bool(let flag): return .flag(flag)
    case .text(let text): return model.text(text.utf8)
    case .list(let items):
      let list = model.reserveList(items.count)
      for index in items.indices { model[list, index] = value(items[index]) }
      return list.value
    case .record(let fields):
      let record = model.record(shape(fields.map { $0.key }), fields: fields.count)
      for index in fields.indices { model[record, index] = value(fields[index].value) }
      return record.value
    }
  }

  private mutating func shape(_ keys: [String]) -> ShapeID {
    if let known = shapes[keys] { return known }
    let shape = schema.declare(Array(keys.joined(separator: " ").utf8))
    schema.define(shape, keys.map { (name: Array($0.utf8), kind: .text) })
    shapes[keys] = shape
    return shape
  }
}
