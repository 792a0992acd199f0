#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "test_residue.h"

static void read_line(const char *line, struct test_mapping *mapping) {
  if (sscanf(line, "Rss: %" SCNu64, &mapping->resident) == 1) return;
  if (sscanf(line, "Locked: %" SCNu64, &mapping->locked) == 1) return;
  if (strncmp(line, "VmFlags: ", 9) == 0) {
    snprintf(mapping->flags, sizeof mapping->flags, "%s", line + 9);
    mapping->flags[strcspn(mapping->flags, "\n")] = 0;
  }
}

long test_read_mappings(int process, struct test_mapping *mappings, size_t capacity) {
  char path[64], line[4400];
  snprintf(path, sizeof path, "/proc/%d/smaps", process);
  FILE *file = fopen(path, "re");
  if (file == NULL) return -errno;
  size_t count = 0;
  while (fgets(line, sizeof line, file) != NULL) {
    struct test_mapping mapping = {0};
    int found = sscanf(
        line, "%" SCNx64 "-%" SCNx64 " %4s %*s %*s %*s %95[^\n]", &mapping.start, &mapping.end,
        mapping.permissions, mapping.name);
    if (found >= 3) {
      if (count < capacity) mappings[count] = mapping;
      count++;
    } else if (count > 0 && count <= capacity) {
      read_line(line, &mappings[count - 1]);
    }
  }
  fclose(file);
  return (long)count;
}
