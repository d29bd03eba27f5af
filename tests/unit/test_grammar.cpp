#include <tao/pegtl/contrib/analyze.hpp>

#include "grammar/grammar.h"
#include "tests/support/catch.h"

TEST_CASE("no rule of the grammar can loop without consuming", "[parse]") {
  CHECK(tao::pegtl::analyze<mnc::grammar::rules::file>(1) == 0);
  CHECK(tao::pegtl::analyze<mnc::grammar::lexis::file>(1) == 0);
}
