// What is needed to repeat a result: the command, the version of ebb, the files, and the digest of each run.
// Every page ends with it, and JSON output and results folders contain it.
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
  std::string command;  ///< as it can be typed again; empty: unknown
  std::string version;  ///< of the ebb that made the results; empty: unknown
  std::vector<OriginRun> runs = {};
  std::vector<Listing> files = {};  ///< configurations
};

PageJson origin_json(const Origin& origin);
/// Reads what is there.
Origin origin_of(const PageJson& json);

/// Adds the end of a page. `note` describes what the command gives.
void add_origin(const Origin& origin, const std::string& note, Document& document);

}  // namespace ebb::inline report
