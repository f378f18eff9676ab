import { grouped } from '../../sim/kernel/grouped.ts';
import { visible } from '../../sim/kernel/visible.ts';
import type { Totals } from '../serve/serve-scenario.ts';

/** What a server had to do, when it ends: a line for each model that was asked. */
export function servedTotals({ models, rejected }: Totals): string {
  const asked = models.filter(({ attempts }) => attempts > 0);
  const lines = asked.map(({ name, attempts, admitted, refused }) => {
    const ends = [
      [admitted, 'served'],
      [refused.capacity, 'refused at capacity'],
      [refused.quota, 'refused by quota'],
      [refused.hard, 'refused for good'],
      [refused.fault, 'lost to faults'],
      [refused.network, 'lost on the way'],
    ] as const;
    const told = ends.filter(([count]) => count > 0).map(([count, what]) => `${grouped(count)} ${what}`);
    return `${visible(name)}: ${requests(attempts)}${told.length === 0 ? '' : `, ${told.join(', ')}`}`;
  });
  if (rejected > 0) lines.push(`${requests(rejected)} reached no model`);
  return lines.length === 0 ? 'No request came.\n' : `${lines.join('\n')}\n`;
}

function requests(count: number): string {
  return count === 1 ? '1 request' : `${grouped(count)} requests`;
}
