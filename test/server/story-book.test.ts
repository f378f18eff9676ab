import { describe, expect, test } from 'vitest';
import type { Step } from '../../harness/conduct/story.ts';
import { type Sighting, StoryBook } from '../../harness/serve/callers/story-book.ts';
import { type Whose, whoseOf } from '../../harness/serve/callers/whose.ts';

const chatOf = (content: string, more: object = {}) => ({ model: 'big', messages: [{ role: 'user', content }], ...more });
const said = (body: unknown, headers = {}): Whose => whoseOf({ body, headers });

/** A book, and short ways to write in it; times in ms. */
function opened(most?: number) {
  const book = new StoryBook(most);
  let entity = 0;
  const begin = (whose: Whose, ms: number, model = 'big') => book.began(whose, { entity: entity++, model }, 1000 * ms);
  const end = (sighting: Sighting | undefined, ms: number, outcome: Pick<Step, 'class' | 'hintMs'>) => {
    if (sighting !== undefined) book.ended(sighting, outcome, 1000 * ms);
  };
  return {
    book,
    begin,
    end,
    /** Refused after 1 ms. */
    refused: (whose: Whose, ms: number, hintMs?: number) => end(begin(whose, ms), ms + 1, { class: 'capacity', hintMs }),
    answered: (whose: Whose, ms: number) => end(begin(whose, ms), ms + 1, { class: 'ok', hintMs: undefined }),
    /** When the attempts of each request were sent. */
    sent: () => book.stories.map(({ steps }) => steps.map(({ sentAt }) => sentAt / 1000)),
  };
}

describe('which attempts belong to one request', () => {
  test('the same body, for another model too, until it is answered', () => {
    const { refused, answered, sent } = opened();
    refused(said(chatOf('A')), 0);
    refused(said(chatOf('B')), 10);
    refused(said(chatOf('A', { model: 'small' })), 20);
    answered(said(chatOf('A')), 30);
    refused(said(chatOf('A')), 40);
    expect(sent()).toEqual([[0, 20, 30], [10], [40]]);
  });

  test('what is answered at once shows nothing and is not kept', () => {
    const { book, answered, sent } = opened();
    for (let ms = 0; ms < 1000; ms += 10) answered(said(chatOf('A')), ms);
    expect([sent(), book.requests]).toEqual([[], 100]);
  });

  test('no longer than ten minutes after its last attempt, or twice the wait that it was told', () => {
    const { refused, sent } = opened();
    refused(said(chatOf('A')), 0);
    refused(said(chatOf('A')), 600_001);
    refused(said(chatOf('A')), 1_200_003);
    refused(said(chatOf('B')), 0, 900_000);
    refused(said(chatOf('B')), 1_800_000, 900_000);
    refused(said(chatOf('B')), 3_600_002);
    expect(sent()).toEqual([[0, 600_001], [1_200_003], [0, 1_800_000], [3_600_002]]);
  });

  test('an attempt that its client left goes on with its request', () => {
    const { begin, end, answered, sent } = opened();
    end(begin(said(chatOf('A')), 0), 100, { class: undefined, hintMs: undefined });
    answered(said(chatOf('A')), 150);
    expect(sent()).toEqual([[0, 150]]);
  });

  test.each([
    ['an id in the text', chatOf('Request ac-7: answer it.', { max_tokens: 9 }), {}],
    ['idempotency-key', chatOf('A'), { 'idempotency-key': 'k-1' }],
    ['x-client-request-id', chatOf('A'), { 'x-client-request-id': 'k-1' }],
    ['amz-sdk-invocation-id', chatOf('A'), { 'amz-sdk-invocation-id': 'k-1' }],
    ['x-request-id', chatOf('A'), { 'x-request-id': 'k-1' }],
    ['our own mark', chatOf('A'), { 'x-at-capacity-request': '7/1/200/1000' }],
  ])('%s tells equal bodies apart, side by side too', (_what, body, headers) => {
    const { begin, end, sent, book } = opened();
    const other = said(chatOf(JSON.stringify(body).includes('ac-7') ? 'Request ac-8: answer it.' : 'A'), {
      ...Object.fromEntries(Object.keys(headers).map((name) => [name, name === 'x-at-capacity-request' ? '8/0/200/1000' : 'k-2'])),
    });
    const first = begin(said(body, headers), 0);
    const second = begin(other, 1);
    end(second, 3, { class: 'capacity', hintMs: undefined });
    end(first, 2, { class: 'capacity', hintMs: undefined });
    begin(said(body, headers), 10);
    begin(other, 11);
    expect([sent(), book.unclear]).toEqual([
      [
        [0, 10],
        [1, 11],
      ],
      0,
    ]);
  });

  test('a new x-request-id for each attempt says nothing', () => {
    const { refused, sent } = opened();
    refused(said(chatOf('A'), { 'x-request-id': 'one' }), 0);
    refused(said(chatOf('A'), { 'x-request-id': 'two' }), 10);
    expect(sent()).toEqual([[0, 10]]);
  });

  test('equal bodies at once belong to several requests: which is not said, and they are not judged', () => {
    const { book, begin, end, refused, answered, sent } = opened();
    refused(said(chatOf('A')), 0);
    const going = begin(said(chatOf('A')), 10);
    expect(sent()).toEqual([[0, 10]]);
    refused(said(chatOf('A')), 11);
    end(going, 20, { class: 'ok', hintMs: undefined });
    answered(said(chatOf('A')), 30);
    refused(said(chatOf('B')), 40);
    expect([sent(), book.unclear, book.requests]).toEqual([[[40]], 4, 1]);
  });

  test('where the package says which try it is, equal bodies go on with the one that is due', () => {
    const { begin, end, sent, book } = opened();
    const body = chatOf('A');
    const at = (n: number) => said(body, { 'x-stainless-retry-count': String(n) });
    const first = begin(at(0), 0);
    const second = begin(at(0), 1);
    end(first, 2, { class: 'capacity', hintMs: 500 });
    end(second, 3, { class: 'capacity', hintMs: 100 });
    end(begin(at(0), 50), 51, { class: 'capacity', hintMs: 5000 });
    end(begin(at(1), 103), 104, { class: 'capacity', hintMs: undefined });
    begin(at(1), 502);
    begin(at(2), 600);
    expect([sent(), book.unclear]).toEqual([[[0, 502], [1, 103, 600], [50]], 0]);
  });

  test('a retry that the package tells of, before the server knows that the client left', () => {
    const { begin, sent } = opened();
    begin(said(chatOf('A'), { 'x-stainless-retry-count': '0' }), 0);
    begin(said(chatOf('A'), { 'x-stainless-retry-count': '1' }), 10);
    expect(sent()).toEqual([[0, 10]]);
  });
});

test('keeps so many attempts, of the latest requests, and counts the others', () => {
  const { book, refused, sent } = opened(100);
  for (let n = 0; n < 50; n++) {
    refused(said(chatOf(String(n))), 2 * n);
    refused(said(chatOf(String(n))), 2 * n + 1);
  }
  expect([book.forgotten, book.stories.length]).toEqual([0, 50]);
  for (let n = 0; n < 10; n++) refused(said(chatOf('endless')), 1e6 + n);
  expect([book.forgotten, sent()[0]]).toEqual([10, [10, 11]]);
  // One request alone may be too long.
  for (let n = 10; n < 101; n++) refused(said(chatOf('endless')), 1e6 + n);
  expect([book.forgotten, book.stories.length]).toEqual([201, 0]);
});
