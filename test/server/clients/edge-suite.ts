import { describe, expect, test } from 'vitest';
import type { Ask, Caller } from './caller.ts';
import { type Script, scripted } from './scripted.ts';

/** What a client raises where no model answers. */
export interface EdgeNames {
  readonly lost: string;
  readonly notFound: string;
  /** Left out where a client does not let such a request out. */
  readonly badRequest?: string;
}

interface Edge {
  readonly what: string;
  readonly script?: Script;
  readonly path?: string;
  readonly ask?: Partial<Ask>;
  readonly name: keyof EdgeNames;
  readonly status?: number;
}

const edges: readonly Edge[] = [
  { what: 'a connection that is lost', script: { rest: { refuse: 'reset' } }, name: 'lost' },
  { what: 'a model that is not there', ask: { model: 'gpt-10' }, name: 'notFound', status: 404 },
  { what: 'an address that is not served', path: '/nowhere', name: 'notFound', status: 404 },
  { what: 'a request that makes no sense', ask: { maxTokens: -1 }, name: 'badRequest', status: 400 },
];

/** Errors that do not come from a model's answer: each is raised, none leaves the caller hanging. */
export function testEdges(caller: () => Caller, names: EdgeNames, dialect = 'openai'): void {
  describe('D18: raises', () => {
    const raised = edges.filter((edge) => names[edge.name] !== undefined);
    test.each(raised.map((edge) => [edge.what, edge] as const))('%s', async (_, { script = {}, path = '', ask, name, status }) => {
      const { url } = await scripted({ ...script, dialect });
      const { raised } = await caller()({ url: `${url}${path}`, stream: false, retries: 0, ...ask });
      expect(raised).toMatchObject({ name: names[name], status });
      if (status !== undefined) expect(raised?.requestId).toMatch(/^req_/);
    });
  });
}
