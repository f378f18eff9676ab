import type { Command } from 'commander';
import { pad, width, wrap } from '../../reports/formats/terminal/width.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { hint } from '../scenario/suggest.ts';
import { type Family, families } from './families.ts';
import type { Item } from './item.ts';
import { optionRows } from './option-rows.ts';
import { columnsOf } from './surroundings.ts';

export function configure(command: Command): void {
  command
    .addHelpText(
      'after',
      `\n${wrap(`Families: ${families.map(({ name }) => name).join(', ')}`, 80).join('\n')}\n\nExamples:\n  at-capacity list\n  at-capacity list retry\n  at-capacity list retry exponential\n  at-capacity list hammer`,
    )
    .action(async (family: string | undefined, name: string | undefined) => {
      process.stdout.write(`${(await list(family, name, columnsOf(process.stdout))).join('\n')}\n`);
    });
}

/** Everything, one family, or one entry: the second word, or the first when it names no family. */
async function list(word: string | undefined, name: string | undefined, cells: number): Promise<readonly string[]> {
  if (word === undefined) return overview(cells);
  const family = families.find((each) => each.name === word);
  if (family !== undefined && name === undefined) return familyLines(family, cells);
  if (family !== undefined && name !== undefined) {
    const items = await family.items();
    const item = items.find((each) => each.name === name);
    if (item !== undefined) return itemLines(family, item, cells);
    throw unknown(
      name,
      `an entry of ${family.name}`,
      items.map((each) => each.name),
    );
  }
  return anywhere(word, cells);
}

async function overview(cells: number): Promise<readonly string[]> {
  const rows: (readonly [string, string])[] = [];
  for (const { name, summary, items } of families) {
    const names = (await items()).map((item) => item.name);
    rows.push([name, `${summary}: ${names.join(', ')}`]);
  }
  return [...twoColumns(rows, cells), '', ...wrap('at-capacity list FAMILY tells more, at-capacity list FAMILY NAME everything.', cells)];
}

async function familyLines(family: Family, cells: number): Promise<readonly string[]> {
  const rows = (await family.items()).map(({ name, summary }) => [name, summary] as const);
  const own = family.custom === true ? ['', ...wrap('Or your own: { custom: ./my-file.ts }, see docs/strategies.md.', cells)] : [];
  return [...wrap(`${family.name}: ${family.summary}. Where: ${family.place}`, cells), '', ...twoColumns(rows, cells), ...own];
}

/** Entries of that name in whatever family. */
async function anywhere(word: string, cells: number): Promise<readonly string[]> {
  const found: (readonly string[])[] = [];
  const known = families.map(({ name }) => name);
  for (const family of families) {
    for (const item of await family.items()) {
      known.push(item.name);
      if (item.name === word) found.push(itemLines(family, item, cells));
    }
  }
  if (found.length === 0) throw unknown(word, 'a family or entry', known);
  return found.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
}

function itemLines(family: Family, { name, summary, formula, options, table, example }: Item, cells: number): readonly string[] {
  const rows = options === undefined ? [] : optionRows(options);
  const described = rows.map(({ name: option, description, fallback, required }) => {
    const note = required ? ' (required)' : fallback === undefined ? '' : ` (default ${fallback})`;
    return [`  ${option}`, `${description}${note}`] as const;
  });
  return [
    ...wrap(`${name} (${family.name}): ${summary}`, cells),
    ...(formula === undefined ? [] : ['', ...wrap(formula, cells, 2)]),
    ...(described.length === 0 ? [] : ['', 'Options', ...twoColumns(described, cells)]),
    ...(table === undefined
      ? []
      : [
          '',
          table.heading,
          ...twoColumns(
            table.rows.map(([left, right]) => [`  ${left}`, right]),
            cells,
          ),
        ]),
    // An example is there to be copied, so it is not broken.
    ...(example === undefined ? [] : ['', 'Example', `  ${example}`]),
    '',
    `Where: ${family.place}`,
  ];
}

/** Names on the left, text beside them, or below them where the terminal is narrow. */
function twoColumns(rows: readonly (readonly [string, string])[], cells: number): readonly string[] {
  const left = Math.max(0, ...rows.map(([name]) => width(name))) + 2;
  if (left > cells / 2) return rows.flatMap(([name, text]) => [name, ...wrap(text, cells, 4)]);
  return rows.flatMap(([name, text]) => {
    const [first = '', ...rest] = wrap(text, cells - left);
    return [pad(name, left, 'left') + first, ...rest.map((line) => ' '.repeat(left) + line)].map((line) => line.trimEnd());
  });
}

function unknown(word: string, what: string, known: readonly string[]): InputError {
  const told = hint(word, known) || `; families: ${families.map(({ name }) => name).join(', ')}`;
  return new InputError([{ message: `expected ${what}, found ${JSON.stringify(word)}${told}` }]);
}
