#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "keyward.h"
#include "keyward_internal.h"
#include "platform_memory.h"

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

/// The number of forks between the process that loaded the library and this one.
static unsigned forks;

/// The number of threads that work with a secret outside the lock.
static atomic_int workers;

/// True if the regions are gone, which lasts for good.
static bool is_unloaded;

void keyward_lock(void) { pthread_mutex_lock(&lock); }

void keyward_unlock(void) { pthread_mutex_unlock(&lock); }

unsigned keyward_forks(void) { return forks; }

bool keyward_is_unloaded(void) { return is_unloaded; }

void keyward_begin_work(void) { atomic_fetch_add(&workers, 1); }

void keyward_end_work(void) { atomic_fetch_sub(&workers, 1); }

/// In a child nobody holds the lock any more, and no region exists.
static void enter_child(void) {
  pthread_mutex_t open = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  lock = open;
  forks += 1;
  atomic_store(&workers, 0);
  platform_wipe_forget();
}

__attribute__((constructor)) static void load(void) { pthread_atfork(NULL, NULL, enter_child); }

/// Wipes and frees everything the host has not destroyed, when the library or the process goes.
/// Threads still at work, which a process does not wait for at its end, find zeroes.
__attribute__((destructor)) static void unload(void) {
  bool is_alone = pthread_mutex_trylock(&lock) == 0;
  is_unloaded = true;
  if (is_alone && atomic_load(&workers) == 0) {
    platform_wipe_and_free();
  } else {
    platform_wipe_all();
  }
  if (is_alone) pthread_mutex_unlock(&lock);
}
