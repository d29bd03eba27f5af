// The engine for every position the language allows.
#include "interpreter/engine.h"

namespace mnc::engine {

std::unique_ptr<AnyEngine> make_engine_wide(std::shared_ptr<const Program> program) {
  return std::make_unique<Engine<ShapeWide>>(std::move(program));
}

}  // namespace mnc::engine
