// Notices on the configuration files that a process reads: nothing is wrong, but the user should know.
#pragma once

#include <functional>
#include <string>

namespace ebb::inline experiment {

/// Gets a notice, such as "mine.toml:2:1: flow.name: "class_pause" is now spelled "pfc"".
using NoticeListener = std::function<void(const std::string&)>;

/// From now on Configuration::read() passes its notices to this listener, each time that a file is read.
/// There is one per process, so that every job has it without a parameter; at first there is none. To be
/// called before threads read files.
void listen_to_notices(NoticeListener listener);

/// Passes a notice on, if there is a listener.
void pass_on_notice(const std::string& notice);

}  // namespace ebb::inline experiment
