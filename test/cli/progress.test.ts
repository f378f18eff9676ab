import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { progressOn } from '../../harness/cli/progress.ts';

/** A stream that keeps what it is given; `isTTY` makes it a terminal of 80 cells. */
function stream(isTTY: boolean) {
  let text = '';
  const writable = new Writable({
    write(chunk, _, done) {
      text += chunk;
      done();
    },
  });
  return { stream: Object.assign(writable, { isTTY, columns: 80, rows: 24 }) as unknown as NodeJS.WriteStream, text: () => text };
}

/** A clock that is moved by hand. */
function clock() {
  let ms = 0;
  return { now: () => ms, pass: (by: number) => (ms += by) };
}

describe('to a file or pipe', () => {
  test('the first table once, and a line every few seconds', () => {
    const { stream: out, text } = stream(false);
    const { now, pass } = clock();
    const progress = progressOn(out, false, now);
    progress.line('1 of 9');
    progress.look('HALF A TABLE', false);
    progress.look('TABLE', true);
    pass(4_999);
    progress.line('2 of 9');
    pass(1);
    progress.line('3 of 9');
    progress.look('TABLE AGAIN', true);
    progress.end();
    expect(text()).toBe('TABLE\n\n3 of 9\n');
  });
});

describe('to a terminal', () => {
  test('drawn in place, often enough to live and not more, and gone at the end', () => {
    const { stream: out, text } = stream(true);
    const { now, pass } = clock();
    const progress = progressOn(out, false, now);
    progress.line('1 of 9');
    progress.line('2 of 9');
    pass(100);
    progress.line('3 of 9');
    progress.look('TABLE', false);
    expect(text()).toContain('1 of 9');
    expect(text()).not.toContain('2 of 9');
    expect(text()).toContain('TABLE\n\n3 of 9');
    const before = text().length;
    progress.end();
    expect(text().slice(before)).toContain('\u001b[2K');
  });
});

test('quiet: only what is told', () => {
  const { stream: out, text } = stream(true);
  const progress = progressOn(out, true);
  progress.line('1 of 9');
  progress.look('TABLE', false);
  progress.tell('Stopping');
  progress.end();
  expect(text()).toBe('Stopping\n');
});
