// What a process is called in claims: MACHINE.BOOT.NUMBER.BEGIN. Boot tells machines of one name apart, and a
// machine from itself before it was started again; the begin tells a process from a later one with its
// number.
#pragma once

#include <optional>
#include <string>

namespace ebb::inline store {

/// The machine's name, made safe for file names.
std::string machine_name();
std::string this_process();
/// Whether this process of this machine, since it was started, still runs; nothing when it is of another one.
std::optional<bool> runs_here(const std::string& process);
/// Whether a text could be such a name.
bool is_process_name(const std::string& text);

}  // namespace ebb::inline store
