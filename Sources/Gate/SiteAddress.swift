extension [UInt8] {
  /// The address of a site, with a final slash; empty stays empty.
  package var endingInSlash: [UInt8] { isEmpty || last == 0x2F ? self : self + [0x2F] }
}
