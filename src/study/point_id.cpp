#include "study/point_id.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/digest.hpp"
#include "config/write_toml.hpp"
#include "experiment/program.hpp"

namespace ebb::inline study {
namespace {

/// Tables in alphabetical order: the order of lines means nothing.
Node sorted(Node node) {
  for (auto& [key, child] : node.entries) child = sorted(std::move(child));
  for (Node& item : node.items) item = sorted(std::move(item));
  std::sort(node.entries.begin(), node.entries.end(),
            [](const auto& a, const auto& b) { return a.key < b.key; });
  return node;
}

/// Without what changes no result: on how many threads it is computed.
Node without_threads(Node document) {
  for (auto& [section, table] : document.entries)
    if (section == "run") std::erase_if(table.entries, [](const auto& e) { return e.key == "threads"; });
  return document;
}

}  // namespace

std::uint64_t digest_of(std::string_view text) { return Digest{}.add(text).add(text.size()).value(); }

std::uint64_t configuration_digest(const Node& document) {
  return digest_of(toml_document(sorted(without_threads(document))));
}

std::string point_id(const Node& document) {
  return fmt::format("{:016x}",
                     Digest{}.add(configuration_digest(document)).add(digest_of(program_version())).value());
}

}  // namespace ebb::inline study
