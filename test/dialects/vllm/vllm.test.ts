import { expect, test } from 'vitest';
import type { Caller } from '../../../sim/dialects/caller.ts';
import { dialectOf } from '../../../sim/dialects/registry.ts';

const caller = dialectOf('vllm').caller as Caller;

test.each([
  [
    { error: { message: 'm', type: 'NotFoundError', param: null, code: 404 } },
    { errorType: 'NotFoundError', errorCode: '404', message: 'm' },
  ],
  [
    { object: 'error', message: 'm', type: 'NotFoundError', param: null, code: 404 },
    { errorType: 'NotFoundError', errorCode: '404', message: 'm' },
  ],
  [{ error: 'Unauthorized' }, { errorType: undefined, errorCode: undefined, message: 'Unauthorized' }],
  [{ detail: 'Not Found' }, { message: undefined }],
])('%j', (body, expected) => expect(caller.whole(404, {}, JSON.stringify(body)).facts).toMatchObject(expected));
