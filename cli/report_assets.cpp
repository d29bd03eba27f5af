// The files of cli/report/vega as bytes of the program: put there by the assembler, which is quicker by far than a
// compiler with an array of a million numbers.
#include "cli/report.h"

#define MNC_ASSET(name, file)                                                                        \
  __asm__(".section .rodata\n" #name "_begin:\n.incbin \"" MNC_ASSETS_DIR "/" file "\"\n" #name "_end:\n" \
          ".byte 0\n.previous\n");                                                                   \
  extern "C" const char name##_begin[];                                                              \
  extern "C" const char name##_end[]

MNC_ASSET(mnc_asset_vega, "vega.min.js");
MNC_ASSET(mnc_asset_vega_lite, "vega-lite.min.js");
MNC_ASSET(mnc_asset_vega_embed, "vega-embed.min.js");
MNC_ASSET(mnc_asset_licences, "LICENCES.txt");

namespace mnc::cli {
namespace {

std::string_view between(const char* begin, const char* end) { return {begin, static_cast<std::size_t>(end - begin)}; }

}  // namespace

const ReportAssets& report_assets() {
  static const ReportAssets kAssets{
      between(mnc_asset_vega_begin, mnc_asset_vega_end), between(mnc_asset_vega_lite_begin, mnc_asset_vega_lite_end),
      between(mnc_asset_vega_embed_begin, mnc_asset_vega_embed_end), between(mnc_asset_licences_begin, mnc_asset_licences_end)};
  return kAssets;
}

}  // namespace mnc::cli
