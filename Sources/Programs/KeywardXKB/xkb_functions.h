// The functions of libxkbcommon that the import of keyboards needs, loaded at run time.
#ifndef XKB_FUNCTIONS_H
#define XKB_FUNCTIONS_H
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// The names that select a keymap; the fields are those of the library's struct xkb_rule_names.
struct xkb_names {
  const char *rules, *model, *layout, *variant, *options;
};

// Opaque types of the library.
struct xkb_context;
struct xkb_keymap;
struct xkb_state;
struct xkb_compose_table;
struct xkb_compose_state;

struct xkb_functions {
  struct xkb_context *(*context_new)(int flags);
  void (*context_unref)(struct xkb_context *);
  void (*context_set_log_level)(struct xkb_context *, int level);
  unsigned (*context_num_include_paths)(struct xkb_context *);
  const char *(*context_include_path_get)(struct xkb_context *, unsigned index);
  struct xkb_keymap *(*keymap_new_from_names)(struct xkb_context *, const struct xkb_names *, int);
  void (*keymap_unref)(struct xkb_keymap *);
  uint32_t (*keymap_min_keycode)(struct xkb_keymap *);
  uint32_t (*keymap_max_keycode)(struct xkb_keymap *);
  uint32_t (*keymap_key_by_name)(struct xkb_keymap *, const char *name);
  int (*keymap_key_get_syms_by_level)(
    struct xkb_keymap *, uint32_t key, uint32_t layout, uint32_t level, const uint32_t **syms);
  struct xkb_state *(*state_new)(struct xkb_keymap *);
  void (*state_unref)(struct xkb_state *);
  int (*state_update_key)(struct xkb_state *, uint32_t key, int direction);
  int (*state_update_mask)(
    struct xkb_state *, uint32_t depressed, uint32_t latched, uint32_t locked, uint32_t depressed_layout,
    uint32_t latched_layout, uint32_t locked_layout);
  uint32_t (*state_serialize_mods)(struct xkb_state *, int components);
  int (*state_key_get_utf8)(struct xkb_state *, uint32_t key, char *buffer, size_t size);
  uint32_t (*state_key_get_one_sym)(struct xkb_state *, uint32_t key);
  int (*state_key_get_syms)(struct xkb_state *, uint32_t key, const uint32_t **syms);
  int (*keysym_get_name)(uint32_t keysym, char *buffer, size_t size);
  struct xkb_compose_table *(*compose_table_new_from_file)(
    struct xkb_context *, FILE *file, const char *locale, int format, int flags);
  void (*compose_table_unref)(struct xkb_compose_table *);
  struct xkb_compose_state *(*compose_state_new)(struct xkb_compose_table *, int flags);
  void (*compose_state_unref)(struct xkb_compose_state *);
  int (*compose_state_feed)(struct xkb_compose_state *, uint32_t keysym);
  void (*compose_state_reset)(struct xkb_compose_state *);
  int (*compose_state_get_status)(struct xkb_compose_state *);
  int (*compose_state_get_utf8)(struct xkb_compose_state *, char *buffer, size_t size);
};

// Loads the library with this file name, which is never unloaded, and fills the table. Returns 0;
// -1 if the library is missing; or the number, from 1, of the first function that it lacks.
static inline int xkb_load(const char *file, struct xkb_functions *functions) {
#define FUNCTION(name) {"xkb_" #name, offsetof(struct xkb_functions, name)}
  static const struct {
    const char *name;
    size_t offset;
  } table[] = {
    FUNCTION(context_new), FUNCTION(context_unref), FUNCTION(context_set_log_level),
    FUNCTION(context_num_include_paths), FUNCTION(context_include_path_get),
    FUNCTION(keymap_new_from_names), FUNCTION(keymap_unref), FUNCTION(keymap_min_keycode),
    FUNCTION(keymap_max_keycode), FUNCTION(keymap_key_by_name),
    FUNCTION(keymap_key_get_syms_by_level), FUNCTION(state_new), FUNCTION(state_unref),
    FUNCTION(state_update_key), FUNCTION(state_update_mask), FUNCTION(state_serialize_mods),
    FUNCTION(state_key_get_utf8), FUNCTION(state_key_get_one_sym),
    FUNCTION(state_key_get_syms),
    FUNCTION(keysym_get_name), FUNCTION(compose_table_new_from_file),
    FUNCTION(compose_table_unref), FUNCTION(compose_state_new), FUNCTION(compose_state_unref),
    FUNCTION(compose_state_feed), FUNCTION(compose_state_reset),
    FUNCTION(compose_state_get_status), FUNCTION(compose_state_get_utf8),
  };
#undef FUNCTION
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!library) return -1;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    void *function = dlsym(library, table[i].name);
    if (!function) return (int)i + 1;
    memcpy((char *)functions + table[i].offset, &function, sizeof function);
  }
  return 0;
}

// Compiles a layout for an ordinary keyboard; NULL if it is missing or has faults.
static inline struct xkb_keymap *xkb_compile(
  const struct xkb_functions *functions, struct xkb_context *context, const char *layout,
  const char *variant) {
  const struct xkb_names names = {"evdev", "pc105", layout, variant, ""};
  return functions->keymap_new_from_names(context, &names, 0);
}

#endif
