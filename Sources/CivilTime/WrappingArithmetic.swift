#if hasFeature(Embedded)

  // In the browser, sums that overflow wrap around instead of trapping: each check is some five instructions, and there
  // are thousands. This only saves size; native builds run the same sources with all checks, and are fuzzed that way.
  // Indices are checked in both. The modules Bytes and Mustache, which use unchecked memory, do not import this module
  // and keep their checks.

  extension Int {
    @inline(__always) package static func + (left: Int, right: Int) -> Int { left &+ right }
    @inline(__always) package static func - (left: Int, right: Int) -> Int { left &- right }
    @inline(__always) package static func * (left: Int, right: Int) -> Int { left &* right }
    @inline(__always) package static func += (left: inout Int, right: Int) { left = left &+ right }
    @inline(__always) package static func -= (left: inout Int, right: Int) { left = left &- right }
    @inline(__always) package static func *= (left: inout Int, right: Int) { left = left &* right }
  }

  extension Int32 {
    @inline(__always) package static func + (left: Int32, right: Int32) -> Int32 { left &+ right }
    @inline(__always) package static func - (left: Int32, right: Int32) -> Int32 { left &- right }
    @inline(__always) package static func * (left: Int32, right: Int32) -> Int32 { left &* right }
    @inline(__always) package static func += (left: inout Int32, right: Int32) { left = left &+ right }
    @inline(__always) package static func -= (left: inout Int32, right: Int32) { left = left &- right }
  }

  extension Int64 {
    @inline(__always) package static func + (left: Int64, right: Int64) -> Int64 { left &+ right }
    @inline(__always) package static func - (left: Int64, right: Int64) -> Int64 { left &- right }
    @inline(__always) package static func * (left: Int64, right: Int64) -> Int64 { left &* right }
    @inline(__always) package static func += (left: inout Int64, right: Int64) { left = left &+ right }
    @inline(__always) package static func -= (left: inout Int64, right: Int64) { left = left &- right }
  }

#endif
