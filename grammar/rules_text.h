// Stage 1: the grammar of the language, of bytes: what the tokens of a text are.
#pragma once

#include <tao/pegtl.hpp>

namespace mnc::grammar::lexis {

namespace pegtl = tao::pegtl;
using pegtl::one, pegtl::opt, pegtl::plus, pegtl::seq, pegtl::sor, pegtl::star, pegtl::until;

struct line_end : one<'\n', '\r'> {};
// White space of all scripts separates words.
struct wide_blank : pegtl::utf8::ranges<0x2000, 0x200B, 0x2028, 0x2029, 0xA0, 0xA0, 0x202F, 0x202F, 0x205F, 0x205F,
                                        0x3000, 0x3000, 0xFEFF, 0xFEFF> {};
struct blank : plus<sor<one<' ', '\t', '\n', '\r'>, wide_blank>> {};
struct rest_of_line : star<pegtl::not_one<'\n', '\r'>> {};
struct comment : seq<pegtl::two<'/'>, rest_of_line> {};
struct hash_comment : seq<one<'#'>, rest_of_line> {};

// All of Unicode above ASCII but white space, punctuation and signs.
struct foreign_letter
    : seq<pegtl::not_at<wide_blank>,
          pegtl::utf8::ranges<0xAA, 0xAA, 0xB5, 0xB5, 0xBA, 0xBA, 0xC0, 0xD6, 0xD8, 0xF6, 0xF8, 0x1FFF, 0x200C, 0x200D,
                              0x2070, 0x218F, 0x2C00, 0x2DFF, 0x3005, 0x3007, 0x3021, 0xD7FF, 0xF900, 0xFDFF, 0xFE20,
                              0xFE2F, 0xFE70, 0xFEFE, 0xFF10, 0xFFDC, 0x10000, 0x10FFFF>> {};
// A byte that is not UTF-8 is reported elsewhere; here it does not break the word it stands in.
struct broken_byte : seq<pegtl::not_at<pegtl::utf8::any>, pegtl::uint8::range<0x80, 0xFF>> {};
struct letter : sor<pegtl::alpha, one<'_'>, foreign_letter, broken_byte> {};
struct word_part : sor<letter, pegtl::digit> {};
struct letters : seq<letter, star<word_part>> {};
struct word : seq<letters> {};
struct pit : seq<pegtl::alpha, plus<pegtl::digit>, pegtl::not_at<word_part>> {};
struct apostrophe : sor<one<'\''>, pegtl::utf8::one<0x2019>> {};
// opponent's; opponents' too, so that it is reported as one word
struct possessive : seq<letters, apostrophe, sor<seq<one<'s'>, pegtl::not_at<word_part>>, pegtl::at<blank>>> {};
struct contraction : seq<letters, apostrophe, one<'t'>, pegtl::not_at<word_part>> {};  // can't
struct number : seq<plus<pegtl::digit>, pegtl::not_at<word_part>> {};
struct bad_word : plus<word_part> {};  // begins with a digit

struct in_text : sor<seq<one<'\\'>, pegtl::not_one<'\n', '\r'>>, pegtl::not_one<'"', '\\', '\n', '\r'>> {};
struct text : seq<one<'"'>, star<in_text>, one<'"'>> {};
struct unclosed_text : seq<one<'"'>, rest_of_line> {};
// “…”, „…“, «…», '…'
struct curly_quote : pegtl::utf8::one<0x201C, 0x201D, 0x201E, 0xAB, 0xBB> {};
struct in_other_quotes : seq<pegtl::not_at<sor<curly_quote, one<'"', '\'', '\n', '\r'>>>, sor<pegtl::utf8::any, pegtl::any>> {};
struct other_quotes : sor<seq<curly_quote, star<sor<one<'\''>, in_other_quotes>>, sor<curly_quote, one<'"'>>>,
                          seq<one<'\''>, plus<in_other_quotes>, one<'\''>>> {};
struct note : seq<one<'['>, star<pegtl::not_one<'[', ']', '{', '}'>>, one<']'>> {};
struct unclosed_note : seq<one<'['>, rest_of_line> {};

struct sign : sor<pegtl::string<'.', '.'>, pegtl::string<'!', '='>, pegtl::string<'<', '='>, pegtl::string<'>', '='>,
                  one<'{', '}', '(', ')', ',', ':', '|', '=', '<', '>', '+', '-', '*', '/'>> {};
// A run of characters with no meaning, so that it is reported once.
struct known : sor<blank, word_part, one<'"', '[', '#'>, sign> {};
struct strange : plus<seq<pegtl::not_at<known>, sor<pegtl::utf8::any, pegtl::any>>> {};

struct token : sor<comment, hash_comment, blank, text, unclosed_text, other_quotes, note, unclosed_note, pit, possessive,
                   contraction, word, number, bad_word, sign, strange> {};
struct file : until<pegtl::eof, token> {};

}  // namespace mnc::grammar::lexis
