import ConstraintLayout
import Keyward
import Testing

@testable import Studio

/// Views and keyboard move together, sampled from the keyboard's spring by time.
@Suite struct SceneAnimationTests {
  @Test("Views follow the spring with the keyboard")
  func viewsFollowSpring() throws {
    let scene = try SceneHarness("login")
    let begin = scene.frame(of: "box").y
    scene.model.keyboard.hide()
    scene.wait(0)
    let end = scene.frame(of: "box").y
    #expect(end - begin == 134)
    var time = 0.0
    for (sample, progress) in [(0.05, 0.2322), (0.1, 0.5448), (0.15, 0.7583), (0.25, 0.9420)] {
      scene.wait(sample - time)
      time = sample
      #expect(abs(scene.shownFrame(of: "box").y - (begin + 134 * progress)) < 0.1)
      let keyboard = scene.model.keyboard.drawnFrame.y
      #expect(abs(keyboard - (250 + 134 * progress)) < 0.1)
    }
    // The state has flipped long ago, only the drawing lags.
    #expect(scene.frame(of: "box").y == end && scene.state.kind == .hidden)
    scene.wait(0.25)
    #expect(scene.shownFrame(of: "box").y == end)
    #expect(scene.model.animation == nil)
  }

  @Test("At most thirty frames a second and none at rest")
  func mostThirtyFrames() throws {
    let scene = try SceneHarness()
    scene.wait(1)
    #expect(scene.model.deadline == nil)
    let before = scene.frames
    scene.control("r")
    scene.wait(0.499)
    #expect((10...16).contains(scene.frames - before))
    scene.wait(0.2)
    #expect(scene.model.deadline == nil)
    #expect(scene.frames - before <= 17)
    let after = scene.frames
    scene.wait(10)
    #expect(scene.frames == after)
  }

  @Test("Rotation moves the bar in the same animation")
  func rotationMovesBar() throws {
    let scene = try SceneHarness("chat")
    #expect(scene.frame(of: "bar").maxY == 250)
    scene.control("r")
    #expect(scene.takeEvents() == "O WC WS")
    let screen = scene.model.state.screen
    #expect(screen == Size(width: 384, height: 640))
    #expect(scene.frame(of: "bar").maxY == scene.state.frame.y)
    scene.wait(0.1)
    let bar = scene.shownFrame(of: "bar")
    #expect(bar.width < 640 && bar.width > 384)
    scene.wait(0.5)
    #expect(scene.takeEvents() == "DC DS")
    #expect(scene.shownFrame(of: "bar") == scene.frame(of: "bar"))
    #expect(scene.shownFrame(of: "bar").width == 384)
  }

  @Test("An interruption begins where things are on screen")
  func interruptionBeginsWhere() throws {
    let scene = try SceneHarness("login")
    scene.model.keyboard.hide()
    scene.wait(0.1)
    let (view, keyboard) = (scene.shownFrame(of: "box"), scene.model.keyboard.drawnFrame)
    scene.model.keyboard.show()
    scene.wait(0)
    #expect(scene.shownFrame(of: "box") == view)
    #expect(scene.model.keyboard.drawnFrame == keyboard)
    #expect(scene.takeEvents() == "WC WH DC DH WC WS")
    scene.wait(0.6)
    #expect(scene.shownFrame(of: "box").maxY == 240)
  }

  @Test("The other reading direction is moved to")
  func otherReadingDirection() throws {
    let scene = try SceneHarness("chat")
    let left = scene.frame(of: "field").x
    scene.control("o")
    #expect(scene.frame(of: "field").x > left)
    #expect(scene.shownFrame(of: "field").x == left)
    #expect(scene.text.contains("right to left"))
    scene.wait(0.6)
    #expect(scene.shownFrame(of: "field").x == scene.frame(of: "field").x)
    scene.control("o")
    scene.wait(0.6)
    #expect(scene.shownFrame(of: "field").x == left)
  }

  @Test("A collapsed bar changes corners with the direction")
  func collapsedBarChanges() throws {
    let scene = try SceneHarness { $0.keyboard = "shortcuts:leading" }
    #expect(scene.state.frame.x == 0 && scene.near == ["leading", "bottom"])
    scene.control("o")
    scene.wait(0.6)
    #expect(scene.state.frame.x == 640 - 88 && scene.near == ["leading", "bottom"])
    #expect(scene.takeEvents() == "WC WS DC DS")
  }

  @Test("A typed character does not disturb an animation")
  func typedCharacterDoes() throws {
    let scene = try SceneHarness("chat")
    scene.control("r")
    scene.wait(0.1)
    let bar = scene.shownFrame(of: "bar")
    scene.type("a")
    #expect(scene.shownFrame(of: "bar") == bar)
    scene.wait(0.6)
    #expect(scene.text.contains("•▏"))
  }
}
