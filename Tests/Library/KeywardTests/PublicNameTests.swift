import Foundation
import Keyward
import KeywardTestSupport
import Testing

/// The names in a program that imports Keyward beside the frameworks of its platform.
@Suite struct PublicNameTests {
  /// Names of types of Swift, Foundation, SwiftUI, AppKit and UIKit without a prefix.
  private static let taken = Set(
    """
    AccessoryWidgetGroup Actor Alert Alignment Anchor Angle Animation AnyView App AppStorage \
    Array Axis Binding BlendMode Bool Bundle Button ButtonRole ButtonStyle Calendar Canvas \
    Capsule Character CharacterSet Circle Clock Color ColorPicker ColorScheme CommandMenu \
    Commands ContentMode ContentShape Context ControlSize Controller CoordinateSpace Cursor Data \
    Date DateComponents DatePicker Decimal Decoder Dictionary Dimension DisclosureGroup Divider \
    Document DragGesture Duration Edge EdgeInsets Edges Ellipse EmptyView Encoder Environment \
    Error Event Executor Expression FetchRequest FileManager FocusState Font ForEach Form \
    Formatter Frame Gauge GeometryProxy GeometryReader Gesture Glass Gradient Grid GridItem \
    GridRow Group GroupBox HStack Host Image Index Instant Int Item Key KeyEquivalent KeyPath \
    KeyPress Label Layout LayoutDirection LayoutSubview Link List Locale Locator Material \
    Measurement Menu Message Model Mutex NavigationLink NavigationPath NavigationStack \
    Notification NotificationCenter Observable Observation Operation OperationQueue Optional \
    Orientations Outlet Page Panel Path Picker PickerStyle Pipe Placement Port PresentationMode \
    Process ProcessInfo Progress ProgressView Range Rectangle Regex Result Rotation RunLoop \
    Scanner Scene ScenePhase SceneStorage ScrollView Section SectorMark SecureField Sequence Set \
    Settings Shader Shape Slider Slot Spacer State StateObject Stepper Stream String Style \
    SubmitLabel Tab TabView Table Task Text TextEditor TextField Theme Thread TimeInterval \
    TimeZone Timer Toggle Toolbar ToolbarItem ToolbarItemGroup Touch Transaction Transform \
    Transition UUID Unit UnitPoint Unknown URL UserDefaults VStack Value ViewBuilder Visibility \
    Void Widget Window WindowGroup ZStack
    """.split(separator: " ").map(String.init))

  /// The lines of the public modules' sources.
  private static func publicLines() throws -> [Substring] {
    var found: [Substring] = []
    for folder in ["Secrets", "Keyboard", "Views", "Library"] {
      let folder = URL(filePath: Repository.path + "/Sources/" + folder)
      let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "swift" else { continue }
        found += try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      }
    }
    return found
  }

  private static func topLevelTypes() throws -> Set<String> {
    let declaration =
      #/(?:@nonexhaustive )?public (?:final )?(?:struct|enum|class|protocol|actor|typealias) (\w+)/#
    return Set(try publicLines().compactMap { $0.prefixMatch(of: declaration)?.1 }.map(String.init))
  }

  @Test(.tags(.slow)) func noTypeHasTheNameOfOneThatProgramsHaveAlready() throws {
    let names = try Self.topLevelTypes()
    #expect(names.contains("Keyboard") && names.contains("LayoutEngine") && names.count > 60)
    #expect(names.intersection(Self.taken).sorted() == [])
  }

  @Test("A switch over a public error has a place for errors of later versions", .tags(.slow))
  func errorsCanGrow() throws {
    var closed: [String] = []
    var count = 0
    var before: Substring = ""
    for line in try Self.publicLines() {
      defer { before = line }
      guard let match = line.firstMatch(of: #/public enum (\w+)\b.*\bError\b/#) else { continue }
      count += 1
      if ![line, before].contains(where: { $0.hasPrefix("@nonexhaustive") }) {
        closed.append(String(match.1))
      }
    }
    #expect(count > 10 && closed == [])
  }

  /// Values print as people read them, not as modules that nobody imports by name.
  @Test func printedValuesNameNoModule() throws {
    let keyboard = try Keyboard(
      KeyboardConfiguration(
        layout: "number", screen: ScreenDescription(size: Size(width: 480, height: 320))),
      text: SecretText(policy: .allowUnlocked))
    var printed: [String] = []
    let token = keyboard.bus.observe { printed.append("\($0)") }
    keyboard.show(at: 0)
    keyboard.advance(to: 1)
    let key = try #require(keyboard.drawnItems.first { $0.label == "7" })
    keyboard.press(at: key.frame.center, at: 1)
    printed.append("\(keyboard.release(at: 1.1)) \(key) \(keyboard) \(keyboard.state)")
    token.cancel()
    #expect(printed.contains("textDidChange: 1"))
    #expect(printed.contains { $0.hasPrefix("keyboardWillShow 1: 0, 320, 480 x ") })
    #expect(printed.last?.hasPrefix("accepted key 7 at ") == true)
    #expect("\(keyboard)".hasPrefix("number: docked at 0, "))
    #expect("\(keyboard)".hasSuffix(", numbers, 1 character"))
    printed.append("\(RectInsets(top: 1.5)) \(Point.zero) \(Outcome.rejected(.tooLong))")
    printed.append("\(PanelSelection(panel: .symbols))")
    #expect(printed.allSatisfy { !$0.contains("(") && !$0.contains("Keyward") })
  }
}
