import { expect, test } from 'vitest';
import { reportHtml } from '../../reports/formats/html/page.ts';
import { reportMarkdown } from '../../reports/formats/markdown/markdown.ts';
import { terminal } from '../../reports/formats/terminal/terminal.ts';
import { conductOf } from './conduct.ts';
import { reportOf } from './sample.ts';

const report = reportOf({ strategies: [{ name: 'ours' }, { name: 'mine', conduct: conductOf('here') }] });
const surroundings = { columns: 80, colour: false, written: [], next: [] };

test('the terminal tells what is bad first, with a case and what to change, then the rest; nothing of what had no occasion', () => {
  const [told] = terminal
    .print(report, surroundings)
    .split('\n\n')
    .filter((paragraph) => paragraph.startsWith('How the code retries'));
  expect(told?.split('\n')).toEqual([
    'How the code retries',
    '  mine',
    '    ✗ bad here',
    '      case here',
    '      change here',
    '    ✓ good here',
    '    · told here',
  ]);
});

test('Markdown and the page tell the same', () => {
  const markdown = reportMarkdown(report);
  const part = markdown.slice(markdown.indexOf('## How the code retries')).split('\n## ', 2)[0] ?? '';
  expect(part.trim().split('\n')).toEqual([
    '## How the code retries',
    '',
    '- `mine`: **bad here**  ',
    '  case here  ',
    '  change here',
    '- `mine`: good here',
    '- `mine`: told here',
  ]);
  const page = reportHtml(report);
  const section = page.slice(page.indexOf('<section id="conduct"')).split('</section>', 1)[0] ?? '';
  const texts = section
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => text !== '');
  expect(texts).toEqual(['How the code retries', 'mine', 'bad here', 'case here', 'change here', 'good here', 'told here']);
});

test('of strategies of ours nothing is told', () => {
  const ours = reportOf({ strategies: [{ name: 'ours' }] });
  expect(terminal.print(ours, surroundings) + reportMarkdown(ours) + reportHtml(ours)).not.toContain('How the code retries');
});
