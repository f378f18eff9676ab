import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { placeName, where } from '../../harness/foreign/where.ts';

const ours = fileURLToPath(new URL('../../harness/run/run.ts', import.meta.url));
const stack = (...frames: string[]) => ['Error: no', ...frames.map((frame) => `    at ${frame}`)].join('\n');

describe('the user’s place in a stack', () => {
  test.each([
    ['a path', stack('retry (/home/me/my client.ts:12:5)'), '/home/me/my client.ts:12'],
    ['a URL', stack('file:///home/me/my%20client.mjs:12:5'), '/home/me/my client.mjs:12'],
    ['a URL with a query', stack('retry (file:///home/me/client.mjs?fresh=1:12:5)'), '/home/me/client.mjs:12'],
    ['an async frame', stack('async retry (/home/me/client.ts:12:5)'), '/home/me/client.ts:12'],
    ['a folder with brackets', stack('new Retry (/home/me (old)/client.ts:12:5)'), '/home/me (old)/client.ts:12'],
    ['a drive', stack('retry (C:\\me\\client.ts:12:5)'), 'C:\\me\\client.ts:12'],
    [
      'Node, this program and a package before it',
      stack('node:fs:1:1', `${ours}:3:4`, '/a/node_modules/p/i.js:9:9', '/a/c.ts:2:1'),
      '/a/c.ts:2',
    ],
    ['this program as a URL', stack(`run (${pathToFileURL(ours).href}:3:4)`, 'f (/a/c.ts:2:1)'), '/a/c.ts:2'],
    ['packages only', stack('q (/a/node_modules/x/node_modules/@p/q/i.js:9:9)', '/a/node_modules/p/i.js:1:1'), '@p/q/i.js:9'],
    ['the loader and a package', stack('/a/node_modules/jiti/dist/jiti.cjs:1:9', '/a/node_modules/p/i.js:1:1'), 'p/i.js:1'],
    ['evaluated text', stack('eval (eval at f (/a/c.ts:7:3), <anonymous>:1:1)', 'f (/a/c.ts:7:3)'), '/a/c.ts:7'],
    ['the first line of a syntax error', 'file:///a/c.mjs:4\nconst = 1\n      ^\nSyntaxError: no', '/a/c.mjs:4'],
    ['a message that looks like a frame', 'Error: see /a/b.ts:1:1\n    at f (/a/c.ts:7:3)', '/a/c.ts:7'],
  ])('%s', (_, text, expected) => expect(placeName(where(text))).toBe(expected));

  test.each([
    ['Node alone', stack('node:internal/timers:5:1', 'process.processTicksAndRejections (node:internal/process/task_queues:95:5)')],
    ['this program alone', stack(`run (${ours}:3:4)`)],
    ['no stack', undefined],
    ['no text', 7],
  ])('none: %s', (_, text) => expect(where(text)).toBeUndefined());
});
