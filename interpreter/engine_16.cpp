// The engine for positions of up to 16 pits and 255 seeds.
#include "interpreter/engine.h"

namespace mnc::engine {

std::unique_ptr<AnyEngine> make_engine_16(std::shared_ptr<const Program> program) {
  return std::make_unique<Engine<Shape16>>(std::move(program));
}

}  // namespace mnc::engine
