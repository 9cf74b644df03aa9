// What it takes to run it again: the command, the version of ebb, the files, and what each run was and gave.
// Every page ends with it, and what a command prints as JSON or keeps in a folder carries it along.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/document/document.hpp"
#include "report/page/json_reader.hpp"

namespace ebb::inline report {

struct OriginRun {
  std::string name;  ///< or its id
  std::optional<std::int64_t> seed;
  std::string verdict, digest, version;
};

struct Origin {
  std::string command;  ///< as it can be typed again; empty: not known
  std::string version;  ///< of the ebb that made the results; empty: not known
  std::vector<OriginRun> runs = {};
  std::vector<Listing> files = {};  ///< configurations
};

PageJson origin_json(const Origin& origin);
/// As far as there is any.
Origin origin_of(const PageJson& json);

/// The end of a page. `note` says what the command gives.
void add_origin(const Origin& origin, const std::string& note, Document& document);

}  // namespace ebb::inline report
