// Shared by the commands that print tables of switches: the choice of switches, and files for ovs-ofctl.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "network/network.hpp"

namespace ebb::inline tasks {

/// The switches of --switch; all without it.
Result<std::vector<SwitchId>> chosen_switches(const Network& network, const std::vector<std::string>& names);

/// What --openflow wrote.
struct OpenFlowFiles {
  std::filesystem::path folder;
  std::string first;  ///< path of the first switch's files, without extension
  std::size_t rules = 0, groups = 0;
};
/// For --openflow: creates the folder; writes a file atomically.
Problems make_openflow_folder(const std::string& folder);
Problems write_openflow_file(const std::filesystem::path& path, const std::string& text);
/// A switch's name as a file name: slashes are replaced.
std::string file_stem(std::string name);

}  // namespace ebb::inline tasks
