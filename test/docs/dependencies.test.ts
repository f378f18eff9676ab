import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { importsOf, readTree } from '../architecture/source-tree.ts';
import { names, page, table } from './page.ts';

const dependencies = page('docs/dependencies.md');
const json = (...path: string[]) => JSON.parse(readFileSync(packagePath(...path), 'utf8'));
const manifest = json('package.json') as Record<'dependencies' | 'devDependencies' | 'peerDependencies', Record<string, string>>;
const lock = json('package-lock.json') as { packages: Record<string, { license?: string; dev?: boolean; devOptional?: boolean }> };
const tree = readTree(packagePath(), ['sim', 'harness', 'reports'], ['.ts']);

const runtime = table(dependencies, 'Runtime');
const development = table(dependencies, 'Development');
const versions = (rows: readonly (readonly string[])[]) => Object.fromEntries(rows.map(([name, version]) => [names(name)[0], version]));

/** Files that import a package. */
function importers(name: string): string[] {
  return [...tree]
    .filter(([, text]) => importsOf(text).some((specifier) => specifier === name || specifier.startsWith(`${name}/`)))
    .map(([path]) => path);
}

/** As the package itself says it; one says it in the form of ten years ago. */
function licenceOf(name: string): string {
  const { license, licenses } = json('node_modules', ...name.split('/'), 'package.json') as {
    license?: string;
    licenses?: readonly { type: string }[];
  };
  return license ?? licenses?.map(({ type }) => type).join(' OR ') ?? '';
}

describe('docs/dependencies.md', () => {
  test('has the packages and versions of package.json, and no others', () => {
    expect(versions(runtime)).toEqual(manifest.dependencies);
    expect(versions(development)).toEqual(manifest.devDependencies);
  });

  test.each([...runtime, ...development].map(([name, , licence]) => [names(name)[0] ?? '', licence]))('%s is under %s', (name, licence) => {
    expect(licenceOf(name)).toBe(licence);
  });

  test.each([
    ['test/clients', 0],
    ['test/clients/newer', 1],
    ['test/clients/older', 2],
    ['examples/clients', 3],
  ])('has the clients of %s, each as its lock has it, from nowhere in particular', (folder, nth) => {
    const rows = table(dependencies, 'Clients under test', nth);
    const { packages } = json(...folder.split('/'), 'package-lock.json') as {
      packages: Record<string, { version?: string; license?: string; resolved?: string }>;
    };
    expect(versions(rows)).toEqual(json(...folder.split('/'), 'package.json').dependencies);
    const locked = rows.map(([name = '']) => packages[`node_modules/${names(name)[0]}`]);
    expect(locked.map((one) => [one?.version, one?.license])).toEqual(rows.map(([, version, licence]) => [version, licence]));
    expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
  });

  test.each(runtime.map(([name, , , where]) => [names(name)[0] ?? '', names(where)] as const))(
    '%s is used in %s and nowhere else',
    (name, where) => {
      const files = importers(name);
      expect(where.filter((folder) => !files.some((path) => path.startsWith(`${folder}/`)))).toEqual([]);
      expect(files.filter((path) => !where.some((folder) => path.startsWith(`${folder}/`)))).toEqual([]);
    },
  );

  test('the code imports nothing that is no dependency', () => {
    const bare = [...tree].flatMap(([, text]) => importsOf(text)).filter((specifier) => /^@?[a-z][\w./-]*$/.test(specifier));
    const packages = new Set(
      bare.map((specifier) =>
        specifier
          .split('/')
          .slice(0, specifier.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
    );
    const { dependencies: needed, peerDependencies: besides } = manifest;
    expect([...packages].filter((name) => !(name in needed || name in besides))).toEqual([]);
  });

  test('what comes along has the licences that the page says', () => {
    const said = /What they bring along has the licences (.*)\./.exec(dependencies.text)?.[1]?.split(/, | or /) ?? [];
    const found = Object.entries(lock.packages).flatMap(([path, { license, dev, devOptional }]) =>
      path === '' || dev === true || devOptional === true || license === undefined ? [] : [license],
    );
    expect(new Set(said)).toEqual(new Set(found));
  });
});
