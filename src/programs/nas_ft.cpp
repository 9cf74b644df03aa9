// A Fourier transform in three dimensions, as NAS FT. A field is transformed once; each iteration multiplies
// its waves by factors, and transforms them back. Processes have slabs of it, across z before a transpose and
// across x after it.
//
// The factors shift the field cyclically by a fixed step in each iteration, so the exact result is known:
// each value is a value of the initial field at another place.
#include <fmt/core.h>

#include <algorithm>
#include <complex>
#include <numbers>

#include "programs/nas_programs.hpp"
#include "programs/processes.hpp"
#include "traffic/kernels/kernel_sizes.hpp"

namespace ebb::inline programs {
namespace {

using Complex = std::complex<double>;
using Line = std::vector<Complex>;

/// Transforms lines of one length, a power of two.
class LineTransform {
 public:
  explicit LineTransform(int log2) : size_(std::size_t{1} << log2), roots_(size_) {
    for (std::size_t i = 0; i < size_; ++i)
      roots_[i] =
          std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(size_));
  }
  std::size_t size() const { return size_; }
  /// Returns the factor of wave k when the field shifts by this many places.
  Complex moved(std::size_t k, std::size_t places) const { return roots_[k * places % size_]; }

  void forward(Line& line) const { transform(line); }
  void back(Line& line) const {
    for (Complex& c : line) c = std::conj(c);
    transform(line);
    for (Complex& c : line) c = std::conj(c) / static_cast<double>(size_);
  }

 private:
  void transform(Line& line) const {
    for (std::size_t i = 1, j = 0; i < size_; ++i) {
      std::size_t bit = size_ / 2;
      for (; j & bit; bit /= 2) j ^= bit;
      j ^= bit;
      if (i < j) std::swap(line[i], line[j]);
    }
    for (std::size_t half = 1; half < size_; half *= 2)
      for (std::size_t first = 0; first < size_; first += 2 * half)
        for (std::size_t i = first; i < first + half; ++i) {
          const Complex odd = line[i + half] * roots_[(i - first) * (size_ / half / 2)];
          line[i + half] = line[i] - odd, line[i] += odd;
        }
  }
  std::size_t size_;
  Line roots_;
};

class Box {
 public:
  Box(const Processes& all, const std::array<int, 3>& log2)
      : x_(log2[0]),
        y_(log2[1]),
        z_(log2[2]),
        count_(static_cast<std::size_t>(all.count)),
        first_z_(static_cast<std::size_t>(all.rank) * z_.size() / count_),
        first_x_(static_cast<std::size_t>(all.rank) * x_.size() / count_),
        thick_z_(z_.size() / count_),
        thick_x_(x_.size() / count_),
        out_(thick_z_ * y_.size() * x_.size()),
        in_(out_.size()) {}

  /// Returns the initial field at any place.
  Complex first(std::size_t x, std::size_t y, std::size_t z) const {
    const std::uint64_t place = (z * y_.size() + y) * x_.size() + x;
    return {drawn(3, place), drawn(4, place)};
  }
  Complex after(int iterations, std::size_t x, std::size_t y, std::size_t z) const {
    const auto back = [&](std::size_t at, std::size_t step, std::size_t size) {
      return (at + size - step * static_cast<std::size_t>(iterations) % size) % size;
    };
    return first(back(x, 1, x_.size()), back(y, 3, y_.size()), back(z, 5, z_.size()));
  }

  /// Returns the waves of the initial field, in slabs across x.
  Line waves() {
    Line field(out_.size());
    for_slab([&](std::size_t i, std::size_t x, std::size_t y, std::size_t z) { field[i] = first(x, y, z); });
    along_x_and_y(field, &LineTransform::forward);
    for (std::size_t i = 0; i < field.size(); ++i) {  // to the process that will have this x
      const std::size_t x = i % x_.size(), zy = i / x_.size();
      out_[(x / thick_x_ * thick_z_ * y_.size() + zy) * thick_x_ + x % thick_x_] = field[i];
    }
    transpose();
    for (std::size_t i = 0; i < field.size(); ++i) field[turned(i)] = in_[i];
    along_z(field, &LineTransform::forward);
    return field;
  }
  /// Returns the field of these waves, in slabs across z.
  Line field(Line waves) {
    along_z(waves, &LineTransform::back);
    for (std::size_t i = 0; i < waves.size(); ++i) out_[i] = waves[turned(i)];
    transpose();
    Line field(out_.size());
    for (std::size_t i = 0; i < field.size(); ++i) {
      const std::size_t x = i % x_.size(), zy = i / x_.size();
      field[i] = in_[(x / thick_x_ * thick_z_ * y_.size() + zy) * thick_x_ + x % thick_x_];
    }
    along_x_and_y(field, &LineTransform::back);
    return field;
  }
  void move(Line& waves, int iterations) const {
    const auto times = static_cast<std::size_t>(iterations);
    for (std::size_t i = 0; i < waves.size(); ++i) {
      const std::size_t z = i % z_.size(), y = i / z_.size() % y_.size(), x = i / z_.size() / y_.size();
      waves[i] *= x_.moved(x + first_x_, times) * y_.moved(y, 3 * times) * z_.moved(z, 5 * times);
    }
  }
  /// Calls each(i, x, y, z) for the values of this process.
  template <class Each>
  void for_slab(const Each& each) const {
    for (std::size_t i = 0; i < out_.size(); ++i)
      each(i, i % x_.size(), i / x_.size() % y_.size(), first_z_ + i / x_.size() / y_.size());
  }
  std::array<std::size_t, 3> sample(std::size_t i) const {
    return {i % x_.size(), 3 * i % y_.size(), 5 * i % z_.size()};
  }
  /// Returns the index of a value in this process's slab; past the end for values of other processes.
  std::size_t place(std::size_t x, std::size_t y, std::size_t z) const {
    return z < first_z_ ? out_.size() : ((z - first_z_) * y_.size() + y) * x_.size() + x;
  }
  std::size_t points() const { return x_.size() * y_.size() * z_.size(); }

 private:
  /// Returns the index, in an array with whole lines of z, of the value i of a received block: (z of its
  /// slab, y, x) from each process.
  std::size_t turned(std::size_t i) const {
    const std::size_t x = i % thick_x_, y = i / thick_x_ % y_.size(), z = i / thick_x_ / y_.size();
    return (x * y_.size() + y) * z_.size() + z;
  }
  void transpose() {
    const int numbers = 2 * static_cast<int>(out_.size() / count_);
    MPI_Alltoall(out_.data(), numbers, MPI_DOUBLE, in_.data(), numbers, MPI_DOUBLE, MPI_COMM_WORLD);
  }
  using Way = void (LineTransform::*)(Line&) const;
  void along(Line& all, const LineTransform& lines, std::size_t step, Way way) const {
    Line line(lines.size());
    for (std::size_t first = 0; first < all.size(); ++first) {
      if (first / step % line.size() != 0) continue;  // not the start of a line
      for (std::size_t i = 0; i < line.size(); ++i) line[i] = all[first + i * step];
      (lines.*way)(line);
      for (std::size_t i = 0; i < line.size(); ++i) all[first + i * step] = line[i];
    }
  }
  void along_x_and_y(Line& all, Way way) const { along(all, x_, 1, way), along(all, y_, x_.size(), way); }
  void along_z(Line& all, Way way) const { along(all, z_, 1, way); }

  const LineTransform x_, y_, z_;
  const std::size_t count_, first_z_, first_x_, thick_z_, thick_x_;
  Line out_, in_;
};

/// Adds up 1,024 values from all over the box at the first process.
double checksum_error(const Processes& all, const Box& box, const Line& field, int iterations) {
  Complex sum = 0, total = 0, expected = 0;
  for (std::size_t i = 0; i < 1'024; ++i) {
    const auto [x, y, z] = box.sample(i);
    expected += box.after(iterations, x, y, z);
    if (const std::size_t at = box.place(x, y, z); at < field.size()) sum += field[at];
  }
  MPI_Reduce(&sum, &total, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  return all.rank == 0 ? std::abs(total - expected) / 1'024 : 0;
}

}  // namespace

std::string ft_misfit(int processes, const KernelSize& size) {
  const int least = 1 << std::min(size.ft_log2[0], size.ft_log2[2]);
  return processes <= least ? "" : fmt::format("{} slabs", least);
}

KernelOutcome run_ft(const Processes& all, const KernelSize& size, int iterations) {
  Box box(all, size.ft_log2);
  const Line waves = box.waves();
  double error = 0;
  for (int i = 1; i <= iterations; ++i) {
    Line moved = waves;
    box.move(moved, i);
    const Line field = box.field(std::move(moved));
    box.for_slab([&](std::size_t at, std::size_t x, std::size_t y, std::size_t z) {
      note_error(error, std::abs(field[at] - box.after(i, x, y, z)));
    });
    note_error(error, checksum_error(all, box, field, i));
  }
  return {error, 1e-11, fmt::format("{} numbers came back from their waves", box.points())};
}

}  // namespace ebb::inline programs
