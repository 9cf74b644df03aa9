// Collects what a reader of network files finds, and complaints with their places; checks what can only be
// said of a whole file.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "topology/file/file_attributes.hpp"

namespace ebb::inline topology {

class FileBuilder {
 public:
  explicit FileBuilder(std::string path) { file_.path = std::move(path); }

  const std::string& path() const { return file_.path; }
  void complain(const std::string& where, std::string what, std::string hint);

  /// Adds a node whose id must be new.
  void add_node(const std::string& where, const std::string& id, const Attributes& attributes);
  /// The number of the node with this id, which is added if it is not there: in a list of cables, whoever has
  /// a cable is a node.
  std::uint32_t node(const std::string& where, std::string_view id);
  /// Adds what the file says of a node later on.
  void describe(const std::string& where, std::string_view id, const Attributes& attributes);
  /// Adds a cable between two nodes that are there.
  void add_link(const std::string& where, std::string_view from, std::string_view to,
                const Attributes& attributes);

  /// The file, or all that is wrong with it.
  Result<NetworkFile> finish();

 private:
  const std::uint32_t* find(std::string_view id) const;
  std::string nearest_id(std::string_view id) const;
  void choose_names();
  void check_hosts();
  void check_ports();
  void check_connected();

  static constexpr std::size_t most_complaints = 20;
  NetworkFile file_;
  UnknownAttributes unknown_of_nodes_, unknown_of_links_;
  std::map<std::string, std::uint32_t, std::less<>> numbers_;  ///< of nodes, by id
  Problems problems_;
  std::size_t complaints_ = 0;
};

}  // namespace ebb::inline topology
