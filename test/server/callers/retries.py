"""Asks four questions, each up to three times, with nothing but Python's standard library."""

import json
import os
import time
import urllib.error
import urllib.request

for question in range(4):
    body = json.dumps({"model": "big", "messages": [{"role": "user", "content": f"Question {question}"}]}).encode()
    for attempt in range(3):
        request = urllib.request.Request(f"{os.environ['BASE']}/chat/completions", body, {"content-type": "application/json"})
        try:
            urllib.request.urlopen(request, timeout=60)
            break
        except urllib.error.HTTPError as error:
            error.read()
            if os.environ["MANNER"] == "obedient":
                time.sleep(float(error.headers["retry-after-ms"]) / 1000)
