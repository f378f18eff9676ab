import type { Claim, Figure } from './claim.ts';

const page: Figure = {
  from: 'the line `Live page:` of `serve`',
  of: async (runner) => {
    const { stdout, code } = await runner.serve('a server');
    return Number(code === 0 && /^Live page: http:\/\/127\.0\.0\.1:\d+\/$/m.test(stdout));
  },
};

export const freeModels: Claim = {
  id: 'M23',
  title: 'A page that says which models are free',
  says: 'Show somewhere which models are free now, so that nobody has to try.',
  verdict: 'holds',
  runs: { 'a server': { command: 'serve' } },
  checks: [
    {
      says: 'a served provider has a live page; what it shows is held in a browser by test/server/page, that of the gateway by test/gateway',
      figure: page,
      unit: 'yes',
      atLeast: 1,
      of: 'once',
      because: 'one page, renewed by itself',
    },
  ],
};
