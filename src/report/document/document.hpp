// A report as a list of texts, key figures, tables and charts. Text, Markdown, CSV, JSON and the page use the
// same list, so that a figure is computed once.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <variant>
#include <vector>

#include "report/document/chart.hpp"
#include "report/document/render.hpp"
#include "report/document/table.hpp"

namespace ebb::inline report {

struct Heading {
  std::string text;
};
struct Sentence {
  std::string text;
};
/// A headline figure: "8.1 %", "of full power", "1.36 times the ideal".
struct KeyFigure {
  std::string value, what, note;
};
struct KeyFigures {
  std::vector<KeyFigure> figures;
};
/// A text beside its name: "network   mesh: 16 hosts, 4 switches". It may have several lines.
struct NamedLine {
  std::string name, text;
};
struct NamedLines {
  std::vector<NamedLine> lines;
  void add(std::string name, std::string text) { lines.push_back({std::move(name), std::move(text)}); }
};
/// A file that is part of the report, unchanged: a configuration.
struct Listing {
  std::string title, text;
};
/// The network over time, for a page to draw, from the parts of series.json. Only a page can show it.
struct NetworkView {
  std::string title, note;
  std::shared_ptr<const nlohmann::ordered_json> network;  ///< its name, rates and positions: constant
  std::shared_ptr<const nlohmann::ordered_json> history;  ///< what its channels did
};

/// What the hosts of a job did over time, above the load of the channels. Only a page can show it.
struct RankView {
  std::string title, note;
  std::shared_ptr<const nlohmann::ordered_json> ranks;  ///< of series.json, with the load over time
};

using Block =
    std::variant<Heading, Sentence, KeyFigures, NamedLines, Table, Chart, Listing, NetworkView, RankView>;

struct Document {
  std::string title, lead;
  std::vector<Block> blocks;

  template <class Block>
  void add(Block block) {
    blocks.emplace_back(std::move(block));
  }
  /// Returns the charts among the blocks, in their order.
  std::vector<const Chart*> charts() const;
};

/// One block as text, with an empty line after it; as Markdown.
std::string block_text(const Block& block);
std::string block_markdown(const Block& block);

/// CSV has the tables and the charts' numbers, one after the other.
std::string render(const Document& document, Format format);

}  // namespace ebb::inline report
