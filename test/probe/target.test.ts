import { describe, expect, test } from 'vitest';
import { parseTarget } from '../../harness/probe/target.ts';
import { InputError } from '../../sim/kernel/problem.ts';

describe('what is this machine', () => {
  test.each([
    'http://localhost:4010/v1',
    'http://LOCALHOST/v1',
    'http://127.0.0.1:4010',
    'http://127.8.9.10/v1',
    'http://[::1]:4010/v1',
    'http://[0:0:0:0:0:0:0:1]/v1',
    'https://localhost/v1',
    // Other ways to write 127.0.0.1, which URL turns into it.
    'http://2130706433/v1',
    'http://0x7f000001/v1',
    'http://127.1/v1',
    'http://017700000001/v1',
  ])('%s', (text) => expect(parseTarget(text).loopback).toBe(true));

  test.each([
    'http://192.0.2.1/v1',
    'http://127.0.0.1.example.com/v1',
    'http://localhost.example.com/v1',
    'http://example.com/127.0.0.1',
    'http://example.com?localhost',
    'http://example.com#@localhost/',
    'http://localhost./v1',
    'http://sub.localhost/v1',
    'http://localhost.localdomain/v1',
    'http://128.0.0.1/v1',
    'http://1.127.0.0/v1',
    'http://0.0.0.0/v1',
    'http://[::]/v1',
    'http://[::ffff:192.0.2.1]/v1',
    'http://[::ffff:127.0.0.1]/v1',
    'http://[::2]/v1',
    'http://[2001:db8::1]/v1',
    'http://2130706434.example/v1',
    'http://3221225985/v1',
    'http://example.com\\@localhost/v1',
    'http://ｅｘａｍｐｌｅ.com/v1',
  ])('not %s', (text) => expect(parseTarget(text).loopback).toBe(false));
});

describe('addresses', () => {
  test.each([
    ['http://localhost:4010', 'http://localhost:4010/v1/chat/completions'],
    ['http://localhost:4010/', 'http://localhost:4010/v1/chat/completions'],
    ['http://localhost:4010/v1', 'http://localhost:4010/v1/chat/completions'],
    ['http://localhost:4010/v1/', 'http://localhost:4010/v1/chat/completions'],
    ['http://localhost:4010/openai/v1', 'http://localhost:4010/openai/v1/chat/completions'],
    ['http://localhost:4010/v1/messages?beta=true', 'http://localhost:4010/v1/messages?beta=true'],
    ['http://localhost:4010/v1#part', 'http://localhost:4010/v1/chat/completions'],
  ])('%s is %s', (text, href) => expect(parseTarget(text).url.href).toBe(href));

  test.each([
    ['localhost', /expected an address such as/],
    ['', /expected an address such as/],
    ['localhost:4010/v1', /expected http: or https:, as in http:\/\/localhost:4010\/v1, found/],
    ['file:///etc/passwd', /expected http: or https:/],
    ['ftp://localhost/', /expected http: or https:/],
    ['http://127.0.0.1@192.0.2.1/v1', /name or password before the @/],
    ['http://localhost:80@192.0.2.1/v1', /name or password before the @/],
    ['http://key:@localhost/v1', /name or password before the @/],
  ])('%j is refused', (text, message) => {
    expect(() => parseTarget(text)).toThrow(InputError);
    expect(() => parseTarget(text)).toThrow(message);
  });
});
