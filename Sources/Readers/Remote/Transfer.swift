import Bytes
import CCurl
import Foundation

/// Limits of one request.
package struct TransferLimits: Sendable {
  /// The greatest time until a connection, and until the whole answer.
  package var connectMilliseconds = 3_000
  package var totalMilliseconds = 8_000
  /// The greatest size of a body, in bytes after decompression.
  package var bodyBytes: Int
  /// Browsers follow twenty; an address that has moved needs one or two.
  package var redirects = 5

  package init(bodyBytes: Int) { self.bodyBytes = bodyBytes }
}

/// One request and its answer; http: and https: only.
struct Transfer {
  struct Reply {
    var status: Int
    var head: HTTPHead
    var body: [UInt8]
  }

  enum Failure: Error {
    case noLibrary
    case tooLarge
    /// libcurl's message.
    case unreachable(String)
  }

  static func get(
    _ url: String, userAgent: String, headers: [String], limits: TransferLimits
  ) throws(Failure) -> Reply {
    let lines = headers.map { strdup($0) }
    defer { for line in lines { free(line) } }
    var reply = busylife_reply()
    defer { busylife_reply_free(&reply) }
    lines.map { UnsafePointer($0) }.withUnsafeBufferPointer { lines in
      url.withCString { url in
        userAgent.withCString { agent in
          var request = busylife_request(
            url: url, user_agent: agent, headers: lines.baseAddress, header_count: lines.count,
            connect_milliseconds: limits.connectMilliseconds, total_milliseconds: limits.totalMilliseconds,
            body_limit: limits.bodyBytes, redirects: limits.redirects)
          busylife_get(&request, &reply)
        }
      }
    }
    switch reply.outcome {
    case busylife_answered: break
    case busylife_no_library: throw .noLibrary
    case busylife_too_large: throw .tooLarge
    default:
      let words = withUnsafeBytes(of: &reply.error) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      throw .unreachable(words.isEmpty ? "no answer" : words)
    }
    let head = UnsafeRawBufferPointer(start: reply.head, count: reply.head_count)
    let body = UnsafeRawBufferPointer(start: reply.body, count: reply.body_count)
    return Reply(status: reply.status, head: HTTPHead(Array(head)), body: Array(body))
  }
}
