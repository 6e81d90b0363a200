import CalendarPages
import Mustache
import TestSupport
import Testing

struct ShapeTests {
  /// Every shape has the fields of its own enum: none was forgotten, and no two share a number.
  @Test func everyShapeHasFields() {
    let schema = Schema.pages
    for shape in Shape.allCases { #expect(schema.fieldCount(of: shape.id) > 0, "\(shape)") }
    #expect(schema.fieldCount(of: Shape.page.id) == PageField.count)
    #expect(schema.fieldCount(of: Shape.credit.id) == CreditField.count)
  }

  /// Chips, blocks and entries share the fields of an event, at the same indices.
  @Test func blocksAndEntriesBeginAsChips() {
    let schema = Schema.pages
    for (shape, own) in [
      (Shape.block, BlockField.allCases.count), (.entry, EntryField.allCases.count),
    ] {
      #expect(schema.fieldCount(of: shape.id) == ChipField.count + own)
      for (name, index)
        in [("uid", 0), ("title", 4), ("others", 8), ("partLabel", 15), ("titleLang", 16), ("isOver", 20)]
        as [(StaticString, Int)]
      {
        #expect(
          schema.field(name, of: shape.id) == index
            && schema.field(name, of: Shape.chip.id) == index)
      }
    }
    #expect(
      schema.field("rangeText", of: Shape.block.id) == 21
        && schema.field("weather", of: Shape.entry.id) == 27)
  }
}
