// Collects the nodes and cables of a network file, and problems with their positions. Checks conditions on
// the whole file.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/problem.hpp"
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
  /// Returns the number of the node with this id. A missing one is added: in a list of cables, every end of a
  /// cable is a node.
  std::uint32_t node(const std::string& where, std::string_view id);
  /// Adds attributes of a node that come later in the file.
  void describe(const std::string& where, std::string_view id, const Attributes& attributes);
  /// Adds a cable between two existing nodes.
  void add_link(const std::string& where, std::string_view from, std::string_view to,
                const Attributes& attributes);

  /// Returns the file, or all its problems.
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
