import Foundation
import FuzzChecks

/// The form of input that is fuzzed, as `Fuzz/run.py` names it: one program serves all, since each of seven took as
/// long to link as the first to compile.
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
