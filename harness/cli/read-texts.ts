import { z } from 'zod';
import { InputError } from '../../sim/kernel/problem.ts';
import type { Texts } from '../gateway/texts.ts';
import { readDocument } from '../scenario/document.ts';
import { readText } from '../scenario/source.ts';

const sentence = z.string().min(1).optional();
const textsSchema = z.strictObject({ switching: sentence, busy: sentence, rejected: sentence, broken: sentence });

/** Reads the sentences that callers of the gateway are to see. InputError with everything that is wrong with the file. */
export function readTexts(path: string): Partial<Texts> {
  const document = readDocument(readText(path), path, process.env);
  if (document.problems.length > 0) throw new InputError(document.problems);
  const parsed = textsSchema.safeParse(document.value);
  if (!parsed.success) {
    const known = Object.keys(textsSchema.shape).join(', ');
    throw new InputError(
      parsed.error.issues.flatMap((issue) =>
        issue.code === 'unrecognized_keys'
          ? issue.keys.map((key) => document.problem([key], 'key', `unknown key; known: ${known}`))
          : [document.problem(issue.path, 'value', issue.message)],
      ),
    );
  }
  return Object.fromEntries(Object.entries(parsed.data).filter(([, value]) => value !== undefined));
}
