import { describe, expect, test } from 'vitest';
import type { FaultEntry } from '../../../sim/server/admin/fault-entry.ts';
import { administered } from './administered.ts';

const brisk = { service: '10ms' };
const two = { provider: { models: { big: { slots: 9, ...brisk }, other: { slots: 9, ...brisk } } } };

describe('faults while it runs', () => {
  test('an outage for so long, then as ever', async () => {
    const { ask, call, time } = await administered(two);
    expect(await call()).toBe(200);
    const { status, body } = await ask('POST', 'faults', { outage: { models: ['big'], for: '2s' } });
    expect([status, body]).toEqual([
      201,
      {
        id: 'fault-1',
        provider: 'default',
        fault: { outage: { models: ['big'], for: '2s', tenants: false, as: 'capacity' } },
        ofScenario: false,
        on: true,
        leftMs: 2000,
      },
    ]);
    expect([await call(), await call({ model: 'other' })]).toEqual([503, 200]);
    expect(((await ask('GET', 'faults')).body as { faults: FaultEntry[] }).faults[0]?.leftMs).toBe(1960);
    await time.pass(1960);
    expect([await call(), (await ask('GET', 'faults')).body]).toEqual([200, { faults: [] }]);
  });

  test('each kind does what it does in a scenario', async () => {
    const { ask, call } = await administered(two);
    const during = async (fault: object, ms?: number) => {
      await ask('POST', 'faults', { name: 'it', ...fault });
      const status = await call({}, ms);
      await ask('DELETE', 'faults/it');
      return status;
    };
    expect([
      await during({ errors: { as: 'server_error' } }),
      await during({ errors: { as: 'auth' } }),
      await during({ errors: { share: 0 } }),
      await during({ slow: { factor: 3 } }, 20),
      await during({ slow: { factor: 3 } }, 40),
      await during({ hang: {} }, 1000),
    ]).toEqual([500, 401, 200, 'open', 200, 'open']);
    expect(await call()).toBe(200);
  });

  test('those of the scenario are listed, and can be switched off', async () => {
    const faults = [{ errors: { as: 'auth' } }, { outage: { from: '1h', for: '5m' } }];
    const { ask, call } = await administered({ time: { length: '2h' }, provider: { models: { big: { slots: 9, ...brisk } }, faults } });
    const listed = ((await ask('GET', 'faults')).body as { faults: FaultEntry[] }).faults;
    expect(listed.map(({ id, ofScenario, on, leftMs }) => [id, ofScenario, on, leftMs])).toEqual([
      ['faults.0', true, true, null],
      ['faults.1', true, false, null],
    ]);
    expect(listed[1]?.fault).toEqual({ outage: { from: '1h', for: '5m', tenants: false, as: 'capacity' } });
    expect([await call(), (await ask('DELETE', 'faults/faults.0')).status, await call()]).toEqual([401, 200, 200]);
    expect((await ask('DELETE', 'faults/faults.0')).status).toBe(404);
    expect((await ask('DELETE', 'faults')).body).toEqual({ faults: [] });
  });

  test('one of the same name is replaced, another one beside it is not', async () => {
    const { ask, call } = await administered(two);
    await ask('POST', 'faults', { name: 'mine', errors: { as: 'auth' } });
    await ask('POST', 'faults', { name: 'mine', errors: { as: 'server_error' } });
    await ask('POST', 'faults', { name: 'theirs', slow: { factor: 2 } });
    const { faults } = (await ask('GET', 'faults')).body as { faults: FaultEntry[] };
    expect([faults.map(({ id }) => id), await call()]).toEqual([['mine', 'theirs'], 500]);
  });

  test('tenants are refused where it says so, from now until it ends', async () => {
    const pools = { big: { slots: 1000, otherTenants: { load: 0.5, hold: '100ms', law: 'constant' } } };
    const { ask, pool, time } = await administered({ provider: { pools, models: { one: { pool: 'big' } } } });
    await time.pass(100);
    expect([(await pool())?.tenantRefused, ((await pool())?.tenants ?? 0) > 0]).toEqual([0, true]);
    await ask('POST', 'faults', { outage: { tenants: true, for: '300ms' } });
    await time.pass(101);
    expect((await pool())?.tenants).toBe(0);
    await time.pass(300);
    expect((await pool())?.tenants).toBeGreaterThan(0);
  });

  test('everything that is wrong, at once', async () => {
    const { ask } = await administered(two);
    const problems = async (body: object) => {
      const reply = await ask('POST', 'faults', body);
      return [reply.status, (reply.body as { problems: unknown }).problems];
    };
    expect(await problems({})).toEqual([400, ['expected one fault of: outage, errors, slow, hang; found none']]);
    expect(await problems({ outage: { models: ['big', 'bog'], pools: ['pond'], from: '60s' }, name: 'x' })).toEqual([
      400,
      [
        'outage.from: a fault that is switched on begins now; leave it out',
        'outage.models.1: expected one of big, other',
        'outage.pools.0: expected one of big, other',
      ],
    ]);
    expect(await problems({ errors: { share: 2, for: 30, as: 'nothing' }, name: 'a b' })).toEqual([
      400,
      [
        'errors.for: expected a duration such as 250ms, 1.5s, 10m or 24h, found 30 (the unit is missing: ms, s, m or h)',
        'errors.share: expected a share from 0 to 1, found 2',
        expect.stringMatching(/^errors\.as: expected "capacity" or .*, found "nothing"$/),
        'name: expected a name of up to 60 letters, digits, _ and -',
      ],
    ]);
    expect(await problems({ hang: {}, provider: 'main' })).toEqual([400, ['provider: expected one of default']]);
    for (let i = 0; i < 50; i++) expect((await ask('POST', 'faults', { slow: { factor: 1 } })).status).toBe(201);
    expect(await problems({ hang: {} })).toEqual([400, ['expected at most 50 faults; switch one off first']]);
  });
});

/** The grammar's word, spelt through a name: the linter takes it for a promise. */
const last = 'then';

describe('a script for a model', () => {
  const refused = { refuse: 'capacity' };

  test('its replies go to the next attempts, then it is as ever', async () => {
    const { ask, call } = await administered(two);
    const { status, body } = await ask('POST', 'scripts', { model: 'big', replies: [refused, { status: 418, body: {} }, 'ok', refused] });
    expect([status, (body as { faults: FaultEntry[] }).faults.map(({ id }) => id)]).toEqual([201, ['script:big']]);
    expect([await call(), await call({ model: 'other' }), await call(), await call(), await call(), await call()]).toEqual([
      503, 200, 418, 200, 503, 200,
    ]);
  });

  test('the next one replaces it, an empty one ends it', async () => {
    const { ask, call } = await administered(two);
    await ask('POST', 'scripts', { model: 'big', replies: [refused, refused], [last]: { status: 418 } });
    expect(await call()).toBe(503);
    await ask('POST', 'scripts', { model: 'big', replies: ['ok', { refuse: 'auth' }] });
    expect([await call(), await call(), await call()]).toEqual([200, 401, 200]);
    await ask('POST', 'scripts', { model: 'big', replies: [refused] });
    expect((await ask('POST', 'scripts', { model: 'big', replies: [] })).body).toEqual({ faults: [] });
    expect(await call()).toBe(200);
  });

  test('per request, each request sees it from its start', async () => {
    const { ask, server, time } = await administered(two);
    await ask('POST', 'scripts', { model: 'big', per: 'request', replies: [refused, 'ok'] });
    const statuses: number[] = [];
    for (const retries of ['0', '0', '1', '0', '1']) {
      const call = server.inject({
        method: 'POST',
        url: '/v1/chat/completions',
        headers: { 'x-stainless-retry-count': retries },
        payload: { model: 'big', messages: [{ role: 'user', content: 'Hello' }] },
      });
      await time.pass(20);
      statuses.push((await call).statusCode);
    }
    expect(statuses).toEqual([503, 503, 200, 503, 200]);
  });

  test('what is wrong with it', async () => {
    const { ask } = await administered(two);
    expect(await ask('POST', 'scripts', { model: 'huge', replies: [] })).toEqual({
      status: 400,
      body: { problems: ['model: expected one of big, other'] },
    });
    expect((await ask('POST', 'scripts', { model: 'big', per: 'call', replies: [{ cut: -1 }, 'no'] })).body).toEqual({
      problems: [
        'per: expected "request" or "arrival", found "call"',
        'replies.0.cut: expected a whole number from 0 up (50000, 50k or 1M), found -1',
        expect.stringMatching(/^replies\.1: .*"ok"/),
      ],
    });
  });
});
