#!/usr/bin/env bash
# Drives the built program over good and bad input and compares exit status and messages with docs/cli.md.
# Usage: MNC=path/to/mnc bash tests/cli/run.sh
set -uo pipefail
mnc=$(realpath "${MNC:?the program to test}")
games=$(realpath "$(dirname "$0")/../language/ok")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
unset NO_COLOR
passed=0 failed=0

ok() { passed=$((passed + 1)); }
bad() {
  failed=$((failed + 1))
  echo "FAILED: $1"
  [[ ! -s out ]] || { echo "  standard output:"; head -c 1000 out | sed 's/^/  | /'; }
  [[ ! -s err ]] || { echo "  standard error:"; head -c 1000 err | sed 's/^/  | /'; }
}

# expect STATUS PATTERN ARGUMENT…: mnc ends with STATUS within 20 s, and PATTERN (an extended regular expression; empty:
# none) is in what it says: in standard output if STATUS is 0, else in standard error. Input comes from the file `in`.
expect() {
  local wanted=$1 pattern=$2 status=0 where=err
  shift 2
  [[ -e in ]] || : >in
  timeout 20 "$mnc" "$@" <in >out 2>err || status=$?
  rm -f in
  [[ $wanted -ne 0 ]] || where=out
  if [[ $status -ne $wanted ]]; then
    bad "status $status, not $wanted: mnc $(printf '%.200s' "$*")"
  elif [[ -n $pattern ]] && ! grep -qE -- "$pattern" $where; then
    bad "no \`$pattern\` in what mnc says: mnc $(printf '%.200s' "$*")"
  elif [[ $wanted -ne 0 && ! -s err && ! -s out ]]; then
    bad "no message: mnc $(printf '%.200s' "$*")"
  else
    ok
  fi
}

# holds NAME COMMAND…: the command succeeds.
holds() {
  local name=$1
  shift
  if "$@"; then ok; else bad "$name"; fi
}

# The smallest game, as a file of its own.
cat >small.mnc <<'END'
game "Small"
board { rows 2  columns 2  seeds 1 }
move sow { from own pits where occupied  lift all  sow counterclockwise }
end {
  if mover cannot move: each takes own pits
  if occurrences = 3: each takes own pits
}
winner most seeds
END

cat >warned.mnc <<'END'
game "Warned"
board { rows 2  columns 2  seeds 1 }
move sow { from own pits where occupied  lift all  sow counterclockwise }
end { if mover cannot move: each takes own pits }
winner most seeds
END
cat >stuck.mnc <<'END'
game "Stuck"
option idle: yes | no = yes
option other: yes | no = yes
define nothing = idle and other and not other
board { rows 2  columns 2  seeds 2 }
move sow { from own pits where holds 2  lift all  sow counterclockwise }
laps { if last is own and not nothing: stop }
end { if own pits are empty: each takes own pits  if occurrences = 3: draw }
winner most seeds
END

# ---- the command line itself --------------------------------------------------------------------------------------
expect 0 '^mnc [0-9]+\.[0-9]+' --version
expect 0 'simulate' --help
for command in check fmt show list ir moves replay play perft simulate test bench explain; do
  expect 0 '-h,--help' "$command" --help
done
expect 2 'a command is missing'
expect 2 'unknown command `simulat`, did you mean `simulate`' simulat kpe
expect 2 'unknown option `--game`, did you mean `--games`' simulate kpe --game 5
expect 2 'unknown option `--frobnicate`' perft kpe 2 --frobnicate
expect 2 'RULESET is required' show
expect 2 'unknown argument `4`' perft kpe 3 4
expect 2 'whole number from' simulate kpe --games 0
expect 2 'whole number from' simulate kpe --games 1e3
expect 2 'whole number from' simulate kpe --games 99999999999999999999999
expect 2 'whole number from' simulate kpe --games -5
expect 2 'whole number from' simulate kpe --jobs 5000
expect 2 'whole number from' perft kpe x
expect 2 'format' perft kpe 2 --format xml
expect 2 'color' check kpe --color maybe
expect 2 'there is no player `clever`; there is: random, greedy, alphabeta, mcts' simulate kpe --players clever,random
expect 2 'has no setting `dept`.*did you mean `depth`' simulate kpe --players alphabeta:dept=3
expect 2 'RULESET or --study is required' simulate
expect 2 'is not of the form `i/n`' simulate kpe --shard 5/4
expect 2 'is not of the form `i/n`' simulate kpe --shard 0/4
expect 2 'is not of the form `i/n`' simulate kpe --shard 1/4x
expect 2 'with --shard' simulate kpe --shard 1/4 --report x.html
expect 2 '--seed cannot be given with --study' simulate --study x.yaml --seed 3
expect 2 'RULESET cannot be given with --study' simulate kpe --study x.yaml
expect 2 'cannot read `x.yaml`' simulate --study x.yaml
expect 2 'FILE is required' merge
expect 2 'there are two players' simulate kpe --players random,random,random
expect 2 'there is no player `deep`' play kpe --north deep
expect 2 'name=value' perft kpe 2 --set grand_slam
expect 2 'grand_slam|slam' perft kpe 2 --set slam=allowed
expect 2 'maybe' perft kpe 2 --set grand_slam=maybe
expect 2 'there is no diagnostic `E000`' explain E000
expect 2 'no `match` clause' simulate kpe --match

# ---- files that cannot be read or written -------------------------------------------------------------------------
expect 2 'there is no ruleset `kpee`.* did you mean `kpe`' show kpee
expect 2 'cannot read `no/such.mnc`: no such file' check no/such.mnc
mkdir a.mnc
expect 2 'cannot read `a.mnc`: it is a folder' check a.mnc
expect 2 'it is a folder' fmt a.mnc
expect 2 'cannot read `none.yaml`' test none.yaml
mkdir empty
expect 2 'no `.yaml` files' test empty
if [[ $(id -u) -ne 0 ]]; then
  cp small.mnc secret.mnc && chmod 000 secret.mnc
  expect 2 'permission denied' check secret.mnc
fi
expect 2 'larger than' check /dev/zero
expect 2 'no such file' check small.mnc none.mnc
expect 2 'standard input cannot be written' fmt - --write
holds "a closed standard output" bash -c '"$0" list >&- 2>err; [[ $? -eq 2 ]] && grep -q "standard output" err' "$mnc"
[[ ! -e /dev/full ]] || holds "a full device" bash -c '"$0" list >/dev/full 2>err; [[ $? -eq 2 ]] && grep -q "no space" err' "$mnc"
holds "a closed standard input" bash -c '"$0" check - <&- 2>err; [[ $? -eq 2 ]]' "$mnc"

# ---- rulesets that are wrong --------------------------------------------------------------------------------------
: >empty.mnc
expect 1 'error' check empty.mnc
head -c 5000 /dev/urandom >binary.mnc
expect 1 'error' check binary.mnc
printf 'game "K\xff"\n' >latin.mnc
expect 1 'latin.mnc:1:' check latin.mnc
{ printf '\xef\xbb\xbf'; cat small.mnc; } >bom.mnc
expect 0 '' check bom.mnc
sed 's/$/\r/' small.mnc >crlf.mnc
expect 0 '' check crlf.mnc
{ printf 'game "x"\ndefine a = '; head -c 200000 /dev/zero | tr '\0' '('; } >deep.mnc
expect 1 'deep.mnc:2:' check deep.mnc
head -c 200000 /dev/zero | tr '\0' '{' >braces.mnc
expect 1 'error' check braces.mnc
{ printf 'game "'; head -c 5000000 /dev/zero | tr '\0' 'x'; printf '"\n'; } >long.mnc
expect 1 'error' check long.mnc
holds "a message about a long line stays short" test "$(wc -c <err)" -lt 5000
head -c 5000000 /dev/zero | tr '\0' '+' >plus.mnc
expect 1 'error' check plus.mnc
cp empty.mnc in
expect 1 'error' check -
for command in show ir 'perft - 2' 'simulate - --games 1' 'moves -' 'replay - A1'; do
  # shellcheck disable=SC2086  # words
  { [[ $command == *-* ]] || command="$command -"; : >in; expect 1 'error' $command; }
done
expect 1 'error' check small.mnc empty.mnc
expect 1 'E[0-9]+' check empty.mnc --color never
holds "no colours when NO_COLOR is set" bash -c 'NO_COLOR=1 "$0" check empty.mnc 2>&1 | grep -vq $'"'\\x1b'" "$mnc"
holds "colours on demand" bash -c '"$0" check empty.mnc --color always 2>&1 | grep -q $'"'\\x1b'" "$mnc"

# ---- large inputs: no shape of them takes more than its length is worth ---------------------------------------------
large() { # large NAME HEAD LINE TAIL: a ruleset with 4 MB of the same line is checked and laid out in time
  { cat "$2"; yes "$3" | head -c 4000000; echo; printf '%s' "${4-}"; } >large.mnc
  for command in check fmt; do
    timeout 60 "$mnc" $command large.mnc >out 2>err
    if [[ $? -le 1 ]]; then ok; else bad "$command of a large file: $1"; fi
  done
}
sed -n '1,3p' small.mnc >head.mnc
{ cat head.mnc; echo 'laps {'; } >rows.mnc
tr '\n' ' ' <rows.mnc >line.mnc
large 'rows' rows.mnc "  if last is own and holds 2 or 3: capture last // c" '}'
large 'one line' <(tr '\n' ' ' <rows.mnc) "$(printf 'if last is own: stop %.0s' {1..2000})" '}'
large 'mistakes' head.mnc 'define x ='
large 'mistakes in rows' rows.mnc '  if last is : capture' '}'
large 'strange characters' head.mnc '§ §'
large 'comments' head.mnc '// nothing'
large 'unclosed blocks' head.mnc 'move a {'
large 'unclosed texts' head.mnc 'about "x'
large 'brackets' head.mnc '}} (( ]] [['
large 'a long sum' head.mnc "define x = $(printf '1 + %.0s' {1..20000})1"
large 'names' head.mnc 'source "a text"'
{ cat head.mnc; seq 20000 | sed 's/.*/define a_& = b_&/'; } >unknown.mnc
expect 1 'there is no .b_1.' check unknown.mnc
seq -f 'option o_%g: yes | no = no' 100000 >>head.mnc
large 'options' head.mnc '// end'

# ---- rulesets that are fine ---------------------------------------------------------------------------------------
cp small.mnc in
expect 0 '' check -
holds "check is silent" test ! -s out -a ! -s err
cp small.mnc in
expect 0 'perft\(2\) = 4' perft - 2
expect 0 'perft\(2\) = 4' perft small.mnc 2
expect 0 '"ok": true' check small.mnc --format json
expect 1 '' check empty.mnc --format json
holds "diagnostics as JSON are results" grep -q '"ok": false' out
expect 0 'kpe' list
expect 0 '"name": "kpe"' list --format json
expect 0 '^kpe,' list --format csv
for name in kpe en-gehe bao-la-kete; do
  expect 0 'default' show "$name"
  expect 0 '"sections"' show "$name" --format json
  expect 0 "ruleset: $name" ir "$name"
  expect 0 'hash: +[0-9a-f]{16}' moves "$name"
done
expect 0 '^E101|^E[0-9]+' explain
expect 0 '^E101' explain e101
holds "warnings are for check and show" bash -c '"$0" perft warned.mnc 1 2>&1 | grep -q warning && exit 1; "$0" check warned.mnc 2>&1 | grep -q W601 && "$0" show warned.mnc 2>&1 | grep -q W601' "$mnc"

printf 'game "Child" extends "warned.mnc"\n' >child.mnc
holds "a warning about a base says which ruleset was read" bash -c '"$0" check child.mnc 2>&1 | head -1 | grep -qx "in child.mnc, which extends warned.mnc:"' "$mnc"
holds "and one about the ruleset itself does not" bash -c '! "$0" check warned.mnc 2>&1 | grep -q "which extends"' "$mnc"

# ---- check --deep, show in words ----------------------------------------------------------------------------------
expect 0 'nothing odd happened' check kpe --deep
holds "check --deep counts the clauses" grep -qE '^ +[0-9]+  kpe:[0-9]+:[0-9]+  move sow' out
expect 0 '"fired": [0-9]+' check kpe --deep --format json
expect 0 'no row of `end` says what happens then: [0-9]+ times' check stuck.mnc --deep
grep -E '^  mnc replay' out >command
holds "the record that check --deep prints is one of replay" bash -c 'eval "$(sed "s|mnc|\"$0\"|" command) --trace" >out 2>err && grep -q "no row of .end. says" out' "$mnc"
expect 0 'the option `idle` changes nothing' check stuck.mnc --deep
cat >turns.mnc <<'END'
game "Round"
board { rows 2  columns 2  seeds 2 }
move sow { from own pits where occupied  lift all  sow counterclockwise }
otherwise move pass { }
end { if all pits are empty: draw }
winner most seeds
END
expect 0 'a game is not over: [0-9]+ times \(after 3000 plies; the last position was there [0-9]+ plies before, and nothing ends the game\)' check turns.mnc --deep
holds "the record of a long game is cut" test "$(grep -E '^  mnc replay' out | wc -c)" -lt 700
grep -E '^  mnc replay' out >command
holds "it can be replayed from its position" bash -c 'eval "$(sed "s|mnc|\"$0\"|" command)" >out 2>err && grep -q "the game goes on" out' "$mnc"

# words FILE: the sentences of a ruleset are in the file `words`.
words() { "$mnc" show "$@" 2>err | sed -n '/^in words/,/^what sources/p' >words; }
# says PATTERN…: they have a line for each of these; never PATTERN…: they have none.
says() { for pattern in "$@"; do holds "the words of \`show\` have: $pattern" grep -qE -- "$pattern" words; done; }
never() { for pattern in "$@"; do holds "the words of \`show\` do not have: $pattern" bash -c '! grep -qE -- "$1" words' - "$pattern"; done; }
words kpe
says 'If every one of the mover.s pits is `opened`: the player captures all seeds in `prey`\.' \
  '`prey`: the last pit and the pits before it, one after the other, as long as it is the opponent.s and holds 2 or 4\.' \
  'each player takes the seeds in their own pits' 'if this position has occurred 3 times|If this position has occurred 3 times'
words bao-la-kete
says 'Rule `held_pit`\. The move is legal only if the starting pit is not the mover.s `held`' \
  '`threat`: the pits that the mover could capture by `capture`' 'the mover.s A1 to A4 and A6 to A8 with seeds' \
  'the mover.s `kuu_stands` does not hold\) and' 'one of the opponent.s `holdable`' 'Whenever the mover.s `kuu` is emptied|A match is won by the first'
for name in $("$mnc" list --format csv | sed 1d | cut -d, -f1); do
  words "$name"
  never 'certain numbers' 'nothing is done[^.]*nothing is done' '\b1 seeds\b' '\b[0-9]+th pit' '(if|If) (never|always)' 'such that it is such' \
    'one of all pits' '\bthe player nothing' 'this holds' 'a number\b.*a number\b.*a number\b'
done
cat >odd.mnc <<'END'
game "Odd"
board { rows 2  columns 5  seeds 3  seeds 4 in North's store  stores }
state spot: flag for each pit
define wealth = seeds of own pits + count of own pits where occupied
define ripe = it is occupied and opposite is occupied and it is not spot
circuit own pits, store, opponent's pits
move sow {
  from own pits where ripe and count of own pits > 1
  lift all but 1
  sow forwards skipping {A4}
}
otherwise move drop { when wealth > opponent's wealth  place 1 from store in A1  lift all from A1  sow }
laps {
  rule uneven if last holds odd and not ripe: capture run forwards by 2 from next while occupied
  if last holds even and holds at least 4: relay
  if last holds 3: ask giver from own pits where occupied: ask taker from opponent's pits: place 1 from giver in taker
}
end { if mover cannot move: stop  if occurrences = 3: stop }
winner most seeds
match { if store > 9: mover wins  otherwise: each { fill own pits with 1 from store } }
END
words odd.mnc
says 'that are `ripe`|such that \(it is `ripe`' '`ripe`: it has seeds and the pit opposite it has seeds and it is not `spot`\.' \
  'all but 1 seed of' 'Move drop, .* if `wealth` is more than the opponent.s `wealth`\.' \
  '`wealth`: the number of seeds in the mover.s pits plus' 'counterclockwise, from the next pit on, passing over the mover.s A4' \
  'Rule `uneven`\. If the last pit holds an odd number and is not `ripe`' 'every other pit after it' 'holds an even number' \
  'sows on with them, passing over pits as before' 'picks one of the mover.s pits with seeds, `giver`:' 'places 1 seed from `giver` in `taker`' \
  'cannot move|does not have a legal move: what is left on the board is nobody' 'A match goes in rounds; the players begin in turn' \
  'Otherwise each player in turn: fills their own pits with 1 seed each from their own store'
never 'the sowing is over.*the sowing is over' 'a pass'
expect 0 'each player has a store; in them: South 0, North 4' show odd.mnc
cat >ways.mnc <<'END'
game "Ways"
board { layout { "b2 b1" "A1 a1" "B1 B2" }  seeds 2 }
circuit B1, B2, a1, A1, b2, b1
move sow { from own pits where occupied  choose back: yes | no  lift all  sow (backwards when back is yes, otherwise forwards) }
end { if mover cannot move: each takes own pits  if occurrences = 3: each takes own pits }
winner most seeds
END
words "$games/otherwise_steps.mnc"
says 'if the last pit holds 3: captures all seeds in the last pit' '^ +otherwise: places 1 seed from the mover.s won seeds in the last pit'
expect 0 'the mover if the number of seeds the mover has won is more than the number of seeds the opponent has won: the mover wins; otherwise: the opponent wins' \
  show "$games/otherwise_steps.mnc"
words ways.mnc
says 'sows them, one a pit, backwards if `back` is `yes`, otherwise forwards'
expect 0 'the circuit of sowing for South, forwards and round again: B1 B2 a1 A1 b2 b1' show ways.mnc
expect 0 'clockwise as seen from above, which is backwards, and round again: a4 a3 a2 a1 A4' show kpe
expect 0 '4 pits in 2 rows; 4 seeds in all' show small.mnc
for question in 'Does a long sowing' 'May a capture take all' 'Must a player leave' 'no legal move' 'seeds left on the board' 'occurs again'; do
  expect 0 "$question" show oware
done
expect 0 'the ruleset leaves this to its default: Must a player leave or give the opponent seeds\? No' show kalah
expect 0 'Is a capture made when the opposite pit is empty\? No' show kalah
expect 0 'Is a capture made when the opposite pit is empty\? Yes' show kalah --set empty_capture=yes
cat >facing.mnc <<'END'
game "Facing"
option eager: yes | no = no
option any_way: yes | no = no
board { rows 2  columns 6  seeds 4 }
move sow { from own pits where occupied  choose direction when any_way  lift all  sow }
laps {
  if next is occupied and (eager or opposite of next is occupied): capture next + opposite of next
}
end { if mover cannot move: each takes own pits  if occurrences = 3: draw }
winner most seeds
END
expect 0 'Is a capture made when the opposite pit is empty\? No' show facing.mnc
expect 0 'Is a capture made when the opposite pit is empty\? Yes' show facing.mnc --set eager=yes
holds "a direction that is never chosen is not told" bash -c '! "$0" show facing.mnc 2>err | grep -E "chooses the direction|never"' "$mnc"
expect 0 'The player chooses the direction: clockwise or counterclockwise\.' show facing.mnc --set any_way=yes
sed 's/capture next + /capture /' facing.mnc >alone.mnc
expect 0 'Is a capture made when the opposite pit is empty\? No' show alone.mnc --set eager=yes
expect 0 'Is a capture made when the opposite pit is empty\? No' show ayoayo
sed 's/opposite of next is occupied/opposite of next in (opponent.s pits where occupied)/' facing.mnc >elsewhere.mnc
holds "what cannot be told of the opposite pit is not told" bash -c '! "$0" show elsewhere.mnc 2>err | grep "opposite pit is empty"' "$mnc"
sed 's/next is occupied and .*: capture/last is own: if opposite of next is occupied: capture/' facing.mnc >inside.mnc
expect 0 'Is a capture made when the opposite pit is empty\? No' show inside.mnc
cat >ranges.mnc <<'END'
game "Ranges"
board { rows 2  columns 4  stores  reserve 40 }
move drop {
  when reserve > 0
  choose number: 1..(reserve when reserve < 4, otherwise 4)
  place number from reserve in hand
  sow counterclockwise starting in A1
}
move part { from own pits where holds at least 2  choose number: 1..seeds - 1  lift number  sow counterclockwise }
otherwise move pass { }
laps { if last holds odd: for each pit of run backwards from last while it holds odd: capture it }
end { if mover cannot move: draw  if occurrences = 3: stop }
winner most store
END
words ranges.mnc
says 'Move drop, only if the mover.s reserve is at least 1\.$' 'chooses `number`, from 1 to the mover.s reserve if .* at most 3, otherwise 4\.$' \
  'chooses `number`, from 1 to the number of seeds in the starting pit minus 1\.$' 'for each of the last pit and the pits before it, one after the other, as long as it holds an odd number:'
never 'is legal only if' 'one after the other.*one after the other'
"$mnc" check ranges.mnc --deep >out 2>err
holds "the end of a range is no clause that rules moves out" bash -c 'grep -q "move drop" out && ! grep -qE ":5:|reserve when|:9:6[0-9]" out'
expect 1 'ply 2: illegal move `drop=5`: `drop` takes `=1` to `=4`; legal: drop=1' replay ranges.mnc "drop=4 drop=5"
expect 1 'illegal move `drop=1`: .*; legal: pass$|why: there is no `drop` now: `when reserve > 0`' replay ranges.mnc drop=1 --position '0 0 0 0 / 0 0 0 0; S; reserve=0,0'
expect 1 '`drop` takes `=1` or `=2`' replay ranges.mnc drop=3 --position '0 0 0 0 / 0 0 0 0; S; reserve=2,40'
holds "an answer beyond its range is told of" grep -q 'why: more is chosen than `.*ranges.mnc:5:' err
expect 1 'illegal move `pass=2`: `pass` takes no sign' replay ranges.mnc pass=2 --position '0 0 0 0 / 0 0 0 0; S; reserve=0,0'
cat >within.mnc <<'END'
game "Within"
board { rows 2  columns 6  seeds 3 }
state lost: flag for each pit
define mine = (own pits where not lost) + (opponent's pits where lost)
move sow { from own pits where occupied  lift all  sow }
each seed { if it holds 4 and remaining > 0 and it in mine: capture it }
end { if mover cannot move: each takes own pits  if occurrences = 3: draw }
winner most seeds
END
expect 0 'each seed, A2: row 1 is done: .*`mine` is A1, A2, A3, A4, A5, A6\)' replay within.mnc A1 --trace
holds "a lap is told before what its seeds do" bash -c 'grep -A1 "lap 1: sows 3" out | grep -q "each seed, A2"'
holds "the rows of each seed are told once" test "$(grep -c 'each seed, A2' out)" = 1

# ---- fmt ----------------------------------------------------------------------------------------------------------
"$mnc" fmt small.mnc >canonical.mnc 2>err
holds "fmt is idempotent" bash -c '"$0" fmt canonical.mnc | cmp -s - canonical.mnc' "$mnc"
expect 0 '' fmt --check canonical.mnc
sed 's/^board/   board/' canonical.mnc >crooked.mnc
cp crooked.mnc before.mnc
expect 1 '' fmt --check crooked.mnc
holds "fmt --check says which file" grep -q 'crooked.mnc' out
holds "fmt --check changes nothing" cmp -s crooked.mnc before.mnc
chmod 640 crooked.mnc
ln -s crooked.mnc link.mnc
expect 0 '' fmt --write link.mnc
holds "fmt --write writes the canonical text" cmp -s crooked.mnc canonical.mnc
holds "fmt --write keeps the mode" test "$(stat -c %a crooked.mnc)" = 640
holds "fmt --write follows links" test -L link.mnc
holds "fmt --write leaves nothing behind" bash -c '! ls | grep -q "mnc\..*"'
expect 1 'error' fmt empty.mnc
expect 2 'exclude' fmt --write --check small.mnc

# ---- positions, moves, records ------------------------------------------------------------------------------------
expect 0 '^A1 +6 7 7 7 / 0 7 7 7; N; won=0,0; opened=1000,0000$' moves kpe
expect 0 '^a1 ' moves kpe --after A1
expect 0 '^A1,' moves kpe --format csv
expect 0 '"move": "A1"' moves kpe --format json
expect 1 'the board has 2 rows' moves kpe --position '1 2 3'
expect 1 'is not a player' moves kpe --position '6 6 6 6 / 6 6 6 6; X'
expect 1 'no `wun`' perft kpe 2 --position '6 6 6 6 / 6 6 6 6; S; wun=1,2'
expect 1 'is not a number of seeds' moves kpe --position $'6 6 \xff 6 / 6 6 6 6; S'
holds "an escape character is not passed on" bash -c '! grep -q $'"'\\x1b'"' <("$0" moves kpe --position $'"'6 \\x1b[31m 6 / 6'"' 2>&1)' "$mnc"
expect 1 'add up to' moves kpe --position '1000 1000 6 6 / 6 6 6 6; S'
expect 1 'position' simulate kpe --position "$(head -c 100000 /dev/zero | tr '\0' '9')"
expect 0 '' moves kpe --position '0 0 0 1 / 0 0 0 1; S'
holds "seeds that do not add up are warned of" grep -q 'warning: .*add up to 2' err
expect 0 '^ +2  a3' replay kpe "A1 a3"
expect 0 '^ +2  a3' replay kpe A1 a3
expect 0 '"final_won"' replay kpe "A1 a3" --format json
expect 1 'ply 2: illegal move `a9`: there is no pit `a9`.*legal: a1, a2, a3, a4' replay kpe "A1 a9 a3"
holds "the plies before an illegal move are printed" grep -q '^ *1  A1' out
expect 1 'ply 1: moves are separated by spaces, not commas' replay kpe 'A1,a1'
expect 1 'separated by spaces, not commas' moves kpe --position '6,6,6,6/6,6,6,6;S'
expect 2 'it is a number from 0 to 100' moves kpe --set repetition=101
expect 0 'lap 1: sows 6: A2, A3, A4, a1, a2, a3; the last seed falls in a3, which held 6' replay kpe A1 --trace
holds "--trace says why nothing was captured" grep -q 'row 1 would capture, but does not hold: `every own pit is opened`' out
expect 0 'captures 1 from A2, 4 from a5 \(5 in all\), into South.s store' replay kalah A1 --position '4 4 4 4 4 4 / 1 0 4 4 4 4; S' --trace
expect 0 '"trace"' replay kpe A1 --trace --format json
expect 0 'the sowing is over: it has reached the limit of 2 laps' replay "$games/endless_stop.mnc" A1 --trace
expect 0 'the sowing is over after lap 2, whatever the rows say' show "$games/endless_stop.mnc"
expect 0 'captures 2 from A2, into South.s store' replay "$games/each_pit.mnc" "A1 a1" --position '2 2 2 / 2 2 2; S; store=0,12' --trace
expect 0 'for each pit of .* one after the other' show "$games/each_pit.mnc"
expect 0 'passing over, as things stand before each seed, ' show "$games/skip_at_each_seed.mnc"
expect 1 'help: `skipping at each seed …` is judged before every seed' check "$games/../error/e305_skipping.mnc"
expect 0 'places 1 seed from the hand in' show "$games/hand.mnc"
expect 0 '3 from the reserve to the hand' replay "$games/hand.mnc" drop=3 --trace
expect 0 'players swap sides, with all that lies there' show "$games/swap_sides.mnc"
expect 0 'captures 3 from a2, into South.s reserve' replay "$games/capture_into_reserve.mnc" A3 --trace
expect 0 'the sides are swapped' replay "$games/swap_sides.mnc" 'A1 pie' --trace
expect 0 'way: a direction, at first counterclockwise' show "$games/state_direction.mnc"
expect 0 'sows them, one a pit, in the direction of the mover.s `habit`' show "$games/state_direction.mnc"
expect 0 'sows 2: A2, A3; the last seed falls in A3' replay "$games/hand.mnc" A1 --position '2 2 2 / 3 0 2; S' --trace
expect 0 'sets way to counterclockwise' replay "$games/state_direction.mnc" 'A1>' --trace
expect 1 '`up` is not a direction: `clockwise` or `counterclockwise`' moves "$games/state_direction.mnc" --position '2 2 2 2 / 2 2 2 2; S; way=up'
expect 1 'ply 1: illegal move `A1`: `A1` is empty' replay kpe A1 --position '0 0 0 1 / 0 5 0 0; S'
expect 1 'needs a sign' replay bao-la-kete "A6"
why() { # why TEXT MOVE POSITION: what `replay` says of a move that the rules rule out
  expect 1 "why: $1" replay "${4-$games/illegal_moves.mnc}" "$2" --position "$3; S"
}
why '.prefer first lap captures opponent.s pits. \(.*:9:1\) rules it out: .A3. fulfils it' A1 '0 1 0 / 2 0 2'
why '.require afterwards: opponent.s pits are occupied. \[rule 5: never starve\] \(.*:8:1\) rules it out' A2 '0 0 1 / 2 2 0'
why '.step. \(.*:16:16\) is open only if no move of a higher rank can be played, and .A3. \(sow\) can' A1 '0 0 2 / 1 1 2'
why 'there is no .pass. now: .when ply > 100. \(.*:22:8\) does not hold' pass '0 0 2 / 1 1 2'
why 'the move does not end within 2 laps, and endless moves are illegal' A1 '0 0 1 / 2 0 4'
why '.sow. does not start there: .from own pits where holds at least 2. \(.*:7:8\)' A1 '1 0 / 1 2' "$games/pass_while_other_can.mnc"
expect 1 'illegal move' replay "$games/illegal_moves.mnc" A1 --position '0 1 0 / 2 0 2; S' --format json
holds "the reasons stand in the object" grep -q '"reasons": \[' out
holds "a move of the other side gets no reasons" bash -c '! grep -q why <("$0" replay kpe a1 2>&1)' "$mnc"
printf 'A1\nquit\n' >in
expect 0 'why: .prefer first lap captures' play "$games/illegal_moves.mnc" --position '0 1 0 / 2 0 2; S'
echo "A1 a3" >in
expect 0 '^ +2  a3' replay kpe -
expect 1 'illegal move' moves kpe --after "A1 A9"
expect 0 'perft\(0\) = 1' perft kpe 0
expect 0 '^A1 +4' perft kpe 2 --divide
expect 0 '"nodes": 16' perft kpe 2 --format json
expect 0 '"nodes": 16' perft kpe 2 --divide --format json
expect 0 '^depth,nodes' perft kpe 2 --format csv

# ---- every result names its ruleset, its options and the hash of its text -----------------------------------------
expect 0 'grand_slam=forbidden' perft kpe 1 --set grand_slam=forbidden
for arguments in 'moves kpe' 'replay kpe A1' 'perft kpe 1' 'show kpe' 'simulate kpe --games 3' 'ir kpe'; do
  # shellcheck disable=SC2086  # words
  expect 0 'hash: +[0-9a-f]{16}' $arguments
  holds "options are named: $arguments" grep -q 'options: .*repetition=3' out
done
for arguments in 'moves kpe' 'replay kpe A1' 'perft kpe 1' 'show kpe' 'simulate kpe --games 3'; do
  # shellcheck disable=SC2086  # words
  expect 0 '"hash": "[0-9a-f]{16}"' $arguments --format json
  holds "options are named in JSON: $arguments" grep -q '"repetition": "3"' out
done

# ---- simulate -----------------------------------------------------------------------------------------------------
expect 0 'South wins' simulate kpe --games 20
for key in ruleset options players seed games results south north draw void unfinished south_score ci95 plies mean sd min median max \
  branching laps longest endless captured; do
  expect 0 "\"$key\":" simulate kpe --games 5 --format json
done
for name in kpe bao-la-kete; do
  "$mnc" simulate $name --games 200 --seed 7 --jobs 1 --format json >one.json
  for jobs in 2 3 8; do
    "$mnc" simulate $name --games 200 --seed 7 --jobs $jobs --format json >many.json
    holds "the same with --jobs $jobs: $name" cmp -s one.json many.json
  done
  "$mnc" simulate $name --games 200 --seed 8 --format json >other.json
  holds "another seed gives other games: $name" bash -c '! cmp -s one.json other.json'
done
expect 0 '"unfinished": 5' simulate kpe --games 5 --max-plies 2 --format json
for player in greedy alphabeta:depth=2 alphabeta:ms=5 mcts:playouts=5 greedy:epsilon=0.5; do
  expect 0 "players: $player, random" simulate kpe --games 2 --players $player,random
  expect 0 'wins|draw|void' play kpe --south $player --north random --seed 3
done
expect 0 '"clauses"' simulate kpe --games 5 --details --format json
expect 0 'otherwise: stop' simulate kpe --games 5 --details
expect 0 '^kpe,[0-9a-f]{16},"skip_origin=no, .*",random,random,1,20,' simulate kpe --games 20 --format csv
holds "CSV: a row for each simulation, as wide as its head" bash -c '[[ $(wc -l <out) -eq 2 ]] && [[ $(sed "s/\"[^\"]*\"/x/g" out | awk -F, "{print NF}" | uniq | wc -l) -eq 1 ]]'

# ---- records ------------------------------------------------------------------------------------------------------
expect 0 'South wins' simulate bao-la-kete --games 30 --records games.csv --jobs 2
holds "a row for each game" test "$(wc -l <games.csv)" -eq 31
"$mnc" simulate bao-la-kete --games 30 --records again.csv --jobs 1 >/dev/null
holds "records do not depend on --jobs" cmp -s games.csv again.csv
replays() { # every game of games.csv plays again, and ends as it says
  local game result moves
  while IFS=, read -r game _ result _ _ _ _ _ _ moves; do
    "$mnc" replay bao-la-kete "$moves" >replayed || return 1
    case $result in
      south) tail -1 replayed | grep -q '^South wins' || return 1 ;;
      north) tail -1 replayed | grep -q '^North wins' || return 1 ;;
    esac
  done < <(tail -n +2 games.csv)
}
holds "every game of a record can be replayed" replays
expect 2 'cannot write' simulate kpe --games 5 --records no/such/folder.csv
holds "an unusable file for records is noticed before playing" test ! -s out

# ---- shards -------------------------------------------------------------------------------------------------------
for details in '' --details; do
  "$mnc" simulate kpe --games 203 --seed 9 --jobs 1 --format json $details >whole.json
  "$mnc" simulate kpe --games 203 --seed 9 --jobs 2 --format json $details >two.json
  holds "the same with --jobs 1 and 2 $details" cmp -s whole.json two.json
  for i in 1 2 3 4; do "$mnc" simulate kpe --games 203 --seed 9 --shard $i/4 --output part$i.json $details; done
  for format in json text csv; do
    "$mnc" simulate kpe --games 203 --seed 9 --format $format $details >whole.$format
    "$mnc" merge part3.json part1.json part4.json part2.json --format $format >merged.$format
    holds "4 shards merged are the whole, as $format $details" cmp -s whole.$format merged.$format
  done
done
holds "shards leave nothing else behind" bash -c '! ls part*.json.* 2>/dev/null'
expect 1 'shards are missing: 2, 4 of 4' merge part1.json part3.json
expect 1 'part1.json: shard 1 of 4 has been given already, as part1.json' merge part1.json part1.json
sed 's/"games": 5/"games": 6/' part2.json >bad.json
expect 1 'bad.json: damaged: its checksum does not match' merge part1.json bad.json part3.json part4.json
head -c 1000 part2.json >bad.json
expect 1 'bad.json: damaged, or no part of a simulation: it is not JSON' merge part1.json bad.json
echo '{"a": 1}' >bad.json
expect 1 'bad.json: this is no part of a simulation' merge bad.json
echo '[]' >bad.json
expect 1 'bad.json: this is no part' merge bad.json
: >bad.json
expect 1 'bad.json: damaged' merge bad.json
head -c 3000000 /dev/zero | tr '\0' '[' >bad.json
expect 1 'bad.json: damaged' merge bad.json
expect 2 'no such file' merge none.json
"$mnc" simulate kpe --games 203 --seed 10 --shard 2/4 --output foreign.json --details
expect 1 'foreign.json: this is of another simulation than part1.json: seed: 10, not 9' merge part1.json foreign.json part3.json part4.json
"$mnc" simulate kpe --games 203 --seed 9 --shard 2/5 --output foreign.json --details
expect 1 'foreign.json: this is one of 5 shards, part1.json one of 4' merge part1.json foreign.json
if command -v parallel >/dev/null; then
  parallel --will-cite -j 2 "$mnc" simulate kpe --games 203 --seed 9 --shard {}/4 --output parallel{}.json --details ::: 1 2 3 4
  "$mnc" merge parallel*.json --format json >merged.json
  holds "GNU parallel, two slots: merged shards are the whole" cmp -s whole.json merged.json
else
  echo "note: GNU parallel is not here: shards under it are not tested"
fi

# ---- studies ------------------------------------------------------------------------------------------------------
cat >study.yaml <<'END'
title: May the fourth opening move capture?
rulesets: kpe
options:
  fourth_opening_captures: all
  grand_slam: [allowed, no_capture]
players: [random, "greedy,random"]
games: 20
END
expect 0 'fourth_opening_captures: no instead of yes \(4 pairs of settings\)' simulate --study study.yaml
holds "a study plays every combination" test "$(grep -c 'fourth_opening_captures=.*grand_slam=' out)" -eq 8
expect 0 '"comparisons"' simulate --study study.yaml --format json
expect 0 '^ruleset,hash,options' simulate --study study.yaml --format csv
holds "a row for each setting" test "$(wc -l <out)" -eq 9
"$mnc" simulate --study study.yaml --output kept --format json >first.json
holds "finished settings are kept" test "$(ls kept | wc -l)" -eq 8
rm kept/0003.json kept/0007.json
touch -d '1 hour ago' kept/*.json
"$mnc" simulate --study study.yaml --output kept --format json >second.json
holds "a study goes on where it stopped, to the same result" cmp -s first.json second.json
holds "what was finished is not played again" test "$(find kept -mmin -30 -name '*.json' | wc -l)" -eq 2
for i in 1 2 3; do "$mnc" simulate --study study.yaml --output shared --shard $i/3; done
holds "shards of a study meet in a folder" test "$(ls shared | wc -l)" -eq 8
"$mnc" simulate --study study.yaml --output shared --format json >third.json
holds "the shards of a study are the study" cmp -s first.json third.json
sed 's/games: 20/games: 21/' study.yaml >other.yaml
expect 1 'kept/0001.json: this is of another study' simulate --study other.yaml --output kept
cp kept/0001.json saved.json && sed -i 's/"part": 1/"part": 2/' kept/0001.json
expect 1 'kept/0001.json: damaged' simulate --study study.yaml --output kept
cp saved.json kept/0001.json
expect 1 'this is a setting of a study' merge kept/0001.json
study() { # study PATTERN: bad.yaml is reported with this
  expect 1 "$1" simulate --study bad.yaml
}
printf 'rulesets: kpe\ngmaes: 5\n' >bad.yaml; study 'bad.yaml:2:1: error: unknown key `gmaes`'
printf 'games: 5\n' >bad.yaml; study 'bad.yaml:1:1: error: the key `rulesets` is missing'
printf 'rulesets: kpe\ngames: 5\ngames: 6\n' >bad.yaml; study 'bad.yaml:3:1: error: the key `games` is given twice'
printf 'rulesets: kpe\ngames: many\n' >bad.yaml; study 'bad.yaml:2:8: error: `games` must be a whole number'
printf 'rulesets: [kpe, kpee]\n' >bad.yaml; study 'bad.yaml:1:17: error: there is no ruleset `kpee`'
printf 'rulesets: kpe\noptions:\n  grand_slm: all\n' >bad.yaml; study 'bad.yaml:3:3: error: no ruleset of the study has an option `grand_slm`, did you mean `grand_slam`'
printf 'rulesets: kpe\noptions:\n  grand_slam: [allowed, maybe]\n' >bad.yaml; study 'bad.yaml:3:25: error: `maybe` is no value of the option `grand_slam`'
printf 'rulesets: kpe\nplayers: [random, clever]\n' >bad.yaml; study 'bad.yaml:2:19: error: there is no player `clever`'
printf 'rulesets: kpe\noptions: {repetition: all, skip_origin: all, grand_slam: all, fourth_opening_captures: all}\n' >bad.yaml; study 'more than 1000 settings'
head -c 200000 /dev/zero | tr '\0' '[' >bad.yaml; study 'nested deeper'
: >bad.yaml; study 'the file is empty'

# ---- the report page ----------------------------------------------------------------------------------------------
expect 0 'South wins' simulate kpe --games 50 --details --report one.html
expect 0 'pairs' simulate --study study.yaml --report study.html
for page in one.html study.html; do
  holds "$page asks for nothing from outside" bash -c '! grep -oE "(src|href)=[^ >]+" "$1" | grep -E "https?:|//" ' - $page
done
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [[ -n $browser ]]; then
  charts() { # charts PAGE NUMBER: so many charts are drawn, without a network, and none failed
    timeout 60 "$browser" --headless --no-sandbox --disable-gpu --host-resolver-rules='MAP * ~NOTFOUND' --virtual-time-budget=20000 --dump-dom "file://$PWD/$1" >dom 2>/dev/null
    grep -q "<body[^>]* data-charts=\"$2\"" dom && ! grep -q 'data-failed' dom && [[ $(grep -o '<svg' dom | wc -l) -ge $2 ]]
  }
  holds "the page of a simulation draws its charts in a browser" charts one.html 2
  holds "the page of a study draws its charts in a browser" charts study.html 5
else
  echo "note: there is no chromium here: the report pages are not opened in a browser"
fi
expect 0 '"matches"' simulate bao-la-kete --match --games 5 --format json
expect 0 'best of 3' simulate bao-la-kete --match --games 5
sed 's/^winner.*/&  match { otherwise: draw }/' small.mnc >drawn.mnc
expect 0 'in rounds: 5; South won 0, North won 0, drawn 5, void 0, unfinished 0' simulate drawn.mnc --match --games 5
expect 0 '"draw": 5,' simulate drawn.mnc --match --games 5 --format json
holds "no progress bar on a file" test ! -s err
if command -v python3 >/dev/null; then
  expect_json() { if "$mnc" "$@" --format json 2>err | python3 -c 'import json, sys; json.load(sys.stdin)'; then ok; else bad "JSON: mnc $*"; fi; }
  expect_json simulate kpe --games 5
  expect_json show bao-la-kete
  expect_json moves en-gehe
  expect_json perft kpe 2 --divide
  expect_json check small.mnc
  expect_json list
fi

# ---- progress -----------------------------------------------------------------------------------------------------
if script -qec true /dev/null >bar 2>&1 </dev/null; then  # there is a terminal to be had
  timeout 60 script -qec "'$mnc' simulate kpe --games 1000000000 --jobs 1 >/dev/null & sleep 5; kill -INT \$!" /dev/null >bar 2>&1 </dev/null
  holds "a bar with rate and time left on a terminal" grep -qE '\[[#.]{30}\] +[0-9]+ %  [0-9]+ of 1000000000  [0-9.]+/s  .* left' bar
fi
timeout 1 "$mnc" simulate kpe --games 1000000000 --jobs 1 >/dev/null 2>err
holds "no bar on a pipe" test ! -s err

# ---- interrupting -------------------------------------------------------------------------------------------------
# (bash starts background jobs with SIGINT ignored; `env` gives it back.)
timeout 20 env --default-signal=INT "$mnc" simulate kpe --games 1000000000 --jobs 2 --format json >out 2>err &
sleep 1
kill -INT "$(pgrep -P $! | head -1)" 2>/dev/null || kill -INT $!
wait $!
status=$?
holds "interrupted games are reported" grep -q '"interrupted": true' out
holds "they are marked partial" grep -q '"partial": true' out
holds "and the status says so" test "$status" -eq 130

# ---- a closed pipe ------------------------------------------------------------------------------------------------
closed_pipe() { # the command's status when its reader goes away at once
  "$mnc" "$@" 2>err | head -c 1 >/dev/null
  [[ ${PIPESTATUS[0]} -eq 0 && ! -s err ]]
}
holds "a closed pipe: show" closed_pipe show bao-la-kete
holds "a closed pipe: ir" closed_pipe ir bao-la-kete
holds "a closed pipe: moves" closed_pipe moves en-gehe --format json
holds "a closed pipe: play" closed_pipe play kpe --south random --seed 1

# ---- the locale ---------------------------------------------------------------------------------------------------
for locale in C C.UTF-8 de_DE.UTF-8 tr_TR.UTF-8; do
  for arguments in 'show kpe' 'simulate kpe --games 50' 'simulate kpe --games 50 --format json' 'perft kpe 4' 'check empty.mnc'; do
    # shellcheck disable=SC2086  # words
    LC_ALL=C "$mnc" $arguments >expected 2>&1
    # shellcheck disable=SC2086  # words
    LC_ALL=$locale LANG=$locale "$mnc" $arguments >got 2>&1
    holds "the same in locale $locale: $arguments" cmp -s expected got
  done
done

# ---- play ---------------------------------------------------------------------------------------------------------
printf '?\nA9\nA1\nquit\n' >in
expect 0 'South plays A1' play kpe --seed 1
holds "play lists the legal moves" grep -q 'A1 A2 A3 A4' out
holds "play says why a move is illegal" grep -q 'there is no pit `A9`' out
holds "play prints the record" grep -q '^moves: A1 a' out
printf 'A1' >in
expect 0 'North plays' play kpe --seed 1
expect 0 'South>' play kpe
expect 0 'wins|draw|void' play kpe --south random --north random --seed 3
expect 0 'wins the match' play bao-la-kete --south random --north random --seed 3 --match
head -c 100000 /dev/urandom >in
expect 0 '' play kpe --seed 1

# ---- scenario files -----------------------------------------------------------------------------------------------
printf 'ruleset: kpe\ncases:\n  - {name: counts, perft: {1: 4, 2: 16}}\n' >good.yaml
expect 0 '^1 passed, 0 failed$' test good.yaml
expect 0 '"passed": 1' test good.yaml --format json
mkdir below && printf 'ruleset: ../small.mnc\ncases:\n  - {name: counts, perft: {2: 4}}\n' >below/small.yaml
expect 0 '^1 passed, 0 failed$' test below
expect 0 '^2 passed, 0 failed$' test good.yaml below
cp good.yaml in
expect 0 '^1 passed, 0 failed$' test -
printf 'ruleset: kpe\ncases:\n  - name: wrong\n    perft: {1: 5}\n' >wrong.yaml
expect 1 '' test wrong.yaml
holds "a failing case says where, what was expected and what came" bash -c 'grep -q "wrong.yaml:4: wrong: perft 1" out && grep -q "expected 5" out && grep -q "got      4" out'
yaml() { # yaml PATTERN: the file bad.yaml is reported with this
  expect 1 '' test bad.yaml
  if grep -qE -- "$1" out; then ok; else bad "no \`$1\` about bad.yaml"; fi
}
printf 'ruleset: kpe\ncases:\n  - nome: x\n' >bad.yaml; yaml 'bad.yaml:3:5: error: unknown key `nome`'
printf 'ruleset: kpe\nruleset: kpe\ncases: []\n' >bad.yaml; yaml 'bad.yaml:2:1: error: the key `ruleset` is given twice'
printf 'ruleset: none\ncases: []\n' >bad.yaml; yaml 'bad.yaml:1:10: error: there is no ruleset `none`'
printf 'ruleset: kpe\noptions: {slam: x}\ncases: []\n' >bad.yaml; yaml 'slam'
: >bad.yaml; yaml 'the file is empty'
head -c 5000 /dev/urandom >bad.yaml; yaml 'bad.yaml:[0-9]+:[0-9]+: error'
printf 'ruleset: \xff\n' >bad.yaml; yaml 'bad.yaml:1:10: error: this is not UTF-8'
head -c 200000 /dev/zero | tr '\0' '[' >bad.yaml; yaml 'nested deeper'
head -c 200000 /dev/zero | tr '\0' '{' >bad.yaml; yaml 'nested deeper'
printf '{:' >bad.yaml; yaml 'error'
printf '{# ke\ny{:' >bad.yaml; yaml 'error'
head -c 5000000 /dev/zero | tr '\0' 'x' >bad.yaml
expect 2 'larger than 4 MB' test bad.yaml
{ printf '\xef\xbb\xbf'; sed 's/$/\r/' good.yaml; } >crlf.yaml
expect 0 '^1 passed, 0 failed$' test crlf.yaml

# ---- bench --------------------------------------------------------------------------------------------------------
expect 0 'nodes/s' bench kpe --runs 1 --time 5
expect 0 '"moves_per_second"' bench small.mnc --runs 1 --time 5 --format json

echo "cli: $passed passed, $failed failed"
[[ $failed -eq 0 ]]
