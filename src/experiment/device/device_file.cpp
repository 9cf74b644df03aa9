#include "experiment/device/device_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/check_ranges.hpp"
#include "config/data_files.hpp"
#include "config/node.hpp"
#include "config/read_fields.hpp"
#include "config/toml_file.hpp"
#include "experiment/device/device_source.hpp"
#include "experiment/device/read_sourced.hpp"

namespace ebb::inline experiment {
namespace fs = std::filesystem;

namespace {

template <class Row>
void read_rows(const Node& root, std::string_view key, std::vector<Row>& rows, Problems& problems) {
  const Node* list = root.find(key);
  if (!list) return;
  if (list->kind != Node::Kind::array) {
    problems.push_back(list->problem(key, "is no list of sections",
                                     fmt::format("write it in double brackets: [[{}]]", key)));
    return;
  }
  for (std::size_t i = 0; i < list->items.size(); ++i)
    read_fields(list->items[i], fmt::format("{}[{}]", key, i), rows.emplace_back(), problems);
}

template <class Row>
void add_rows_out_of_range(const std::vector<Row>& rows, std::string_view key, Problems& problems) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (Problem& p : with_ranges(rows[i], {})) {
      p.where = fmt::format("{}[{}].{}", key, i, p.where);
      problems.push_back(std::move(p));
    }
}

template <class Part>
void add_out_of_range(const Part& part, std::string_view key, Problems& problems) {
  for (Problem& p : with_ranges(part, {})) {
    p.where = fmt::format("{}.{}", key, p.where);
    problems.push_back(std::move(p));
  }
}

/// Checks the parts that have field lists of their own.
Problems rows_out_of_range(const Device& device) {
  Problems problems;
  add_rows_out_of_range(device.links, "link", problems);
  add_rows_out_of_range(device.wake, "wake", problems);
  add_rows_out_of_range(device.prices, "price", problems);
  add_rows_out_of_range(device.domains, "domain", problems);
  add_out_of_range(device.buffer, "buffer", problems);
  add_out_of_range(device.tcam, "tcam", problems);
  add_out_of_range(device.cam, "cam", problems);
  return problems;
}

std::string missing_devices_hint() {
  const std::string nowhere = missing_data_hint();
  if (!nowhere.empty()) return nowhere;
  return fmt::format("no device files were found in {}; set EBB_DEVICES to their folder",
                     fmt::join(device_folders(), ", "));
}

bool is_path(const std::string& name) {
  return name.find('/') != std::string::npos || fs::path(name).extension() == ".toml";
}

}  // namespace

Result<Device> read_device(const std::string& path) {
  auto root = read_toml(path);
  if (!root) return root.problems();
  spread_source(*root);
  Device device;
  device.name = fs::path(path).stem().string();
  device.file = path;
  Problems problems;
  read_fields(*root, "", device, problems,
              {"link", "buffer", "tcam", "cam", "wake", "price", "domain", "source"});
  read_rows(*root, "link", device.links, problems);
  read_rows(*root, "wake", device.wake, problems);
  read_rows(*root, "price", device.prices, problems);
  read_rows(*root, "domain", device.domains, problems);
  if (const Node* buffer = root->find("buffer")) read_fields(*buffer, "buffer", device.buffer, problems);
  if (const Node* tcam = root->find("tcam")) read_fields(*tcam, "tcam", device.tcam, problems);
  if (const Node* cam = root->find("cam")) read_fields(*cam, "cam", device.cam, problems);
  if (problems.empty()) {
    Problems found = with_ranges(device, device.check());
    if (found.empty()) found = rows_out_of_range(device);
    locate(found, *root, "", problems);
  }
  if (!problems.empty()) return problems;
  return device;
}

std::vector<std::string> device_folders() {
  std::vector<std::string> folders;
  const char* own = std::getenv("EBB_DEVICES");
  std::string_view rest = own ? own : "";
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    if (!folder.empty()) folders.emplace_back(folder);
    rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
  }
  folders.push_back(data_file("devices"));
  return folders;
}

std::vector<std::string> device_names() {
  std::vector<std::string> names;
  for (const std::string& folder : device_folders()) {
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
      if (it->path().extension() == ".toml") names.push_back(it->path().stem().string());
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::string lasting_device_name(const std::string& name, const std::string& beside) {
  if (!is_path(name)) return name;
  std::error_code error;
  const fs::path whole = fs::absolute(fs::path(beside) / name, error);
  return error ? name : whole.lexically_normal().string();
}

Result<Device> find_device(const std::string& name, const std::string& beside) {
  if (is_path(name)) {
    const fs::path file = fs::path(beside) / name;
    std::error_code error;
    if (fs::exists(file, error)) return read_device(file.string());
    return Problem{"", fmt::format("there is no device file \"{}\"", file.string()),
                   "a path starts from the folder of the file that names it"};
  }
  for (const std::string& folder : device_folders()) {
    const fs::path file = fs::path(folder) / (name + ".toml");
    std::error_code error;
    if (fs::exists(file, error)) return read_device(file.string());
  }
  const auto names = device_names();
  if (names.empty())
    return Problem{"", fmt::format("there is no device \"{}\"", name), missing_devices_hint()};
  return Problem{"", fmt::format("there is no device \"{}\"", name),
                 name_hint(name, names) + "; your own device is named by its path, like \"./mine.toml\"" +
                     broken_devices_hint()};
}

std::string broken_text(const std::string& name, const Problems& problems) {
  const Problem& first = problems.front();
  return fmt::format("{} ({}{}{})", name, first.where, first.where.empty() ? "" : ": ", first.what);
}

std::string broken_devices_hint() {
  std::string all;
  for (const std::string& name : device_names())
    if (const auto device = find_device(name, ""); !device)
      all += (all.empty() ? "; these cannot be read: " : ", ") + broken_text(name, device.problems());
  return all;
}

}  // namespace ebb::inline experiment
