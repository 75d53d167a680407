#!/bin/sh
# The README's quick start as a script. Usage: sh docs/quickstart.sh [server URL] [scope]
set -eu
server=${1:-http://127.0.0.1:8000}
scope=${2:-git:github.com/acme/shop}

# call PATH FIELDS: posts the fields with the scope, prints the answer.
call() {
  curl -sS "$server$1" -H 'Content-Type: application/json' -d "{\"scope_id\":\"$scope\",$2}"
}
# field EXPRESSION: a part of the JSON on standard input, as JSON or as plain text.
field() {
  node -e '
    const value = new Function("a", "return a" + process.argv[1])(JSON.parse(require("fs").readFileSync(0, "utf8")));
    console.log(typeof value === "string" ? value : JSON.stringify(value));' "$1"
}

echo "# capture: a Source is in the journal"
call /v1/sources/content '"source_id":"chat-1","content":"We agreed to run the contract tests after persistence changes."'

printf '\n# remember, twice\n'
call /v1/memory/remember '"kind":"constraint","text":"Run the contract tests before changing persistence behavior."' | field .memory
call /v1/memory/remember '"kind":"decision","text":"部署脚本先执行数据库迁移，再重启工作进程。デプロイは金曜日に行わない。"' | field .memory

echo "# revise: the first entry was wrong, the tests run after the change"
entries=$(call /v1/memory/entries/list '"include_inactive":false')
cited=$(printf '%s' "$entries" | field '.entries.find((entry) => entry.kind === "constraint").citation')
call /v1/memory/entries/revise "\"citation\":$cited,\"kind\":\"constraint\",\"text\":\"Run the contract tests after changing persistence behavior.\",\"reason\":\"they need the change\"" | field .entry.version

echo "# search in English, Chinese and Japanese"
call /v1/memory/search '"query":"contract tests","limit":1' | field '.hits[0].text'
call /v1/memory/search '"query":"数据库迁移","limit":1' | field '.hits[0].text'
call /v1/memory/search '"query":"金曜日のデプロイ","limit":1' | field '.hits[0].text'

echo "# prepare: what an agent is given before it starts on the prompt"
pack=$(call /v1/context/prepare '"query":"Which validation is required after changing persistence?","max_bytes":2000')
printf '%s' "$pack" | field .content

echo "# get: exactly what the pack cites, now and after any later change"
cited=$(printf '%s' "$pack" | field '.content.split("\n").find((line) => line.startsWith("{"))' | field '.items[0].citation')
call /v1/memory/entries/get "\"citation\":$cited" | field .text
