#include "tasks/plan/size_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/parsed_number.hpp"

namespace ebb::inline tasks {
namespace {

template <class Number>
bool read_number(std::string_view text, Number& out) {
  const auto number = parsed_number<Number>(text);
  if (number) out = *number;
  return number.has_value();
}

/// "full", or a fraction.
bool read_bisection(const std::string& text, double& share) {
  if (text == "full") return share = 1, true;
  return read_number(text, share) && share > 0 && share <= 1;
}

/// "3", or "2-4".
bool read_levels(const std::string& text, SizeRequest& request) {
  const std::size_t dash = text.find('-');
  return read_number(std::string_view(text).substr(0, dash), request.least_levels) &&
         read_number(std::string_view(text).substr(dash == std::string::npos ? 0 : dash + 1),
                     request.most_levels) &&
         request.least_levels >= 2 && request.most_levels <= 4 && request.least_levels <= request.most_levels;
}

}  // namespace

SizeSearch read_size_options(const SizeOptions& options, Problems& problems) {
  SizeSearch search;
  search.request.hosts = options.hosts;
  if (options.hosts < 2)
    problems.push_back({"--hosts", fmt::format("is {}, but a network has at least 2 hosts", options.hosts),
                        "for example: --hosts 16384"});
  if (!read_bisection(options.bisection, search.request.bisection))
    problems.push_back(
        {"--bisection",
         fmt::format("is \"{}\", but must be full or a fraction of uniform traffic", options.bisection),
         "full, or a number above 0 and up to 1: --bisection 0.5"});
  if (!read_levels(options.levels, search.request))
    problems.push_back({"--levels",
                        fmt::format("is \"{}\", but a folded Clos has 2 to 4 levels", options.levels),
                        "a number or a range: --levels 3, --levels 2-3"});
  const auto& names = names_of(SizeOrder{});
  const auto found = std::find(names.begin(), names.end(), options.order);
  if (found == names.end())
    problems.push_back({"--sort", fmt::format("\"{}\" is unknown", options.order),
                        fmt::format("valid: {}", fmt::join(names, ", "))});
  else
    search.order = static_cast<SizeOrder>(found - names.begin());
  return search;
}

}  // namespace ebb::inline tasks
