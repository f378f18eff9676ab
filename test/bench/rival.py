"""The bench's queueing model in SimPy 3: 8 slots, exponential service of 1 s, Poisson arrivals at 7/s, a full slot refuses,
full-jitter retries up to 5 attempts, and a time-out of 60 s on every attempt where the third argument says so.

    python3 rival.py REQUESTS SEED {timeouts|plain}

Prints {"requests", "attempts", "refused", "failed", "cpuSeconds"}.
"""
import json
import random
import sys
import time

import simpy

SLOTS, SERVICE, RATE, BASE, ATTEMPTS, PATIENCE = 8, 1.0, 7.0, 1.0, 5, 60.0


def main(requests, seed, timeouts):
    env = simpy.Environment()
    slots = simpy.Resource(env, SLOTS)
    draw = random.Random(seed)
    counts = {"attempts": 0, "refused": 0, "failed": 0}

    def request():
        for attempt in range(ATTEMPTS):
            counts["attempts"] += 1
            if slots.count < SLOTS:
                with slots.request() as slot:
                    yield slot
                    service = env.timeout(draw.expovariate(1 / SERVICE))
                    if not timeouts:
                        yield service
                        return
                    first = yield service | env.timeout(PATIENCE)
                    if service in first:
                        return
            else:
                counts["refused"] += 1
            if attempt + 1 < ATTEMPTS:
                yield env.timeout(draw.random() * BASE * (1 << attempt))
        counts["failed"] += 1

    def arrivals():
        for _ in range(requests):
            yield env.timeout(draw.expovariate(RATE))
            env.process(request())

    env.process(arrivals())
    began = time.process_time()
    env.run()
    print(json.dumps({"requests": requests, **counts, "cpuSeconds": time.process_time() - began}))


main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3] == "timeouts")
