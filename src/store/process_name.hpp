// The name of a process in claims: MACHINE.BOOT.PID.START. The boot id distinguishes machines of one name,
// and a machine before and after a reboot. The start time distinguishes processes with the same pid.
#pragma once

#include <optional>
#include <string>

namespace ebb::inline store {

/// The machine's name, with characters that file names do not allow replaced.
std::string machine_name();
std::string this_process();
/// Returns whether this process of this machine and boot still runs; nullopt when it is of another machine.
std::optional<bool> runs_here(const std::string& process);
/// Returns whether a text is a valid process name.
bool is_process_name(const std::string& text);

}  // namespace ebb::inline store
