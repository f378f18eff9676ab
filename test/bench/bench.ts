import { parseArgs } from 'node:util';
import { benches } from './benches.ts';
import { foreignBenches } from './foreign-benches.ts';
import { learnBenches } from './learn-benches.ts';
import { pageBenches } from './page-benches.ts';
import { serverBenches } from './server-benches.ts';

/**
 * `npm run bench [-- --only NAME] [-- --json]`: speed and memory, measured side by side. A table with each figure, what it
 * aims at and what it must not fall below; exit code 1 when one does.
 */
const { values } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } } });
const all = [...benches, ...learnBenches, ...pageBenches, ...serverBenches, ...foreignBenches];
if (values.help === true) {
  console.log(`npm run bench -- [--only NAME] [--json]\n\n${all.map(({ name, what }) => `  ${name}: ${what}`).join('\n')}`);
  process.exit();
}
const wanted = all.filter(({ name }) => values.only === undefined || name.includes(values.only));
if (wanted.length === 0) {
  console.error(`no bench is called ${values.only}; there are ${all.map(({ name }) => name).join('; ')}`);
  process.exit(2);
}

const rows: { name: string; figure: number | null; unit: string; aim: number; floor: number; verdict: string; note: string }[] = [];
for (const { name, what, unit, better, aim, floor, run } of wanted) {
  console.error(`${name}: ${what}`);
  const { figure, note } = await run();
  const reaches = (bound: number): boolean => (better === 'higher' ? figure >= bound : figure <= bound);
  const judged = reaches(aim) ? 'reached' : reaches(floor) ? 'below its aim' : 'BELOW ITS FLOOR';
  const measured = !Number.isNaN(figure);
  console.error(`  ${measured ? `${figure.toPrecision(3)} ${unit}` : 'not measured'} (${note})`);
  rows.push({
    name,
    figure: measured ? Number(figure.toPrecision(3)) : null,
    unit,
    aim,
    floor,
    verdict: measured ? judged : 'not measured',
    note,
  });
}

if (values.json === true) console.log(JSON.stringify(rows, null, 2));
else {
  console.log(`Node ${process.versions.node}\n`);
  console.log('| bench | figure | aim | floor | verdict |\n|---|---|---|---|---|');
  for (const { name, figure, unit, aim, floor, verdict, note } of rows)
    console.log(`| ${name} (${note}) | ${figure ?? 'n/a'} ${unit} | ${aim} | ${floor} | ${verdict} |`);
}
process.exitCode = rows.some(({ verdict }) => verdict === 'BELOW ITS FLOOR') ? 1 : 0;
