// A function that returns `int` returns 0, or -1 with `errno`, unless its comment or a name such as
// `is_` gives the result another meaning.

#ifndef KEYWARD_SYSTEM_H
#define KEYWARD_SYSTEM_H

#include "platform_caller.h"
#include "platform_child.h"
#include "platform_console.h"
#include "platform_device.h"
#include "platform_exit.h"
#include "platform_file.h"
#include "platform_input.h"
#include "platform_lending.h"
#include "platform_memory.h"
#include "platform_process.h"
#include "platform_restore.h"
#include "platform_sandbox.h"
#include "platform_signals.h"

#endif
