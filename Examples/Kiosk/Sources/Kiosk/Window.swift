import CSDL
import Keyward

/// A window of SDL for drawing rectangles and texts.
@MainActor final class Window {
  /// The error of SDL or the font, if there is no window.
  struct Failure: Error, CustomStringConvertible {
    let description = String(cString: SDL_GetError())
  }

  private let renderer: OpaquePointer
  private let font: OpaquePointer

  init(title: String, size: Size) throws {
    let file = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    var window: OpaquePointer?
    var renderer: OpaquePointer?
    guard SDL_Init(SDL_INIT_VIDEO) == 0, TTF_Init() == 0, let font = TTF_OpenFont(file, 20),
      SDL_CreateWindowAndRenderer(
        Int32(size.width), Int32(size.height), SDL_WINDOW_RESIZABLE.rawValue, &window, &renderer)
        == 0, let renderer
    else { throw Failure() }
    self.renderer = renderer
    self.font = font
    SDL_SetWindowTitle(window, title)
  }

  /// The size of the drawing area.
  var size: Size {
    var (width, height): (Int32, Int32) = (0, 0)
    SDL_GetRendererOutputSize(renderer, &width, &height)
    return Size(width: Double(width), height: Double(height))
  }

  func fill(_ frame: Rect, _ color: SDL_Color) {
    SDL_SetRenderDrawColor(renderer, color.r, color.g, color.b, 255)
    var area = SDL_Rect(frame)
    SDL_RenderFillRect(renderer, &area)
  }

  /// Writes a text into the middle of a frame, smaller if it is too wide.
  func write(_ text: String, in frame: Rect) {
    let white = SDL_Color(r: 240, g: 240, b: 240, a: 255)
    guard let drawn = TTF_RenderUTF8_Blended(font, text, white) else { return }
    defer { SDL_FreeSurface(drawn) }
    let (width, height) = (Double(drawn.pointee.w), Double(drawn.pointee.h))
    let scale = min(1, (frame.width - 4) / width, (frame.height - 4) / height)
    let place = Rect(
      x: frame.midX - width * scale / 2, y: frame.midY - height * scale / 2,
      width: width * scale, height: height * scale)
    var area = SDL_Rect(place)
    let texture = SDL_CreateTextureFromSurface(renderer, drawn)
    SDL_RenderCopy(renderer, texture, nil, &area)
    SDL_DestroyTexture(texture)
  }

  func present() { SDL_RenderPresent(renderer) }
}

extension SDL_Rect {
  init(_ frame: Rect) {
    self.init(x: Int32(frame.x), y: Int32(frame.y), w: Int32(frame.width), h: Int32(frame.height))
  }
}
