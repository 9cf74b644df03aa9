#include "reproduce/printed.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/parsed_number.hpp"
#include "config/data_files.hpp"
#include "config/node.hpp"
#include "config/read_fields.hpp"
#include "config/toml_file.hpp"
#include "reproduce/arithmetic.hpp"

namespace ebb::inline reproduce {
namespace {

bool parse_number(const std::string& text, double& out) {
  out = parsed_number<double>(text).value_or(HUGE_VAL);
  return std::isfinite(out);
}

/// Rows that are not judged need a reason, and only they have one.
void check_basis(const PrintedValue& value, Problems& problems) {
  const bool computed = value.basis == Basis::computed;
  if (!computed && value.because.empty())
    problems.push_back({"because", fmt::format("is missing, but the basis is \"{}\"", name_of(value.basis)),
                        "name the input or the parameter, and its file"});
  if (computed && !value.because.empty())
    problems.push_back({"because", "is here, but the basis is \"computed\"",
                        "add basis = \"given\" or \"fitted\", or write a note"});
  if (!computed && !value.literal.empty())
    problems.push_back({"literal", fmt::format("is here, but the basis is \"{}\"", name_of(value.basis)),
                        "remove it: only a computed value needs it"});
}

/// The arithmetic of a slip computes another value than the printed one, from numbers whose place is named.
void check_implied(const PrintedValue& value, Problems& problems) {
  if (value.implied.empty() != value.implied_by.empty()) {
    const bool missing = value.implied.empty();
    problems.push_back(
        {missing ? "implied" : "implied_by", "is missing",
         missing ? "write the arithmetic, as 6 * (6 - 1) / 2" : "name where the numbers are printed"});
  }
  if (value.implied.empty()) return;
  if (value.basis != Basis::computed)
    problems.push_back({"implied", fmt::format("is here, but the basis is \"{}\"", name_of(value.basis)),
                        "remove it: only a computed value needs it"});
  const auto implied = value_of_arithmetic(value.implied);
  if (!implied) {
    for (const Problem& p : implied.problems()) problems.push_back({"implied", p.what, p.hint});
    return;
  }
  double printed = 0;
  if (value.has_number() && parse_number(value.value, printed) &&
      std::abs(*implied - printed) <= 1e-9 * printed)
    problems.push_back({"implied", fmt::format("is {:g}, the printed value itself", *implied),
                        "remove it: the paper does not contradict itself"});
}

void read_list(const Node& list, std::string_view reproduction, PrintedValues& out, Problems& problems) {
  if (list.kind != Node::Kind::array) {
    problems.push_back(list.problem(reproduction,
                                    fmt::format("is {}, but a list is expected", list.kind_name()),
                                    fmt::format("begin each value with [[{}]]", reproduction)));
    return;
  }
  for (const Node& item : list.items) {
    PrintedValue value;
    const std::size_t before = problems.size();
    read_fields(item, reproduction, value, problems);
    if (problems.size() > before) continue;
    Problems found = value.check();
    if (out.find(value.id)) found.push_back({"id", fmt::format("\"{}\" is here twice", value.id), ""});
    locate(found, item, reproduction, problems);
    out.values.push_back(std::move(value));
  }
}

}  // namespace

Problems PrintedValue::check() const {
  Problems problems;
  if (id.empty()) problems.push_back({"id", "is missing", "it joins this value with the computed one"});
  if (what.empty()) problems.push_back({"what", "is missing", "say what is counted or measured"});
  if (where.empty()) problems.push_back({"where", "is missing", "name the table or section of the paper"});
  double ignored = 0;
  if (has_number() && !parse_number(value, ignored))
    problems.push_back({"value", fmt::format("\"{}\" is no number", value),
                        "digits and a point only; put the paper's own spelling into `printed`"});
  if (printed.empty() && compare != Comparison::equals && compare != Comparison::measured)
    problems.push_back({"printed",
                        fmt::format("is missing, but the number is meant as \"{}\"", name_of(compare)),
                        "write the paper's own words, as \"more than 60\""});
  if (decimals != as_written && (decimals < -12 || decimals > 12))
    problems.push_back({"decimals", fmt::format("is {}, but must be from -12 to 12", decimals), ""});
  check_basis(*this, problems);
  check_implied(*this, problems);
  return problems;
}

double PrintedValue::number() const {
  double out = 0;
  ENSURE(parse_number(value, out));
  return out;
}

double PrintedValue::implied_number() const {
  const auto number = value_of_arithmetic(implied);
  ENSURE(number.ok());
  return *number;
}

int PrintedValue::digits_after_point() const {
  if (decimals != as_written) return static_cast<int>(decimals);
  const std::size_t point = value.find('.');
  return point == std::string::npos ? 0 : static_cast<int>(value.size() - point - 1);
}

const PrintedValue* PrintedValues::find(std::string_view id) const {
  const auto found = std::find_if(values.begin(), values.end(), [&](const auto& v) { return v.id == id; });
  return found == values.end() ? nullptr : &*found;
}

Result<PrintedValues> read_printed(std::string_view paper, std::string_view reproduction) {
  const auto file = read_toml(data_file(fmt::format("papers/{}.toml", paper)));
  if (!file) return file.problems();
  PrintedValues out;
  Problems problems;
  if (const Node* title = file->find("title")) read_value(*title, "title", out.title, problems);
  const Node* list = file->find(reproduction);
  if (!list)
    return file->problem(reproduction, "is not in this file",
                         fmt::format("begin each printed value with [[{}]]", reproduction));
  read_list(*list, reproduction, out, problems);
  if (!problems.empty()) return problems;
  return out;
}

}  // namespace ebb::inline reproduce
