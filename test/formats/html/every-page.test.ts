import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { reportHtml } from '../../../reports/formats/html/page.ts';
import { reports } from './reports.ts';

const pages = Object.entries(reports).map(([name, report]) => [name, reportHtml(report)] as const);
const all = (text: string, pattern: RegExp): readonly string[] => [...text.matchAll(pattern)].map(([, found]) => found ?? '');
const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe.each(pages)('%s', (_, text) => {
  test('one file that asks for nothing', () => {
    expect(text.startsWith('<!doctype html>\n<!-- made by at-capacity -->\n<html lang="en">')).toBe(true);
    expect(text).not.toMatch(/\b(?:src|srcset|href)="(?!#)/);
    expect(text).not.toMatch(/@import|url\((?!#)|<link\b|<base\b|xlink/);
  });

  test('its policy lets in its own style and script alone', () => {
    const [policy = ''] = all(text, /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/g);
    const [style = ''] = all(text, /<style>([\s\S]*?)<\/style>/g);
    const [script = ''] = all(text, /<script>([\s\S]*?)<\/script>/g);
    expect(policy).toBe(
      `default-src 'none'; style-src ${sha256(style)}; script-src ${sha256(script)}; base-uri 'none'; form-action 'none'`,
    );
    expect(text.match(/<style|<script/g)).toHaveLength(2);
    expect(text.indexOf('Content-Security-Policy')).toBeLessThan(text.indexOf('<title>'));
    expect(text).not.toMatch(/<[^>]* style="/);
  });

  test('every id once, and every link leads to one', () => {
    const ids = all(text, /\bid="([^"]*)"/g);
    expect(new Set(ids).size).toBe(ids.length);
    const links = [...all(text, /href="#([^"]*)"/g), ...all(text, /url\(#([^)]*)\)/g), ...all(text, /(?:aria-labelledby|for)="([^"]*)"/g)];
    expect(links.filter((link) => !ids.includes(link))).toEqual([]);
  });

  test('headings descend by one, and every table has a caption and scopes', () => {
    const levels = all(text, /<h([1-6])\b/g).map(Number);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.filter((level, i) => level > (levels[i - 1] ?? 0) + 1)).toEqual([]);
    expect(text.match(/<caption/g)?.length).toBe(text.match(/<table/g)?.length);
    expect(text).not.toMatch(/<th(?![^>]* scope=)[ >]/);
  });

  test('no figure that is none, nothing hidden, and not too large', () => {
    expect(text).not.toMatch(/NaN|Infinity|undefined|\[object/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(text.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    expect(Buffer.byteLength(text)).toBeLessThan(1_500_000);
  });
});
