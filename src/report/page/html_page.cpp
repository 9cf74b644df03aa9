#include "report/page/html_page.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/ensure.hpp"
#include "base/whole_file.hpp"
#include "results/cell.hpp"

namespace ebb::inline report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view title_place = "<!--ebb-title-->", main_place = "<!--ebb-main-->",
                           data_place = "<!--ebb-data-->";

constexpr std::string_view replacement = "\xef\xbf\xbd";

/// Returns the bytes of a Unicode mark that changes the text direction, even beyond its own text; 0: there is
/// none here. They are U+061C, U+200E and U+200F, U+202A to U+202E, and U+2066 to U+2069.
std::size_t direction_mark(std::string_view text) {
  const auto at = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  if (at(0) == 0xd8 && at(1) == 0x9c) return 2;
  if (at(0) != 0xe2) return 0;
  if (at(1) == 0x80 && (at(2) == 0x8e || at(2) == 0x8f || (at(2) >= 0xaa && at(2) <= 0xae))) return 3;
  return at(1) == 0x81 && at(2) >= 0xa6 && at(2) <= 0xa9 ? 3 : 0;
}

/// Escapes text, and formats text in backticks as code.
std::string with_code(std::string_view text) {
  std::string out;
  bool code = false;
  while (!text.empty()) {
    const std::size_t tick = text.find('`');
    const bool more = tick != std::string_view::npos && (code || text.find('`', tick + 1) != text.npos);
    out += escaped(text.substr(0, more ? tick : text.size()));
    if (!more) break;
    code = !code;
    out += code ? "<code>" : "</code>";
    text.remove_prefix(tick + 1);
  }
  return out;
}

/// The content of a column determines how it is shown. An empty one is omitted.
enum class Holds { nothing, numbers, texts };

bool is_blank(const Cell& cell) {
  const auto* text = std::get_if<std::string>(&cell.value());
  return cell.value().index() == 0 || (text && text->empty());
}

std::vector<Holds> held_by_columns(const Table& table) {
  std::vector<Holds> held(table.columns.size(), table.rows.empty() ? Holds::texts : Holds::nothing);
  for (const auto& row : table.rows)
    for (std::size_t c = 0; c < row.size(); ++c)
      if (row[c].is_number() && held[c] == Holds::nothing)
        held[c] = Holds::numbers;
      else if (!row[c].is_number() && !is_blank(row[c]))
        held[c] = Holds::texts;
  return held;
}

std::string cell_html(const char* tag, Holds held, const std::string& text) {
  if (held == Holds::nothing) return {};
  return fmt::format("<{0}{1}>{2}</{0}>", tag, held == Holds::numbers ? " class=\"number\"" : "", text);
}

std::string table_html(const Table& table) {
  std::string out =
      fmt::format("<section class=\"table\"><h3>{}</h3><div class=\"scroll\" tabindex=\"0\"><table>",
                  escaped(table.title));
  const std::vector<Holds> held = held_by_columns(table);
  std::string headings;
  bool any_heading = false;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    any_heading = any_heading || !table.columns[c].heading.empty();
    headings += cell_html("th", held[c], escaped(heading_text(table.columns[c])));
  }
  if (any_heading) out += "<thead><tr>" + headings + "</tr></thead>";
  out += "<tbody>";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (std::size_t c = 0; c < row.size(); ++c)
      out += cell_html("td", held[c], escaped(cell_text(row[c], table.columns[c])));
    out += "</tr>";
  }
  out += "</tbody></table></div>";
  for (const std::string& note : table.notes) out += fmt::format("<p class=\"note\">{}</p>", with_code(note));
  return out + "</section>";
}

/// What the script of a page draws.
struct Drawn {
  Json charts = Json::array(), networks = Json::array(), ranks = Json::array();
};

/// Walks the blocks. What is drawn leaves a placeholder and its data.
struct AsHtml {
  Drawn& drawn;

  std::string operator()(const Heading& h) const { return fmt::format("<h2>{}</h2>", escaped(h.text)); }
  std::string operator()(const Sentence& s) const {
    return fmt::format("<p class=\"sentence\">{}</p>", with_code(s.text));
  }
  std::string operator()(const KeyFigures& k) const {
    std::string out = "<div class=\"cards\">";
    for (const KeyFigure& f : k.figures)
      out += fmt::format(
          "<div class=\"card\"><div class=\"big\">{}</div><div class=\"what\">{}</div><div "
          "class=\"note\">{}</div></div>",
          escaped(f.value), escaped(f.what), escaped(f.note));
    return out + "</div>";
  }
  std::string operator()(const NamedLines& f) const {
    std::string out = "<dl class=\"facts\">";
    for (const NamedLine& line : f.lines)
      out += fmt::format("<dt>{}</dt><dd>{}</dd>", escaped(line.name), with_code(line.text));
    return out + "</dl>";
  }
  std::string operator()(const Table& t) const { return table_html(t); }
  std::string operator()(const Chart& c) const {
    drawn.charts.push_back(chart_json(c));
    return fmt::format(
        "<figure class=\"chart{}\" data-chart=\"{}\"><figcaption><h3>{}</h3>{}<p class=\"note\">{}</p>"
        "</figcaption><div class=\"plot\"></div></figure>",
        c.wide ? " wide" : "", drawn.charts.size() - 1, escaped(c.title),
        c.subtitle.empty() ? "" : fmt::format("<p class=\"subtitle\">{}</p>", escaped(c.subtitle)),
        escaped(c.note));
  }
  std::string operator()(const Listing& l) const {
    return fmt::format(
        "<details class=\"listing\"><summary>{}</summary><pre tabindex=\"0\">{}</pre></details>",
        escaped(l.title), escaped(l.text));
  }
  std::string operator()(const NetworkView& v) const {
    Json& all = drawn.networks.emplace_back(*v.network);
    all["history"] = *v.history;
    return fmt::format(
        "<section class=\"network\" data-network=\"{}\"><h3>{}</h3><p class=\"note\">{}</p></section>",
        drawn.networks.size() - 1, escaped(v.title), escaped(v.note));
  }
  std::string operator()(const RankView& v) const {
    drawn.ranks.push_back(*v.ranks);
    return fmt::format(
        "<section class=\"network\" data-ranks=\"{}\"><h3>{}</h3><p class=\"note\">{}</p></section>",
        drawn.ranks.size() - 1, escaped(v.title), escaped(v.note));
  }
};

/// JSON inside a script element: no byte of it can end the element.
std::string script_json(const Json& json) {
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i)
    if (const char c = text[i]; c == '<' || c == '>' || c == '&') {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else if (const std::size_t length = direction_mark(std::string_view(text).substr(i)); length > 0) {
      out += replacement;
      i += length - 1;
    } else {
      out += c;
    }
  return out;
}

std::string filled(const std::string& title, const std::string& main, const Json& data) {
  std::string page(page_template());
  const auto fill = [&](std::string_view place, const std::string& text) {
    const std::size_t at = page.find(place);
    ENSURE(at != std::string::npos);
    page.replace(at, place.size(), text);
  };
  // The last placeholder first: inserted text may look like a placeholder.
  fill(data_place, "<script type=\"application/json\" id=\"ebb-data\">" + script_json(data) + "</script>");
  fill(main_place, main);
  fill(title_place, escaped(title));
  return page;
}

/// Consecutive charts are side by side where they fit.
std::string body_of(const Document& document, Drawn& drawn) {
  std::string out;
  bool in_grid = false;
  for (const Block& block : document.blocks) {
    const bool chart = std::holds_alternative<Chart>(block);
    if (chart != in_grid) out += chart ? "<div class=\"grid\">" : "</div>";
    in_grid = chart;
    out += std::visit(AsHtml{drawn}, block) + "\n";
  }
  return in_grid ? out + "</div>" : out;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (const std::size_t length = direction_mark(text.substr(i)); length > 0) {
      out += replacement;
      i += length - 1;
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (c == '\'') {
      out += "&#39;";
    } else {
      out += static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t' ? ' ' : c;
    }
  }
  return out;
}

std::string html_page(const Document& document) {
  Drawn drawn;
  std::string main = fmt::format("<h1>{}</h1>", escaped(document.title));
  if (!document.lead.empty()) main += fmt::format("<p class=\"lead\">{}</p>", escaped(document.lead));
  main += body_of(document, drawn);
  return filled(document.title, main,
                {{"charts", std::move(drawn.charts)},
                 {"networks", std::move(drawn.networks)},
                 {"ranks", std::move(drawn.ranks)}});
}

std::string live_page(const std::string& title) {
  return filled(title, fmt::format("<h1>{}</h1><div id=\"live\"></div>", escaped(title)), {{"live", true}});
}

std::string browse_page(const std::string& title) {
  return filled(title, fmt::format("<h1>{}</h1><div id=\"browse\"></div>", escaped(title)),
                {{"browse", true}});
}

Problems check_report_file(const std::string& file) {
  if (file.empty()) return {};
  return check_output_file(file, {R"(<meta name="generator" content="ebb">)"}, "a report of ebb's");
}

Problems write_report_file(const std::string& file, const Document& document) {
  WholeFile out(file);
  out.write(html_page(document));
  if (const std::string& wrong = out.finish(); !wrong.empty())
    return {{file, "could not be written: " + wrong, "name another file for the report"}};
  return {};
}

}  // namespace ebb::inline report
