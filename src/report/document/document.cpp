#include "report/document/document.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/ensure.hpp"

namespace ebb::inline report {
namespace {

using Json = nlohmann::ordered_json;

/// Indents the lines of a text after the first one.
std::string indented(std::string text, std::size_t by) {
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += by + 1)
    text.insert(at + 1, by, ' ');
  return text;
}

struct AsText {
  std::string operator()(const Heading& h) const { return fmt::format("{}\n\n", h.text); }
  std::string operator()(const Sentence& s) const { return s.text + "\n\n"; }
  std::string operator()(const KeyFigures& k) const {
    std::string text;
    for (const KeyFigure& f : k.figures)
      text += fmt::format("{} {}{}\n", f.value, f.what, f.note.empty() ? "" : " (" + f.note + ")");
    return text + "\n";
  }
  std::string operator()(const NamedLines& f) const {
    constexpr std::size_t names = 10;
    std::string text;
    for (const NamedLine& line : f.lines)
      text += fmt::format("{:<{}}{}\n", line.name, names, indented(line.text, names));
    return text + "\n";
  }
  std::string operator()(const Table& t) const { return to_text(t) + "\n"; }
  std::string operator()(const Chart& c) const { return to_text(chart_table(c)) + "\n"; }
  std::string operator()(const Listing& l) const { return l.title + "\n" + l.text + "\n"; }
  std::string operator()(const NetworkView&) const { return {}; }
  std::string operator()(const RankView&) const { return {}; }
};

struct AsMarkdown {
  std::string operator()(const Heading& h) const { return fmt::format("## {}\n\n", h.text); }
  std::string operator()(const Sentence& s) const { return s.text + "\n\n"; }
  std::string operator()(const KeyFigures& k) const {
    std::string text;
    for (const KeyFigure& f : k.figures)
      text += fmt::format("- **{}** {}{}\n", f.value, f.what, f.note.empty() ? "" : " (" + f.note + ")");
    return text + "\n";
  }
  std::string operator()(const NamedLines& f) const {
    std::string text;
    for (const NamedLine& line : f.lines)
      text += fmt::format("- **{}** {}\n", line.name, indented(line.text, 2));
    return text + "\n";
  }
  std::string operator()(const Table& t) const { return to_markdown(t) + "\n"; }
  std::string operator()(const Chart& c) const { return to_markdown(chart_table(c)) + "\n"; }
  std::string operator()(const Listing& l) const {
    return fmt::format("{}\n\n```\n{}```\n\n", l.title, l.text);
  }
  std::string operator()(const NetworkView&) const { return {}; }
  std::string operator()(const RankView&) const { return {}; }
};

struct AsCsv {
  template <class Other>
  std::string operator()(const Other&) const {
    return {};
  }
  std::string operator()(const Table& t) const { return to_csv(t) + "\r\n"; }
  std::string operator()(const Chart& c) const { return to_csv(chart_table(c)) + "\r\n"; }
};

struct AsJson {
  Json operator()(const Heading& h) const { return {{"heading", h.text}}; }
  Json operator()(const Sentence& s) const { return {{"text", s.text}}; }
  Json operator()(const KeyFigures& k) const {
    Json list = Json::array();
    for (const KeyFigure& f : k.figures)
      list.push_back({{"value", f.value}, {"what", f.what}, {"note", f.note}});
    return {{"key_figures", list}};
  }
  Json operator()(const NamedLines& f) const {
    Json list = Json::array();
    for (const NamedLine& line : f.lines) list.push_back({{"name", line.name}, {"text", line.text}});
    return {{"lines", list}};
  }
  Json operator()(const Table& t) const { return {{"table", t.title}, {"rows", json_rows(t)}}; }
  Json operator()(const Chart& c) const { return {{"chart", chart_json(c)}}; }
  Json operator()(const Listing& l) const { return {{"file", l.title}, {"text", l.text}}; }
  Json operator()(const NetworkView& v) const { return {{"network", v.title}}; }
  Json operator()(const RankView& v) const { return {{"ranks", v.title}}; }
};

template <class As>
std::string all_of(const Document& document, As as) {
  std::string text;
  for (const Block& block : document.blocks) text += std::visit(as, block);
  return text;
}

}  // namespace

std::vector<const Chart*> Document::charts() const {
  std::vector<const Chart*> found;
  for (const Block& block : blocks)
    if (const auto* chart = std::get_if<Chart>(&block)) found.push_back(chart);
  return found;
}

std::string block_text(const Block& block) { return std::visit(AsText{}, block); }
std::string block_markdown(const Block& block) { return std::visit(AsMarkdown{}, block); }

std::string render(const Document& document, Format format) {
  switch (format) {
    case Format::text:
      return fmt::format("{}\n{}\n\n", document.title, document.lead) + all_of(document, AsText{});
    case Format::markdown:
      return fmt::format("# {}\n\n{}\n\n", document.title, document.lead) + all_of(document, AsMarkdown{});
    case Format::csv:
      return all_of(document, AsCsv{});
    case Format::json: {
      Json blocks = Json::array();
      for (const Block& block : document.blocks) blocks.push_back(std::visit(AsJson{}, block));
      return json_text({{"title", document.title}, {"lead", document.lead}, {"blocks", blocks}});
    }
  }
  ENSURE(false);
}

}  // namespace ebb::inline report
