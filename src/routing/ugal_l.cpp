#include "routing/ugal_l.hpp"

#include "routing/threshold.hpp"

namespace ebb {

Problems UgalL::check() const { return check_threshold(threshold); }

}  // namespace ebb
