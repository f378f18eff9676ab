import { formatDuration } from '../../../sim/kernel/units.ts';
import { type Content, lines, markup } from '../../../sim/markup/markup.ts';
import { countsOf, countText } from '../counts.ts';
import type { Report } from '../format.ts';
import { mainStrategies } from '../sweep.ts';
import { named } from './name.ts';
import type { Section } from './section.ts';

function offsetText([from, minutes]: readonly [string, number]): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)} from ${from}`;
}

function facts(report: Report): Content {
  const { scenario, tool, incomplete } = report.result;
  const rows: ReadonlyArray<readonly [string, Content]> = [
    ['scenario', named(scenario.name)],
    ['hash', markup`<code>${scenario.hash}</code>`],
    ['seed', scenario.seed],
    ['replications', [scenario.replications, incomplete && ' asked for; the run was interrupted']],
    ['luck', scenario.paired ? 'paired: the same arrivals and the same luck for every strategy' : 'not paired'],
    ...(scenario.arrivals === null ? [] : [['arrivals', scenario.arrivals] as const]),
    ['time', `from ${scenario.start} for ${formatDuration(1000 * scenario.lengthSeconds)}`],
    ['zone', [named(scenario.zone), scenario.zoneOffsets.length > 0 && ` (${scenario.zoneOffsets.map(offsetText).join(', ')})`]],
    ['clock', scenario.mode === 'virtual' ? 'virtual time' : `live, time scale ${scenario.timeScale}`],
    ['clients', scenario.clients],
    ...countsOf(report).map(
      (counted) =>
        [
          'simulated',
          [`${countText(counted)} per replication: `, counted.strategies.map((name, i) => [i > 0 && ', ', named(name)])],
        ] as const,
    ),
    ['made by', `${tool.name} ${tool.version}`],
  ];
  return markup`<dl class="facts-list">
${rows.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>
`;
}

/** What was run, so that it can be run again. */
export function runPart(report: Report): Section {
  return { id: 'run', title: 'What was run', content: facts(report) };
}

/** The settings of each strategy, in the grammar of scenario files, under its whole name. */
export function settingsPart(report: Report): Section {
  const swept = report.result.scenario.sweep;
  const items = mainStrategies(report).map(
    ({ name, config }) => markup`<details><summary><bdi>${name.trim() === '' ? `"${name}"` : name}</bdi></summary>
<pre tabindex="0"><code>${lines(settingsText(config))}</code></pre></details>
`,
  );
  return {
    id: 'settings',
    title: 'Settings',
    content: [
      markup`<p class="note">Every setting of each strategy, defaults included, as a scenario file has it.${swept !== null && markup` The other values of the sweep differ from ${named(swept.strategy)} in ${Object.keys(swept.keys).map((key, i) => [i > 0 && ' and ', named(key)])} alone.`}</p>\n`,
      items,
    ],
  };
}

/** JSON, which is also YAML: it can be pasted into a scenario file. */
function settingsText(config: unknown): string {
  return JSON.stringify(config, null, 2) ?? 'null';
}
