import type { Command } from 'commander';

/** One command: what `--help` lists, and the module that knows the rest, loaded when the command is used. */
interface CommandEntry {
  readonly name: string;
  /** Arguments as `--help` shows them. */
  readonly usage: string;
  readonly summary: string;
  readonly load: () => Promise<{ readonly configure: (command: Command) => void }>;
}

export const commands: readonly CommandEntry[] = [
  {
    name: 'run',
    usage: '[scenario]',
    summary: 'simulate a scenario and compare its strategies; without one, a built-in peak day',
    load: () => import('./run.ts'),
  },
  {
    name: 'tune',
    usage: '<scenario>',
    summary: 'find the limit to ship: the best goodput that meets the SLO',
    load: () => import('./tune.ts'),
  },
  {
    name: 'serve',
    usage: '[scenario]',
    summary: "answer over HTTP as the scenario's provider does at an hour of its day",
    load: () => import('./serve.ts'),
  },
  {
    name: 'init',
    usage: '',
    summary: 'write a commented scenario file to start from',
    load: () => import('./init.ts'),
  },
  {
    name: 'list',
    usage: '[family] [name]',
    summary: 'what can be used in a scenario: retries, limits, curves, faults, presets …',
    load: () => import('./list.ts'),
  },
  {
    name: 'explain',
    usage: '<scenario>',
    summary: 'tell the life of one request',
    load: () => import('./explain.ts'),
  },
  {
    name: 'validate',
    usage: '<file...>',
    summary: 'check scenario files; --resolved prints them with every default',
    load: () => import('./validate.ts'),
  },
  {
    name: 'report',
    usage: '<result> [other]',
    summary: 'show a stored result again, or the differences between two',
    load: () => import('./report.ts'),
  },
  {
    name: 'check',
    usage: '<scenario...>',
    summary: 'for CI: fail when figures are worse than a baseline, or an SLO is missed',
    load: () => import('./check.ts'),
  },
  {
    name: 'probe',
    usage: '<url>',
    summary: 'find the limit of a real server: more and more requests at once',
    load: () => import('./probe.ts'),
  },
  {
    name: 'learn',
    usage: '[log...]',
    summary: 'read your own record of calls: load, refusals, busy and quiet hours, and a scenario of it',
    load: () => import('./learn.ts'),
  },
  {
    name: 'gateway',
    usage: '',
    summary: 'let programs in any language use a strategy: pass their calls on through it',
    load: () => import('./gateway.ts'),
  },
  {
    name: 'export',
    usage: '<strategy> [scenario]',
    summary: 'write a strategy as code or configuration for production',
    load: () => import('./export.ts'),
  },
];

export const commandNames: readonly string[] = commands.map(({ name }) => name);
