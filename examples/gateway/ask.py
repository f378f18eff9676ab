"""Asks a server for a chat completion so many times, a few at once, with nothing but Python's standard library.

    BASE=http://127.0.0.1:4020/v1 N=200 AT_ONCE=8 python3 ask.py

Prints how many were answered, and each other answer with its count.
"""

import json
import os
import urllib.error
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

base = os.environ.get("BASE", "http://127.0.0.1:4020/v1")
total = int(os.environ.get("N", "200"))
at_once = int(os.environ.get("AT_ONCE", "8"))
model = os.environ.get("MODEL", "assistant")


def ask(number):
    body = json.dumps({"model": model, "messages": [{"role": "user", "content": f"Question {number}"}]}).encode()
    request = urllib.request.Request(f"{base}/chat/completions", body, {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            json.load(answer)["choices"][0]["message"]["content"]
            return "answered"
    except urllib.error.HTTPError as error:
        return f"{error.code} {json.load(error)['error']['message']}"
    except urllib.error.URLError as error:
        raise SystemExit(f"{base} cannot be reached: {error.reason}")


with ThreadPoolExecutor(at_once) as pool:
    outcomes = Counter(pool.map(ask, range(total)))
print(f"{total} requests, {total - outcomes['answered']} failed")
for outcome, count in outcomes.most_common():
    print(f"{count:6} {outcome}")
