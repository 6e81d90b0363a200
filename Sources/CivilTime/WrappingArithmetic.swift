#if hasFeature(Embedded)

  // In the browser, sums that overflow wrap around instead of trapping: each check is some five instructions, and there
  // are thousands. This only saves size; native builds run the same sources with all checks, and are fuzzed that way.
  // Indices are checked in both. The modules Bytes and Mustache, which use unchecked memory, do not import this module
  // and keep their checks.

  extension Int {
    @inlinable @inline(__always) package static func + (left: Int, right: Int) -> Int { left &+ right }
    @inlinable @inline(__always) package static func - (left: Int, right: Int) -> Int { left &- right }
    @inlinable @inline(__always) package static func * (left: Int, right: Int) -> Int { left &* right }
    @inlinable @inline(__always) package static func += (left: inout Int, right: Int) { left = left &+ right }
    @inlinable @inline(__always) package static func -= (left: inout Int, right: Int) { left = left &- right }
    @inlinable @inline(__always) package static func *= (left: inout Int, right: Int) { left = left &* right }
  }

  extension Int32 {
    @inlinable @inline(__always) package static func + (left: Int32, right: Int32) -> Int32 { left &+ right }
    @inlinable @inline(__always) package static func - (left: Int32, right: Int32) -> Int32 { left &- right }
    @inlinable @inline(__always) package static func * (left: Int32, right: Int32) -> Int32 { left &* right }
    @inlinable @inline(__always) package static func += (left: inout Int32, right: Int32) { left = left &+ right }
    @inlinable @inline(__always) package static func -= (left: inout Int32, right: Int32) { left = left &- right }
  }

  extension Int64 {
    @inlinable @inline(__always) package static func + (left: Int64, right: Int64) -> Int64 { left &+ right }
    @inlinable @inline(__always) package static func - (left: Int64, right: Int64) -> Int64 { left &- right }
    @inlinable @inline(__always) package static func * (left: Int64, right: Int64) -> Int64 { left &* right }
    @inlinable @inline(__always) package static func += (left: inout Int64, right: Int64) { left = left &+ right }
    @inlinable @inline(__always) package static func -= (left: inout Int64, right: Int64) { left = left &- right }
  }

#endif
