import { z } from 'zod';

/** What a checkpoint is of. */
export interface Subject {
  readonly scenario: string;
  /** Of the resolved scenario. */
  readonly hash: string;
}

/** Every checkpoint begins so. */
export const beginning = '{"at-capacity":"checkpoint",';

const headSchema = z.strictObject({
  'at-capacity': z.literal('checkpoint'),
  version: z.literal(1),
  scenario: z.string(),
  hash: z.string(),
});

const whose = { strategy: z.string(), replication: z.int().min(0), job: z.int().min(0) };

const lineSchema = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('begun'), ...whose }),
  z.strictObject({ is: z.literal('failed'), ...whose }),
  z.strictObject({ is: z.literal('done'), ...whose, tokens: z.int().min(0) }),
  /** All jobs before this one are done. */
  z.strictObject({ is: z.literal('chunk'), ...whose }),
  /** Nothing is left to do. */
  z.strictObject({ is: z.literal('ended') }),
]);

/** One line of a checkpoint behind its head. */
export type Line = z.output<typeof lineSchema>;
export type JobLine = Exclude<Line, { readonly is: 'ended' }>;

export function headText({ scenario, hash }: Subject): string {
  return `${JSON.stringify({ 'at-capacity': 'checkpoint', version: 1, scenario, hash })}\n`;
}

export function lineText(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}

export interface Content {
  readonly subject: Subject;
  readonly lines: readonly Line[];
  /** Bytes up to the end of the last whole line. */
  readonly wholeBytes: number;
}

/**
 * Reads a checkpoint. What stands behind the last end of a line was being written when its process ended, and is left out.
 * A string says what is wrong with a file that is none, or in which a line before that cannot be read.
 */
export function contentOf(bytes: Buffer): Content | string {
  const wholeBytes = bytes.lastIndexOf(0x0a) + 1;
  const [first = '', ...rest] = bytes.toString('utf8', 0, wholeBytes).split('\n').slice(0, -1);
  const head = headSchema.safeParse(parsed(first));
  if (!head.success) return 'was not written by at-capacity as a checkpoint, or is of another version';
  const lines: Line[] = [];
  for (const [index, text] of rest.entries()) {
    const line = lineSchema.safeParse(parsed(text));
    if (!line.success) return `is damaged in line ${index + 2}`;
    lines.push(line.data);
  }
  return { subject: { scenario: head.data.scenario, hash: head.data.hash }, lines, wholeBytes };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
