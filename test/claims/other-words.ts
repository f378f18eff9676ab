import type { Claim, Figure } from './claim.ts';
import { measured, ratio } from './figures.ts';

const ofLight = (strategy: string): Figure =>
  ratio(measured('an hour', strategy, 'attempts.failures.malformed'), measured('an hour', strategy, 'attempts.byTarget.light'));

const code: Figure = {
  from: 'exit code of the drill',
  of: async (runner) => (await runner.type('the drill')).code ?? Number.NaN,
};

export const otherWords: Claim = {
  id: 'M18',
  title: 'Another model writes its JSON differently',
  says: 'The fallback wraps JSON in a fence and adds a sentence, and the parser breaks. Try every fallback before it is needed, and adapt answers where the model is chosen.',
  verdict: 'holds',
  runs: {
    'an hour': { command: 'run examples/claims/other-words.yaml' },
    'the drill': { command: 'validate examples/claims/other-words.yaml --drill' },
  },
  checks: [
    {
      says: 'of the attempts sent to light, malformed as they come',
      figure: ofLight('as-it-comes'),
      unit: 'share',
      atLeast: 1,
      of: 'every seed',
      because: 'no parser reads a fence and a sentence',
    },
    {
      says: 'of the attempts sent to light, malformed with adapt: unwrap',
      figure: ofLight('unwrapped'),
      unit: 'share',
      atMost: 0,
      of: 'every seed',
      because: 'what is in the fence is JSON',
    },
    {
      says: 'attempts sent to light, a model of another provider with another interface',
      figure: measured('an hour', 'unwrapped', 'attempts.byTarget.light'),
      unit: 'count',
      atLeast: 100,
      of: 'every seed',
      because: 'four slots for two at once on the mean refuse one in ten (Erlang B): 340 of 3,600; at least 100, a judgement',
    },
    {
      says: 'exit code of a drill that finds a target without a usable answer',
      figure: code,
      unit: 'count',
      atLeast: 3,
      atMost: 3,
      of: 'once',
      because: '3 says that something that was asked for does not hold',
    },
  ],
};
