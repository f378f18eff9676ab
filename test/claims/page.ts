import type { Check, Claim } from './claim.ts';
import { definitionHash } from './definition.ts';
import { boundsOf, type Figures, figuresText, type Stored, shown } from './judge.ts';

export const pagePath = ['docs', 'claims.md'] as const;

/** Figures of every claim by the name of its file, with the definition that they were found with. */
export type Found = Readonly<Record<string, { readonly hash: string; readonly stored: Stored }>>;

export type Claims = Readonly<Record<string, Claim>>;

const introduction = `# Claims

What the usual advice against "Selected model is at capacity" says, and what becomes of it in a run. \`npm run verify\` runs
every line below with the seeds 1 to 20, checks each figure against its bounds, and writes this page; bounds come from the
advice, from arithmetic, or are a judgement that says so, never from what a run gave. Refusals come from full slots and
quotas.

To see a figure yourself, type the command above its table and add \`--seed 1\`: this gives the figures of that seed. From a
checkout \`at-capacity\` is \`npm start --\`. The third column says where a figure stands in \`summary.json\`, or what to count
in the rows of \`requests.csv\` and \`attempts.csv\`. A bound is of every seed's figure unless it says "mean"; figures are least
and most, and the mean, over the 20 seeds. What has nothing to do with luck is looked at once.

`;

/** docs/claims.md as these figures make it. A claim without figures says so. */
export function claimsPage(claims: Claims, found: Found): string {
  const rows = Object.values(claims).map(
    (claim) => `| ${claim.id} | [${claim.title}](#${anchor(claim)}) | ${claim.verdict} | ${claim.condition ?? ''} |`,
  );
  const table = ['| | what is claimed | verdict | |', '|---|---|---|---|', ...rows].join('\n');
  const sections = Object.entries(claims).map(([file, claim]) => section(file, claim, found[file]));
  return `${introduction}${table}\n\n${sections.join('\n')}`;
}

/** The figures that a page was written with. */
export function figuresIn(page: string, claims: Claims): Found {
  const files = Object.keys(claims);
  const lines = [...page.matchAll(/^<!-- ([\w-]+) ([0-9a-f]+) (\[.*\]) -->$/gm)];
  return Object.fromEntries(
    lines
      .filter(([, file = '']) => files.includes(file))
      .flatMap(([, file = '', hash = '', json = '']) => {
        const stored = storedIn(json);
        return stored === undefined ? [] : [[file, { hash, stored }] as const];
      }),
  );
}

/** Undefined for what no page was written with: somebody's hand was at it. */
function storedIn(json: string): Stored | undefined {
  try {
    const stored = (JSON.parse(json) as (number | null)[][]).map((figures) => figures.map((one) => one ?? Number.NaN));
    return stored as unknown as Stored;
  } catch {
    return undefined;
  }
}

/** Figures together with the definition that they were found with. */
export function foundNow(file: string, claim: Claim, stored: Stored): Found[string] {
  return { hash: definitionHash(file, claim), stored };
}

function section(file: string, claim: Claim, found: Found[string] | undefined): string {
  const stored = found?.stored ?? [];
  const commands = Object.entries(claim.runs).map(([name, { command }]) => `# ${name}\nat-capacity ${command}`);
  const sides = [undefined, 'when', 'unless'] as const;
  const tables = sides.flatMap((side) => {
    const rows = claim.checks.flatMap((check, index) => (check.side === side ? [row(check, stored[index])] : []));
    return rows.length === 0 ? [] : [[heading(claim, side), '', tableHead, ...rows].join('\n')];
  });
  return [
    `## ${claim.id} ${claim.title}\n`,
    `**${capital(claim.verdict)}**${claim.condition === undefined ? '.' : ` ${claim.condition}`}\n`,
    `The advice: ${claim.says}\n`,
    `\`\`\`sh\n${commands.join('\n')}\n\`\`\`\n`,
    `${tables.join('\n\n')}\n`,
    ...(claim.notes ?? []).map((note) => `${note}\n`),
    `<!-- ${file} ${found?.hash ?? '0'} ${JSON.stringify(stored)} -->\n`,
  ].join('\n');
}

const tableHead = ['| figure | must be | from | because | seed 1 | seeds 1 to 20 |', '|---|---|---|---|---|---|'].join('\n');

function heading({ verdict }: Claim, side: Check['side']): string {
  if (verdict !== 'holds only when') return 'Figures:';
  if (side === undefined) return 'Either way:';
  return side === 'when' ? 'Where it holds:' : 'Where it does not:';
}

function row(check: Check, figures: Figures | undefined): string {
  const { says, unit, figure, because } = check;
  const [first, all] = figures === undefined ? ['n/a', 'n/a'] : [shown(figures[0], unit), figuresText(check, figures)];
  return `| ${[says, boundsOf(check), figure.from, because, first, all].map(cell).join(' | ')} |`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** As renderers make it of the heading. */
function anchor({ id, title }: Claim): string {
  return `${id} ${title}`
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}
