import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { conductOf } from '../../../reports/formats/conduct.ts';
import { showDuration, showNumber, showShare } from '../../../reports/formats/figures.ts';
import type { Report } from '../../../reports/formats/format.ts';
import type { Result } from '../../../reports/result/result.ts';
import type { StrategySummary } from '../../../reports/result/summary.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { retries } from './retries.ts';

const { dependencies } = JSON.parse(readFileSync(packagePath('examples', 'clients', 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

const head = ['client', 'packages', 'answered', 'attempts a request', 'p50', 'p95', 'sends again'];

/** A row for each client of the run: what became of its requests, of those that were answered how long they took, and why. */
export function comparedTable({ summary }: Report): string {
  const rows = summary.strategies.map((strategy) => {
    const { requests, amplification, latencyMs } = strategy;
    const answered = showShare(requests.ok / requests.offered);
    const { packages = '', does = '' } = known(strategy);
    return [
      strategy.name,
      packages,
      answered,
      showNumber(amplification),
      showDuration(latencyMs.ok?.p50 ?? null),
      showDuration(latencyMs.ok?.p95 ?? null),
      does,
    ];
  });
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function known({ name }: StrategySummary): { readonly packages?: string; readonly does?: string } {
  const found = retries[name];
  if (found === undefined) return {};
  const versions = found.packages.map((one) => `\`${one}\` ${dependencies[one]}`);
  return { packages: versions.length === 0 ? 'Node’s own' : versions.join(', '), does: found.does };
}

const marks = { bad: '✗', good: '✓', told: '·', 'no occasion': '' } as const;

/** What the requests of each show of how it retries. */
export function conductList(report: Report): string {
  return conductOf(report)
    .map(({ strategy, findings }) => {
      const lines = findings.map(({ verdict, says, example }) => {
        const shown = verdict === 'bad' && example !== null ? `. ${example}` : '';
        return `* ${marks[verdict]} ${says}${shown}`;
      });
      return [`### ${strategy}`, '', ...lines].join('\n');
    })
    .join('\n\n');
}

/** Of every figure and sample of the run; not of where its modules lie. */
export function digestOf({ strategies }: Result): string {
  const figures = strategies.map(({ name, failure, replications }) => ({ name, failure, replications }));
  return createHash('sha256').update(JSON.stringify(figures)).digest('hex');
}
