#include "traffic/size/size_distribution.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/check_ranges.hpp"
#include "base/spelling.hpp"
#include "config/data_files.hpp"
#include "config/read_fields.hpp"
#include "config/toml_file.hpp"

namespace ebb::inline traffic {
namespace {

constexpr std::size_t most_points = 10'000;

Problem bad_point(std::size_t i, std::string what, std::string hint) {
  return {"points", fmt::format("number {} {}", i + 1, what), std::move(hint)};
}

bool is_path(const std::string& file) {
  return file.find('/') != std::string::npos || file.ends_with(".toml");
}

}  // namespace

std::vector<std::string> shipped_sizes() {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(data_file("data/sizes"), error))
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

Problems SizeFile::check() const {
  if (points.empty() || points.size() > most_points)
    return {{"points",
             fmt::format("has {} points, but between 1 and {} are expected", points.size(), most_points),
             "for example: points = [[100, 0.5], [1000, 1.0]]"}};
  Problems problems;
  double size_before = 0, fraction_before = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].size() != 2) {
      problems.push_back(bad_point(i, "is not a pair", "write each point as [bytes, fraction]"));
      continue;
    }
    const double size = points[i][0], fraction = points[i][1];
    if (size < 1 || size > static_cast<double>(largest_message.v) || size != std::floor(size))
      problems.push_back(bad_point(i, fmt::format("has {} bytes", size), "sizes are whole numbers from 1"));
    else if (size <= size_before)
      problems.push_back(
          bad_point(i, fmt::format("has {} bytes after {}", size, size_before), "sizes must grow"));
    if (fraction < fraction_before || fraction > 1)
      problems.push_back(bad_point(i, fmt::format("has the fraction {} after {}", fraction, fraction_before),
                                   "fractions grow from 0 to 1"));
    size_before = size, fraction_before = fraction;
  }
  if (problems.empty() && fraction_before != 1)
    problems.push_back({"points", fmt::format("ends at the fraction {}, not at 1", fraction_before),
                        "the last point is the largest size, with the fraction 1"});
  return problems;
}

Problems SizeDistribution::check() const {
  if (!file.empty()) return {};
  return {{"file", "is empty", name_hint("", shipped_sizes())}};
}

void SizeDistribution::load(const Node& section, std::string_view path, Problems& problems) {
  const Node* key = section.find("file");
  load_from(key ? *key : section, fmt::format("{}.file", path), problems);
}

std::vector<std::string> SizeDistribution::files() const {
  return {is_path(file) ? file : data_file(fmt::format("data/sizes/{}.toml", file))};
}

void SizeDistribution::load_from(const Node& place, std::string_view key, Problems& problems) {
  const auto tree = read_toml(files().front());
  if (!tree) {
    const Problem& first = tree.problems().front();
    const auto known = shipped_sizes();
    const bool unknown =
        !is_path(file) && !known.empty() && std::find(known.begin(), known.end(), file) == known.end();
    problems.push_back(place.problem(key,
                                     unknown ? fmt::format("is \"{}\", which does not ship with ebb", file)
                                             : fmt::format("cannot be used: {}: {}", first.where, first.what),
                                     unknown ? name_hint(file, known) : first.hint));
    return;
  }
  const std::size_t before = problems.size();
  SizeFile read;
  read_fields(*tree, "", read, problems);
  if (problems.size() > before) return;
  Problems found = with_ranges(read, read.check());
  locate(found, *tree, "", problems);
  if (found.empty()) use(read.points);
}

void SizeDistribution::use(const std::vector<std::vector<double>>& points) {
  stretches_.clear();
  double from = 0;
  auto above = static_cast<std::int64_t>(points[0][0]) - 1;
  for (const auto& point : points) {
    const auto most = static_cast<std::int64_t>(point[0]);
    const double upto = point[1];
    if (upto > from)
      stretches_.push_back({from, upto, static_cast<double>(most - above) / (upto - from), above, most});
    from = upto, above = most;
  }
  std::size_t i = 0;
  for (std::size_t part = 0; part < start_.size(); ++part) {
    while (stretches_[i].upto <= static_cast<double>(part) / static_cast<double>(start_.size())) ++i;
    start_[part] = static_cast<std::uint16_t>(i);
  }
}

Bytes SizeDistribution::draw(Random& random) const {
  const double u = random.unit();
  const Stretch* s = &stretches_[start_[static_cast<std::size_t>(u * 256)]];
  while (u >= s->upto) ++s;  // ends: the last interval goes up to 1, and u stays below
  return {std::min(s->above + 1 + static_cast<std::int64_t>((u - s->from) * s->sizes_per_unit), s->most)};
}

Bytes SizeDistribution::draw_by_bytes(Random& random) const {
  const auto bytes_in = [](const Stretch& s) {
    return (s.upto - s.from) * static_cast<double>(s.above + 1 + s.most) / 2;
  };
  double all = 0;
  for (const Stretch& s : stretches_) all += bytes_in(s);
  double u = random.unit() * all;
  const Stretch* s = &stretches_.front();
  while (s != &stretches_.back() && u >= bytes_in(*s)) u -= bytes_in(*s++);
  // Within an interval the likelihood of a size grows with it: the square root inverts its integral.
  const auto low = static_cast<double>(s->above), high = static_cast<double>(s->most);
  const double size = std::sqrt(low * low + random.unit() * (high * high - low * low));  // exact in IEEE 754
  return {std::clamp(static_cast<std::int64_t>(size) + 1, s->above + 1, s->most)};
}

MeanSize SizeDistribution::mean(const Cutting& cutting) const {
  MeanSize mean;
  for (const Stretch& s : stretches_) {
    const MeanSize here = mean_of_range(s.above + 1, s.most, cutting);
    mean.bytes += (s.upto - s.from) * here.bytes;
    mean.packets += (s.upto - s.from) * here.packets;
  }
  return mean;
}

}  // namespace ebb::inline traffic
