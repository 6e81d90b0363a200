import Foundation
import FuzzChecks

/// The fuzzed format, as named in `Fuzz/run.py`: one program serves all, since linking each of seven took as long as
/// compiling the first.
let form: InputForm = {
  let name = ProcessInfo.processInfo.environment["BUSYLIFE_FUZZ_FORM"] ?? ""
  guard let form = InputForm.all.first(where: { $0.name == name }) else {
    fatalError("BUSYLIFE_FUZZ_FORM is \"\(name)\", which is none of \(InputForm.all)")
  }
  return form
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  fuzz(data, count, form.check)
}
