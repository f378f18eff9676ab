import { describe, expect, test } from 'vitest';
import { check } from '../../harness/scenario/faults.ts';
import { scenarioSchema } from '../../harness/scenario/schema.ts';
import { metaOf } from '../../harness/scenario/schema-walk.ts';
import { nodesOf } from './nodes-of.ts';

const nodes = nodesOf(scenarioSchema);

describe('every node of the schema', () => {
  test('there are many', () => {
    expect(nodes.size).toBeGreaterThan(300);
  });

  test('has a description', () => {
    expect([...nodes].filter(([, node]) => (metaOf(node).description ?? '') === '').map(([path]) => path)).toEqual([]);
  });

  test('has an example', () => {
    expect([...nodes].filter(([, node]) => (metaOf(node).examples ?? []).length === 0).map(([path]) => path)).toEqual([]);
  });

  test('takes its own examples', () => {
    const refused = [...nodes].flatMap(([path, node]) =>
      (metaOf(node).examples ?? []).flatMap((example) => {
        const result = check(node, example);
        return 'faults' in result ? [`${path}: ${JSON.stringify(example)}: ${result.faults[0]?.message}`] : [];
      }),
    );
    expect(refused).toEqual([]);
  });
});
