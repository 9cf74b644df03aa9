// Header for plugins of ebb: shared objects that `ebb --plugin FILE` loads (docs/howto/plugins.md). One
// source file of the plugin contains:
//
//   EBB_PLUGIN(plugin) {
//     plugin.add(entry<Policy, Mine>("mine", "what it does"));
//   }
//
// A plugin links nothing of ebb: it uses the symbols of the program that loads it. So it must be compiled for
// exactly that program. The plugin carries this version as text, and ebb checks it before running its code.
#pragma once

#include "catalogue/plugin.hpp"
#include "ebb/build.hpp"

#define EBB_PLUGIN(plugin)                                                                            \
  [[gnu::used]] static const char ebb_plugin_made_for[] = EBB_PLUGIN_MARK EBB_BUILD " " EBB_COMPILER; \
  extern "C" __attribute__((visibility("default"))) void ebb_plugin(ebb::Plugin& plugin)
