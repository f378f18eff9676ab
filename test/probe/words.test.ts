import { expect, test } from 'vitest';
import { endings } from '../../harness/cli/probe-words.ts';
import type { ProbeResult } from '../../harness/probe/probe.ts';
import { stepOf } from './steps.ts';

const options = { from: 3, max: 64, balance: 0.01, stepMs: 300, timeoutMs: 60_000, pauseMs: 1000, maxRequests: 1000, maxMs: 600_000 };
const message = { headers: {}, body: '{}', model: 'm', anyJson: false, takesModel: false, asks: 'asks', keyFrom: undefined };

const nothing = (sent: number, reason?: string): ProbeResult => ({
  steps: [stepOf(3, 0, 0, { sent, answered: 0, refusedShare: null })],
  ended: 'nothing',
  reason,
  judgement: undefined,
  sent,
  seconds: 1,
});

test('a first step without an answer is told apart from one that sent nothing', () => {
  expect(endings(nothing(3, 'server_error, 500, boom.'), { options, message })).toEqual([
    '3 at once had no answer at all: server_error, 500, boom.',
  ]);
  expect(endings(nothing(0), { options, message })).toEqual([
    'No connection was ready before the step was over: a longer --step gives it time.',
  ]);
});
