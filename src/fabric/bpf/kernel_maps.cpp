#include "fabric/bpf/kernel_maps.hpp"

#include <fmt/format.h>
#include <linux/bpf.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace ebb::inline fabric {
namespace {

/// A program of a lab's switch has six maps.
constexpr std::uint32_t most_maps = 16;

int call(bpf_cmd command, bpf_attr& attributes) {
  return static_cast<int>(syscall(SYS_bpf, command, &attributes, sizeof attributes));
}

KernelFile open_by_number(bpf_cmd command, std::uint32_t number) {
  bpf_attr attributes{};
  attributes.prog_id = number;  // the same place as map_id
  return KernelFile(call(command, attributes));
}

template <class Info>
bool read_info(const KernelFile& file, Info& info) {
  bpf_attr attributes{};
  attributes.info.bpf_fd = static_cast<std::uint32_t>(file.number());
  attributes.info.info_len = sizeof info;
  attributes.info.info = reinterpret_cast<std::uintptr_t>(&info);
  return call(BPF_OBJ_GET_INFO_BY_FD, attributes) == 0;
}

Problem failed(const std::string& what) {
  return {"bpf", fmt::format("{}: {}", what, std::strerror(errno)),
          "run it as root, on a kernel that allows BPF"};
}

bpf_attr element(int map, const void* key, const void* value) {
  bpf_attr attributes{};
  attributes.map_fd = static_cast<std::uint32_t>(map);
  attributes.key = reinterpret_cast<std::uintptr_t>(key);
  attributes.value = reinterpret_cast<std::uintptr_t>(value);
  return attributes;
}

}  // namespace

KernelFile::~KernelFile() {
  if (number_ >= 0) close(number_);
}

Result<KernelMaps> KernelMaps::of_program(std::uint32_t program) {
  const KernelFile file = open_by_number(BPF_PROG_GET_FD_BY_ID, program);
  std::array<std::uint32_t, most_maps> numbers{};
  bpf_prog_info about{};
  about.nr_map_ids = most_maps;
  about.map_ids = reinterpret_cast<std::uintptr_t>(numbers.data());
  if (file.number() < 0 || !read_info(file, about))
    return failed(fmt::format("program {} cannot be read", program));
  KernelMaps found;
  for (std::uint32_t i = 0; i < std::min(about.nr_map_ids, most_maps); ++i) {
    KernelFile map = open_by_number(BPF_MAP_GET_FD_BY_ID, numbers[i]);
    bpf_map_info info{};
    if (map.number() < 0 || !read_info(map, info))
      return failed(fmt::format("map {} cannot be read", numbers[i]));
    found.maps_[info.name] = {std::move(map), info.key_size, info.value_size};
  }
  return found;
}

const KernelMaps::Map* KernelMaps::find(const std::string& map, std::size_t key_size,
                                        std::size_t value_size) const {
  const auto found = maps_.find(map);
  if (found != maps_.end() && found->second.key_size == key_size &&
      (value_size == 0 || found->second.value_size == value_size))
    return &found->second;
  errno = EINVAL;
  return nullptr;
}

Problems KernelMaps::write_bytes(const std::string& map, const void* key, std::size_t key_size,
                                 const void* value, std::size_t value_size) const {
  const Map* to = find(map, key_size, value_size);
  if (to) {
    bpf_attr attributes = element(to->file.number(), key, value);
    attributes.flags = BPF_ANY;
    if (call(BPF_MAP_UPDATE_ELEM, attributes) == 0) return {};
  }
  return {failed(fmt::format("the map \"{}\" cannot be written", map))};
}

Problems KernelMaps::read_bytes(const std::string& map, const void* key, std::size_t key_size, void* value,
                                std::size_t value_size) const {
  if (const Map* from = find(map, key_size, value_size)) {
    bpf_attr attributes = element(from->file.number(), key, value);
    if (call(BPF_MAP_LOOKUP_ELEM, attributes) == 0) return {};
  }
  return {failed(fmt::format("the map \"{}\" cannot be read", map))};
}

Problems KernelMaps::erase_bytes(const std::string& map, const void* key, std::size_t key_size) const {
  if (const Map* from = find(map, key_size, 0)) {
    bpf_attr attributes = element(from->file.number(), key, nullptr);
    if (call(BPF_MAP_DELETE_ELEM, attributes) == 0 || errno == ENOENT) return {};
  }
  return {failed(fmt::format("the map \"{}\" cannot be written", map))};
}

}  // namespace ebb::inline fabric
