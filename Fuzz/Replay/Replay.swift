import Foundation
import FuzzChecks
import TestSupport

/// Checks files of one format and mutations of them, the same ones for the same seed: what `make test` runs where
/// `make fuzz` has libFuzzer. The input that is being checked is kept in a file, so that it is there after a trap.
@main
struct Replay {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count > 5, let form = InputForm.all.first(where: { $0.name == arguments[1] }),
      let longest = Int(arguments[3]), let seed = UInt64(arguments[4]), let runs = Int(arguments[5])
    else {
      fatalError("usage: FuzzReplay FORM INPUT LONGEST SEED RUNS FILE…; a form is one of \(InputForm.all)")
    }
    let current = open(arguments[2], O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    precondition(current >= 0, "\(arguments[2]): can't be written")
    func check(_ input: [UInt8]) {
      precondition(ftruncate(current, 0) == 0 && pwrite(current, input, input.count, 0) == input.count)
      // An endless loop ends the program.
      alarm(25)
      _ = input.withUnsafeBufferPointer { fuzz($0.baseAddress, $0.count, form.check) }
    }
    let files = arguments.dropFirst(5).map(bytes(of:))
    // As they are, if nothing is to be mutated.
    if runs == 0 { files.forEach(check) }
    var mutator = Mutator(random: SeededGenerator(seed: seed), longest: longest)
    for _ in 0..<runs { check(mutator.mutated(mutator.random.pick(files), with: mutator.random.pick(files))) }
    unlink(arguments[2])
  }

  /// Foundation's own reading of an empty file leaks.
  private static func bytes(of path: String) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    precondition(file >= 0, "\(path): can't be read")
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: Int(lseek(file, 0, SEEK_END)))
    precondition(pread(file, &bytes, bytes.count, 0) == bytes.count, "\(path): can't be read")
    return bytes
  }
}
