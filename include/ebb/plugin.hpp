// For a plugin of ebb, a shared object that `ebb --plugin FILE` loads (docs/howto/plugins.md). In one of its
// files:
//
//   EBB_PLUGIN(plugin) {
//     plugin.add(entry<Policy, Mine>("mine", "what it does"));
//   }
//
// Nothing of ebb is linked into it: it uses what the program that loads it has. So it must be compiled for
// exactly that program, and says so in a text that is read before any of its code runs.
#pragma once

#include "catalogue/plugin.hpp"
#include "ebb/build.hpp"

#define EBB_PLUGIN(plugin)                                                                            \
  [[gnu::used]] static const char ebb_plugin_made_for[] = EBB_PLUGIN_MARK EBB_BUILD " " EBB_COMPILER; \
  extern "C" __attribute__((visibility("default"))) void ebb_plugin(ebb::Plugin& plugin)
