import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { scenarioPage } from './page.ts';
import { scenarioSchema } from './schema.ts';
import { schemaReference } from './schema-docs.ts';
import { presetNames } from './source.ts';

/** The files that are made from the schema, by their path in the package; a test compares them with what lies there. */
export function generated(): ReadonlyMap<string, string> {
  const smallest = readFileSync(packagePath('examples', 'smallest.yaml'), 'utf8');
  return new Map([
    ['docs/scenario.md', scenarioPage({ smallest, reference: schemaReference(scenarioSchema), presets: presetNames() })],
    ['scenario.schema.json', `${JSON.stringify(jsonSchemaOf(scenarioSchema), null, 2)}\n`],
  ]);
}

/** Writes them. */
export function generate(): void {
  for (const [path, text] of generated()) writeFileSync(packagePath(...path.split('/')), text);
}

if (process.argv[1] !== undefined && pathToFileURL(process.argv[1]).href === import.meta.url) generate();
