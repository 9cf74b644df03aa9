// A report as a list of texts, key figures, tables and charts. Text, Markdown, CSV, JSON and the page walk
// the same list, so that a figure is computed once.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <variant>
#include <vector>

#include "report/chart.hpp"
#include "report/render.hpp"
#include "report/table.hpp"

namespace ebb::inline report {

struct Heading {
  std::string text;
};
struct Sentence {
  std::string text;
};
/// What a manager reads: "8.1 %", "of full power", "1.36 times the ideal".
struct KeyFigure {
  std::string value, what, note;
};
struct KeyFigures {
  std::vector<KeyFigure> figures;
};
/// A file that is part of the report, as it is: a configuration.
struct Listing {
  std::string title, text;
};
/// The network over time, for a page to draw: the parts of series.json. Only a page can show it.
struct NetworkView {
  std::string title, note;
  std::shared_ptr<const nlohmann::ordered_json> data;
};

using Block = std::variant<Heading, Sentence, KeyFigures, Table, Chart, Listing, NetworkView>;

struct Document {
  std::string title, lead;
  std::vector<Block> blocks;

  template <class Block>
  void add(Block block) {
    blocks.emplace_back(std::move(block));
  }
  /// The charts among the blocks, in their order.
  std::vector<const Chart*> charts() const;
};

/// CSV has the tables, and the charts' numbers, one after the other.
std::string render(const Document& document, Format format);

}  // namespace ebb::inline report
