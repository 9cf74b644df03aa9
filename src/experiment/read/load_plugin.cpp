#include "experiment/read/load_plugin.hpp"

#include <dlfcn.h>
#include <fmt/core.h>
#include <link.h>
#include <sys/auxv.h>

#include <cstring>
#include <exception>
#include <filesystem>

#include "catalogue/plugin.hpp"
#include "config/toml_file.hpp"
#include "experiment/read/file_content.hpp"
#include "experiment/run/program.hpp"

namespace ebb::inline experiment {
namespace {
namespace fs = std::filesystem;

constexpr std::size_t largest_plugin = 256'000'000;
constexpr const char* how_to_make_one = "docs/howto/plugins.md says how to make one";

/// Refuses plugins when the program has more privileges than its user, and plugin files that other users can
/// write.
Problems untrusted(const std::string& path) {
  if (::getauxval(AT_SECURE) != 0)
    return {{path, "is not loaded: this copy of ebb has rights of its own (setuid, setcap)",
             "load plugins with a copy that has none"}};
  std::error_code error;
  const auto status = fs::status(path, error);
  if (!error && (status.permissions() & fs::perms::others_write) != fs::perms::none)
    return {{path, "is not loaded: anybody may write to it", fmt::format("chmod o-w {}", path)}};
  return {};
}

Problems made_for_another(const std::string& path, std::string_view bytes) {
  const std::string made_for = plugin_made_for(bytes);
  if (made_for.empty()) return {{path, "is no plugin of ebb", how_to_make_one}};
  if (made_for == plugin_build()) return {};
  return {{path, fmt::format("was made for ebb {}, but this is ebb {}", made_for, plugin_build()),
           "build the plugin again, with the headers and the compiler of this ebb (docs/howto/plugins.md)"}};
}

/// Refuses truncated files: the loader maps what the headers declare, and crashes where the file is shorter.
/// The section table is at the end of a shared object, so any truncation cuts it.
Problems cut_off(const std::string& path, std::string_view bytes) {
  ElfW(Ehdr) header{};
  const bool elf = bytes.size() >= sizeof header && bytes.starts_with(std::string_view(ELFMAG, SELFMAG));
  if (elf) std::memcpy(&header, bytes.data(), sizeof header);
  const std::size_t table = std::size_t{header.e_shnum} * header.e_shentsize;
  if (elf && header.e_shoff <= bytes.size() && table <= bytes.size() - header.e_shoff) return {};
  return {{path, elf ? "is cut off: a part of it is missing" : "is no shared object",
           "copy or build it again; it may still be being written"}};
}

/// A plugin is never unloaded: the catalogues point into it.
Problems take_in(const std::string& path) {
  void* object = ::dlopen(fs::absolute(path).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!object) return {{path, fmt::format("cannot be loaded: {}", ::dlerror()), how_to_make_one}};
  const auto entry = reinterpret_cast<void (*)(Plugin&)>(::dlsym(object, "ebb_plugin"));
  if (!entry) return {{path, "has no function ebb_plugin", "EBB_PLUGIN(plugin) { … } defines it"}};
  Plugin plugin;
  try {
    entry(plugin);
  } catch (const std::exception& e) {
    return {{path, fmt::format("failed while it was loaded: {}", e.what()), "ask whoever made it"}};
  }
  return add_to_catalogues(plugin, path);
}

}  // namespace

std::string plugin_build() { return program_release() + " " EBB_COMPILER; }

std::string plugin_made_for(std::string_view bytes) {
  constexpr std::string_view mark = EBB_PLUGIN_MARK;
  const std::size_t at = bytes.find(mark);
  if (at == std::string_view::npos) return "";
  const std::string_view rest = bytes.substr(at + mark.size(), 100);
  return std::string(rest.substr(0, rest.find('\0')));
}

Problems load_plugin(const std::string& path) {
  const auto bytes = read_text_file(path, largest_plugin);
  if (!bytes) return bytes.problems();
  for (const Problems& problems : {untrusted(path), made_for_another(path, *bytes), cut_off(path, *bytes)})
    if (!problems.empty()) return problems;
  const auto digest = digest_of_file(path);
  if (!digest) return digest.problems();
  const Problems problems = take_in(path);
  if (problems.empty()) count_plugin(*digest, path);
  return problems;
}

}  // namespace ebb::inline experiment
