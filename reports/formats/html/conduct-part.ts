import { type Markup, markup } from '../../../sim/markup/markup.ts';
import type { ConductFinding } from '../../result/conduct.ts';
import { type Conduct, conductOf, conductTitle } from '../conduct.ts';
import type { Report } from '../format.ts';
import { named } from './name.ts';
import { type Section, sentence } from './section.ts';

function wrong({ says, example, advice }: ConductFinding): Markup {
  return markup`<li><strong>${sentence(says)}</strong>
${example !== null && markup`<p class="example">${sentence(example)}</p>\n`}${advice !== null && markup`<p>${sentence(advice)}</p>\n`}</li>
`;
}

function conduct({ strategy, findings }: Conduct): Markup {
  const bad = findings.filter(({ verdict }) => verdict === 'bad');
  const rest = findings.filter(({ verdict }) => verdict !== 'bad');
  return markup`<h3>${named(strategy)}</h3>
${bad.length > 0 && markup`<ul class="warnings conduct">\n${bad.map(wrong)}</ul>\n`}${rest.length > 0 && markup`<ul>\n${rest.map(({ says }) => markup`<li>${sentence(says)}</li>\n`)}</ul>\n`}`;
}

/** How code of the user's retries: what is wrong with an example and what to change, then the rest. */
export function conductPart(report: Report): Section | null {
  const all = conductOf(report);
  return all.length === 0 ? null : { id: 'conduct', title: conductTitle, content: all.map(conduct) };
}
