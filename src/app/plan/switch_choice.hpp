// What the commands that print tables of switches share: which switches, and files for ovs-ofctl.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "network/network.hpp"

namespace ebb::inline app {

/// The switches that --switch names; all when it names none.
Result<std::vector<SwitchId>> chosen_switches(const Network& network, const std::vector<std::string>& names);

/// For --openflow: makes the folder; writes a whole file into it.
Problems make_openflow_folder(const std::string& folder);
Problems write_openflow_file(const std::filesystem::path& path, const std::string& text);
/// A switch's name as that of a file: a slash would name a folder.
std::string file_stem(std::string name);

}  // namespace ebb::inline app
