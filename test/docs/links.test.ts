import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { allPages, headings, links, page } from './page.ts';

const pages = allPages().map((each) => [each.path, each] as const);
const there = (path: string) => existsSync(packagePath(...path.split('/')));

/** Paths in backticks that begin with a folder of the repository. */
const named = (text: string) =>
  [...text.matchAll(/`((?:sim|harness|reports|test|docs|examples|\.ci)\/[\w./-]+)`/g)].map(([, path = '']) => path);

describe.each(pages)('%s', (path, one) => {
  test('every link leads to a file, and to a heading in it', () => {
    const broken = links(one)
      .filter((target) => !/^https?:/.test(target))
      .filter((target) => {
        const [file = '', anchor] = target.split('#');
        const to = file === '' ? path : posix.join(posix.dirname(path), file);
        if (!there(to)) return true;
        return anchor !== undefined && !headings(page(to)).some((heading) => heading.anchor === anchor);
      });
    expect(broken).toEqual([]);
  });

  test('every file that it names is there', () => expect(named(one.text).filter((each) => !there(each))).toEqual([]));

  test('no word that makes light of what a reader finds hard', () => {
    // What lies just below a limit is a place.
    const light = /\b(just(?! (?:below|above))|simply|basically|obviously|easily)\b/gi;
    expect(one.text.replace(/```[\s\S]*?```/g, '').match(light)).toBeNull();
  });
});
