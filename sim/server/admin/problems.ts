import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import type { z } from 'zod';
import { formatProblem, InputError } from '../../kernel/problem.ts';
import { shown } from '../../kernel/units.ts';
import { BadBody } from '../read-body.ts';
import { adminPrefix } from './prefix.ts';

type Issue = z.core.$ZodIssue;

/** Answers a request of the admin API that cannot be done: `{ "problems": ["slots: expected …"] }`, all of them at once. */
export function sendProblems(reply: FastifyReply, status: number, problems: readonly string[]): FastifyReply {
  return reply.code(status).send({ problems });
}

/** Makes problems of everything that goes wrong in the admin API. */
export function answerProblems(admin: FastifyInstance): void {
  admin.setErrorHandler((error: FastifyError | InputError | BadBody, _request, reply) => {
    if (error instanceof InputError) return sendProblems(reply, 400, error.problems.map(formatProblem));
    if (error instanceof BadBody) return sendBadBody(reply, error);
    const status = error.statusCode ?? 500;
    return sendProblems(reply, status, [status < 500 ? error.message : 'an error of the server itself']);
  });
  admin.setNotFoundHandler((request, reply) =>
    sendProblems(reply, 404, [`no ${request.method} ${request.url.split('?')[0]}; GET ${adminPrefix} says what there is`]),
  );
}

/** Many programs name the type of a body that they do not send, with DELETE for one. */
export function ignoreTypeOfNothing(admin: FastifyInstance): void {
  admin.addHook('onRequest', ({ headers }, _reply, done) => {
    if (headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0') delete headers['content-type'];
    done();
  });
}

function sendBadBody(reply: FastifyReply, { misuse }: BadBody): FastifyReply {
  if (misuse.kind === 'too-large') return sendProblems(reply, 413, [`expected a body of at most ${misuse.limitBytes} bytes`]);
  if (misuse.kind === 'not-json')
    return sendProblems(reply, 415, [`expected the content type application/json and no encoding, found ${shown(misuse.contentType)}`]);
  return sendProblems(reply, 400, ['expected a body of JSON in UTF-8']);
}

/** A decoded body. InputError with everything that is wrong with it, each with its key. */
export function decoded<Value>(schema: z.ZodType<Value, unknown>, body: unknown): Value {
  const result = schema.safeParse(body, { reportInput: true });
  if (result.success) return result.data;
  throw new InputError(result.error.issues.flatMap((issue) => told(issue, [])));
}

function told(issue: Issue, above: readonly PropertyKey[]): { readonly key: string; readonly message: string }[] {
  const path = [...above, ...issue.path];
  const key = path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') return issue.keys.map((name) => ({ key, message: `unknown key ${shown(name)}` }));
  if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => ({ key, message }));
  if (issue.code !== 'invalid_union') return [{ key, message: wording(issue) }];
  // What is meant is the branch in which something was found: it goes wrong further down.
  const inside = issue.errors.find((issues) => issues.some((one) => one.path.length > 0 || one.code === 'unrecognized_keys'));
  if (inside !== undefined) return inside.flatMap((one) => told(one, path));
  const all = issue.errors.flatMap((issues) => issues.flatMap((one) => told(one, path)));
  return [{ key, message: [...new Set(all.map(({ message }) => message))].join('; or ') }];
}

/** Our words where a schema has none of its own. */
function wording(issue: Issue): string {
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid'))
    return `expected ${words[issue.expected] ?? issue.expected}, found ${shown(issue.input)}`;
  if (issue.code === 'invalid_value' && issue.message.startsWith('Invalid'))
    return `expected ${issue.values.map(shown).join(' or ')}, found ${shown(issue.input)}`;
  return issue.message;
}

const words: Readonly<Record<string, string>> = { object: 'a map of keys', record: 'a map of keys', array: 'a list', string: 'text' };
