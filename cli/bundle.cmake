# Writes the texts of DIR/*.mnc into the C++ file OUT, which defines what cli/bundled.h declares.
# Usage: cmake -DOUT=… -DDIR=… -P bundle.cmake
# The texts become arrays of bytes: no quoting, and no limit on the length of a string literal.
cmake_minimum_required(VERSION 3.25)
if(NOT DEFINED OUT OR NOT DEFINED DIR)
  message(FATAL_ERROR "usage: cmake -DOUT=FILE -DDIR=FOLDER -P bundle.cmake")
endif()

file(GLOB paths LIST_DIRECTORIES false ${DIR}/*.mnc)
list(SORT paths COMPARE STRING)
set(arrays "")
set(entries "")
set(names "")
set(number 0)
foreach(path IN LISTS paths)
  get_filename_component(name ${path} NAME_WLE)
  if(NOT name MATCHES "^[A-Za-z0-9_-]+$")
    message(FATAL_ERROR "${path}: a bundled ruleset is named by letters, digits, `-` and `_`")
  endif()
  file(READ ${path} bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)" "\\1\n" bytes "${bytes}")
  # The last byte is not part of the text: an array needs one.
  string(APPEND arrays "constexpr unsigned char kText${number}[] = {\n${bytes}0};\n")
  string(APPEND entries "    {\"${name}\", kText${number}, sizeof kText${number} - 1},\n")
  math(EXPR number "${number} + 1")
endforeach()
if(number EQUAL 0)
  set(entries "    {\"\", nullptr, 0},\n")
endif()

set(text "// Made by cli/bundle.cmake from the rulesets; do not edit.
#include \"cli/bundled.h\"

#include <cstddef>

namespace mnc::cli {
namespace {

${arrays}
struct Entry {
  const char* name;
  const unsigned char* text;
  std::size_t size;
};
constexpr Entry kEntries[] = {
${entries}};

}  // namespace

std::optional<std::string_view> bundled(std::string_view name) {
  for (const Entry& entry : kEntries) {
    if (entry.text != nullptr && name == entry.name) {
      return std::string_view(reinterpret_cast<const char*>(entry.text), entry.size);
    }
  }
  return std::nullopt;
}

std::vector<std::string> bundled_names() {
  std::vector<std::string> names;
  for (const Entry& entry : kEntries) {
    if (entry.text != nullptr) names.emplace_back(entry.name);
  }
  return names;
}

}  // namespace mnc::cli
")
file(WRITE ${OUT}.new "${text}")
file(RENAME ${OUT}.new ${OUT})
