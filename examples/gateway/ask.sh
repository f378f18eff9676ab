#!/bin/sh
# Asks a server for a chat completion so many times, a few at once, with curl.
#
#     BASE=http://127.0.0.1:4020/v1 N=200 AT_ONCE=8 sh ask.sh
#
# Prints how many requests there were and how many of them failed, then each failure's text with its count.
set -eu
base=${BASE:-http://127.0.0.1:4020/v1}
total=${N:-200}
at_once=${AT_ONCE:-8}
model=${MODEL:-assistant}

curl --silent --output /dev/null "$base/models" || { echo "$base cannot be reached" >&2; exit 1; }

answers=$(mktemp -d)
trap 'rm -rf "$answers"' EXIT

# One curl for all of them: the number stands in the query, which the server does not look at.
curl --silent --show-error --no-progress-meter --parallel --parallel-max "$at_once" \
  --header 'content-type: application/json' \
  --data "{\"model\":\"$model\",\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]}" \
  --output "$answers/#1" "$base/chat/completions?n=[1-$total]"

failed=$(grep -L '"choices"' "$answers"/* | wc -l)
echo "$total requests, $((failed)) failed"
grep -ho '"message":"[^"]*"' $(grep -L '"choices"' "$answers"/*) /dev/null | sort | uniq -c || true
