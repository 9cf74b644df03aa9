#include "training/chakra_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/problem.hpp"
#include "training/chakra_node.hpp"
#include "training/protobuf.hpp"

namespace ebb::inline training {
namespace {

Problem damaged(const std::string& name, std::size_t offset, const std::string& what) {
  return {fmt::format("{}, byte {}", name, offset), what, "copy the file again from where it was made"};
}

Result<std::vector<ChakraNode>> read_one(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error))
    return Problem{path, "is no file", "name the file of one rank: NAME.0.et"};
  std::ifstream in(path, std::ios::binary);
  if (!in) return Problem{path, "cannot be read", "check its permissions"};
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  return read_chakra(bytes, path);
}

/// Of "NAME.7.et" returns "NAME."; empty where the name has no rank.
std::string stem_of(const std::string& path) {
  const std::string stem = std::filesystem::path(path).replace_extension().string();
  const std::size_t dot = stem.find_last_of('.');
  if (dot == std::string::npos || dot + 1 == stem.size()) return "";
  return stem.find_first_not_of("0123456789", dot + 1) == std::string::npos ? stem.substr(0, dot + 1) : "";
}

}  // namespace

Result<std::vector<ChakraNode>> read_chakra(std::string_view bytes, const std::string& name) {
  std::vector<ChakraNode> nodes;
  ProtobufReader reader(bytes);
  for (std::size_t message = 0; !reader.at_end(); ++message) {
    const std::size_t begin = reader.offset();
    const auto part = reader.text();
    if (!part) return damaged(name, begin, "no node begins here: the file is truncated, or no Chakra trace");
    if (message == 0) continue;  // about the trace
    ChakraNode node;
    if (const std::string wrong = read_node(*part, node); !wrong.empty())
      return damaged(name, begin, fmt::format("node {} {}", node.id, wrong));
    nodes.push_back(std::move(node));
  }
  if (nodes.empty()) return damaged(name, 0, "holds no node");
  return nodes;
}

Result<std::vector<std::vector<ChakraNode>>> read_chakra_ranks(const std::string& path, std::int64_t ranks) {
  std::vector<std::vector<ChakraNode>> all;
  const std::string stem = stem_of(path);
  if (ranks > 0 || stem.empty()) {
    auto nodes = read_one(path);
    if (!nodes) return nodes.problems();
    all.assign(static_cast<std::size_t>(std::max<std::int64_t>(1, ranks)), *nodes);
    return all;
  }
  for (std::uint32_t rank = 0;; ++rank) {
    const std::string file = fmt::format("{}{}.et", stem, rank);
    std::error_code error;
    if (!std::filesystem::exists(file, error)) {
      if (rank > 0) return all;
      return Problem{file, "is not there",
                     "name one rank's file of a complete set, or all ranks' with --ranks N"};
    }
    auto nodes = read_one(file);
    if (!nodes) return nodes.problems();
    all.push_back(std::move(*nodes));
  }
}

}  // namespace ebb::inline training
