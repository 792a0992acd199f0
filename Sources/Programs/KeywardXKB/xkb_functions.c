#include "xkb_functions.h"

#include <dlfcn.h>
#include <string.h>

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
  FUNCTION(state_update_key), FUNCTION(state_key_get_utf8), FUNCTION(state_key_get_syms),
  FUNCTION(keysym_get_name), FUNCTION(compose_table_new_from_file),
  FUNCTION(compose_table_unref), FUNCTION(compose_state_new), FUNCTION(compose_state_unref),
  FUNCTION(compose_state_feed), FUNCTION(compose_state_reset),
  FUNCTION(compose_state_get_status), FUNCTION(compose_state_get_utf8),
};

int xkb_load(const char *file, struct xkb_functions *functions) {
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!library) return -1;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    void *function = dlsym(library, table[i].name);
    if (!function) return (int)i + 1;
    memcpy((char *)functions + table[i].offset, &function, sizeof function);
  }
  return 0;
}
