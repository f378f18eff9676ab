/** The part of `docs/scenario.md` that people write; the reference below it comes from the schema. */
export function scenarioPage(parts: {
  readonly smallest: string;
  readonly reference: string;
  readonly presets: readonly string[];
}): string {
  return `# Scenario files

<!-- Generated from the schema by harness/scenario/generate.ts; change the schema or that file, not this page. -->

A scenario says what answers (\`provider\`), what asks (\`workload\`), and which ways of asking are compared (\`strategies\`).
This is a whole one:

\`\`\`yaml
${parts.smallest.trimEnd()}
\`\`\`

\`at-capacity run FILE\` runs it, \`at-capacity validate FILE\` only checks it, \`at-capacity validate --resolved FILE\` prints it
with every default filled in. More to start from: the files in \`examples/\`, and the ready scenarios ${parts.presets.map((name) => `\`${name}\``).join(' and ')}
(\`at-capacity run ${parts.presets[0] ?? ''}\`).

Editors that know JSON Schema complete and check the keys when the file begins with

\`\`\`yaml
# yaml-language-server: $schema=./node_modules/at-capacity/scenario.schema.json
\`\`\`

## How values are written

* **Durations** have a unit: \`250ms\`, \`1.5s\`, \`10m\`, \`24h\`. So do **rates**: \`8/s\`, \`300/m\`, \`1000/h\`.
* **Counts** are whole numbers, also \`50k\` or \`1M\`. **Shares** go from 0 to 1.
* **Times**: \`"14:10"\` (in quotes, in \`time.zone\`; the first one after the start), an offset from the start such as \`60s\`, or
  \`2026-03-02T14:10\`.
* **Paths** are relative to the file that names them.
* A **choice** is a key: \`retry: { exponential: { base: 1s } }\`, \`arrivals: { poisson: { rate: 7/s } }\`; exactly one of them may stand.
  Many have a short form: \`limit: 5\` is \`limit: { fixed: 5 }\`.

The file is YAML 1.2 (so \`no\` is text, not false), in UTF-8, at most 1 MB. Anchors, aliases and \`<<\` merges work; keys at the top
that begin with \`x-\` are ignored, so that anchors have a place. \`\${NAME}\` and \`\${NAME:-default}\` are replaced by environment
variables before the text is read, within one line; \`$\${NAME}\` stands for \`\${NAME}\` itself. What is wrong is reported all at once,
each with line, column and key.

## Changing a value for one run

\`--set workload.clients=5\` puts another value in the place of the file's, \`--set strategies.limited.limit=3\` finds a strategy by its
name (or position, from 0). \`--vary limit=1..8\` or \`--vary limited.retry.attempts=1,2,4\` compares variants like \`sweep:\` does, \`--only
NAME\` keeps some strategies, \`--requests N\` ends the run early, and \`--quick\` runs 10:00 to 16:00 once.

## Sweeps

\`sweep: { strategy: limited, limit: [2, 3, 5] }\` adds the variants \`limited@limit=2\`, \`limited@limit=3\` and \`limited@limit=5\` to the list.
Its other keys are numbers of that strategy, with dots between the keys: \`retry.attempts\`, \`retry.exponential.base\`, \`limit.aimd.initial\`.
\`limit\` alone is the number of a fixed limit; the other keys beside it stay. Several keys make every combination.

${parts.reference}`;
}
