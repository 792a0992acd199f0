#ifndef CPLATFORM_H
#define CPLATFORM_H

#include "platform_arguments.h"
#include "platform_changes.h"
#include "platform_child.h"
#include "platform_device.h"
#include "platform_exec.h"
#include "platform_file.h"
#include "platform_inner.h"
#include "platform_leaving.h"
#include "platform_mark.h"
#include "platform_pidfd.h"
#include "platform_process.h"
#include "platform_restore_helper.h"
#include "platform_sandbox.h"
#include "platform_secret.h"
#include "platform_signals.h"

#endif
