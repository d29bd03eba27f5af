// The engine for positions of up to 128 pits and 255 seeds.
#include "interpreter/engine.h"

namespace mnc::engine {

std::unique_ptr<AnyEngine> make_engine_128(std::shared_ptr<const Program> program) {
  return std::make_unique<Engine<Shape128>>(std::move(program));
}

}  // namespace mnc::engine
