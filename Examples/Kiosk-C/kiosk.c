// A door with a touch screen: a PIN pad or a password field in a window, with the C interface.
//   usage: kiosk [--password] [--speed FACTOR] [--trace] [HASH]
#include <SDL2/SDL.h>
#include <SDL2/SDL_ttf.h>
#include <keyward.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#define FONT "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

static SDL_Renderer *renderer;
static TTF_Font *font;
static double speed = 1;
static bool traces, quits;
static const char *message = "Who is there?";
// The hash of the PIN 2580; `keyward type --enroll FILE` creates another one.
static const char *hash =
    "$argon2id$v=19$m=65536,t=2,p=1$QlHB4se/gu2CAq+jZv1Utw$"
    "Usdb3HU63fpeiaRs9nV0kxI9D6pxA3clMhMve5SPvtY";

static double now(void) { return (double)SDL_GetTicks64() / 1000 * speed; }

static void fill(kw_rect r, SDL_Color c) {
  SDL_SetRenderDrawColor(renderer, c.r, c.g, c.b, 255);
  SDL_RenderFillRect(renderer, &(SDL_Rect){(int)r.x, (int)r.y, (int)r.width, (int)r.height});
}

/// Writes a text into the middle of a rectangle, smaller if it is too wide.
static void write_text(const char *text, kw_rect r, SDL_Color color) {
  SDL_Surface *drawn = *text ? TTF_RenderUTF8_Blended(font, text, color) : NULL;
  if (drawn == NULL) return;
  double scale = SDL_min(1.0, SDL_min((r.width - 4) / drawn->w, (r.height - 4) / drawn->h));
  SDL_Rect place = {0, 0, (int)(drawn->w * scale), (int)(drawn->h * scale)};
  place.x = (int)(r.x + (r.width - place.w) / 2);
  place.y = (int)(r.y + (r.height - place.h) / 2);
  SDL_Texture *texture = SDL_CreateTextureFromSurface(renderer, drawn);
  SDL_RenderCopy(renderer, texture, NULL, &place);
  SDL_DestroyTexture(texture);
  SDL_FreeSurface(drawn);
}

/// Draws the keyboard's items, and the message above them.
static void draw(kw_keyboard *keyboard) {
  static kw_item items[128];
  const SDL_Color background = {24, 28, 36, 255}, light = {240, 240, 240, 255};
  const SDL_Color colors[] = {{60, 68, 84, 255}, {40, 90, 160, 255}, {200, 140, 40, 255}};
  int width, height;
  SDL_GetRendererOutputSize(renderer, &width, &height);
  fill((kw_rect){0, 0, width, height}, background);
  kw_rect title = {60, 0, width - 120, height / 2};
  items[0].size = sizeof items[0];
  size_t count = kw_items(keyboard, items, 128);
  for (size_t i = 0; i < count && i < 128; i++)
    if (items[i].role == KW_ROLE_DONE) title.y = items[i].frame.y, title.height = items[i].frame.height;
  char shown[256];
  int length = snprintf(shown, sizeof shown, "%s  ", message);
  for (size_t i = kw_count(keyboard); i > 0 && length < 250; i--)
    length += snprintf(shown + length, sizeof shown - length, "•");
  write_text(shown, title, light);
  for (size_t i = 0; i < count && i < 128; i++) {
    const SDL_Color held = {230, 190, 60, 255};
    fill(items[i].frame, items[i].state != 0 ? held : colors[items[i].kind]);
    write_text(items[i].label, items[i].frame, light);
  }
  SDL_RenderPresent(renderer);
  if (!traces) return;
  for (size_t i = 0; i < count && i < 128; i++)
    printf("%u %s %d %d %d %d\n", items[i].kind, items[i].id, (int)items[i].frame.x,
           (int)items[i].frame.y, (int)items[i].frame.width, (int)items[i].frame.height);
  const char *state = isinf(kw_next_frame(keyboard, now())) ? "resting" : "moving";
  printf("drawn %dx%d %s %zu %s\n", width, height, state, kw_count(keyboard), message);
  fflush(stdout);
}

/// Checks the text in a thread, since a hash takes a while, and reports the result to the loop.
static int check(void *keyboard) {
  SDL_Event event = {.type = SDL_USEREVENT};
  event.user.code = kw_verify(keyboard, hash);
  SDL_PushEvent(&event);
  return 0;
}

static int on_return(void *context, kw_keyboard *keyboard) {
  (void)context;
  message = "One moment …";
  kw_set_enabled(keyboard, 0);
  SDL_DetachThread(SDL_CreateThread(check, "check", keyboard));
  return 0;
}

/// Handles the result of the check; the keyboard accepts presses again.
static void answer(kw_keyboard *keyboard, int code) {
  message = code == 1 ? "Come in!" : code == 0 ? "No, again?" : kw_error_text(code);
  kw_set_enabled(keyboard, 1);
  kw_clear(keyboard);
}

static void handle(kw_keyboard *keyboard, const SDL_Event *event) {
  int width, height;
  SDL_GetRendererOutputSize(renderer, &width, &height);
  int touch = (int)event->tfinger.fingerId + 1;
  double x = event->tfinger.x * width, y = event->tfinger.y * height;
  bool is_mouse = event->button.which != SDL_TOUCH_MOUSEID;
  switch (event->type) {
    case SDL_MOUSEBUTTONDOWN:
      if (is_mouse) kw_press(keyboard, event->button.x, event->button.y, 0, now());
      break;
    case SDL_MOUSEMOTION:
      if (is_mouse) kw_drag(keyboard, event->motion.x, event->motion.y, 0, now());
      break;
    case SDL_MOUSEBUTTONUP: if (is_mouse) kw_release(keyboard, 0, now()); break;
    case SDL_FINGERDOWN: kw_press(keyboard, x, y, touch, now()); break;
    case SDL_FINGERMOTION: kw_drag(keyboard, x, y, touch, now()); break;
    case SDL_FINGERUP: kw_release(keyboard, touch, now()); break;
    case SDL_USEREVENT: answer(keyboard, event->user.code); break;
    case SDL_QUIT: quits = true; break;
    case SDL_WINDOWEVENT: kw_set_screen(keyboard, width, height, now()); break;
  }
}

int main(int count, char **words) {
  kw_options options = {.size = sizeof options, .layout = "number", .title = "PIN"};
  options.panel_height = -1;
  for (int i = 1; i < count; i++) {
    if (strcmp(words[i], "--password") == 0) options.layout = NULL, options.panel_height = 200;
    else if (strcmp(words[i], "--trace") == 0) traces = true;
    else if (strcmp(words[i], "--speed") == 0 && i + 1 < count) speed = SDL_atof(words[++i]);
    else hash = words[i];
  }
  char error[512];
  kw_keyboard *keyboard = kw_create(&options, error, sizeof error);
  if (keyboard == NULL) return fprintf(stderr, "%s\n", error), 1;
  kw_harden();
  SDL_Window *window = NULL;
  if (SDL_Init(SDL_INIT_VIDEO) != 0 || TTF_Init() != 0 || !(font = TTF_OpenFont(FONT, 20)) ||
      SDL_CreateWindowAndRenderer(480, 320, SDL_WINDOW_RESIZABLE, &window, &renderer) != 0)
    return fprintf(stderr, "%s\n", SDL_GetError()), 1;
  SDL_SetWindowTitle(window, "Kiosk");
  kw_on_return(keyboard, on_return, NULL);
  kw_show(keyboard, now());
  while (!quits) {
    SDL_Event event;
    draw(keyboard);
    double next = kw_next_frame(keyboard, now());
    int wait = isinf(next) ? -1 : (int)SDL_max(0, (next - now()) / speed * 1000 + 1);
    if (SDL_WaitEventTimeout(&event, wait)) handle(keyboard, &event);
    kw_advance(keyboard, now());
  }
  kw_destroy(keyboard);
  SDL_Quit();
}
