#include "routing/butterfly/ugal_l.hpp"

#include "routing/threshold.hpp"

namespace ebb::inline routing {

Problems UgalL::check() const { return check_threshold(threshold); }

}  // namespace ebb::inline routing
