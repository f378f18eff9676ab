import { InputError, type Problem } from '../../sim/kernel/problem.ts';
import { readBytes } from '../../sim/kernel/read-bytes.ts';
import { parseCount } from './count.ts';
import { authorizationOf, openaiKey } from './probe-key.ts';
import { collector } from './problems.ts';

/** Options that say what a probe sends. */
export interface MessageFlags {
  readonly model?: string;
  readonly prompt?: string;
  readonly maxTokens?: string;
  readonly stream?: boolean;
  readonly body?: string;
  readonly header: readonly string[];
}

/** What is sent, the same every time. */
export interface ProbeMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly model: string | undefined;
  /** Whether JSON of any interface is an answer: the body is the user's own. */
  readonly anyJson: boolean;
  /** Whether a model may be put into the body: it is ours, and none was named. */
  readonly takesModel: boolean;
  /** What each request asks for, for an announcement. */
  readonly asks: string;
  /** Where the key comes from that is sent along; undefined: none is. */
  readonly keyFrom: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

const usualPrompt = 'Count from 1 to 50 in words.';
const usualTokens = 100;
const mostTokens = 1_000_000;
const mostBytes = 10_000_000;

/** Throws InputError with everything that is wrong. */
export function probeMessage(flags: MessageFlags, environment: Environment): ProbeMessage {
  const { problems, attempt } = collector();
  const authorization = attempt(() => authorizationOf(flags.header, environment, openaiKey));
  const asked = attempt(() => (flags.body === undefined ? completion(flags) : fromFile(flags.body, flags)));
  if (authorization === undefined || asked === undefined) throw new InputError(problems);
  const headers = { 'content-type': 'application/json', ...authorization.headers };
  return { ...asked, headers, keyFrom: authorization.from };
}

type Asked = Pick<ProbeMessage, 'body' | 'anyJson' | 'model' | 'takesModel' | 'asks'>;

/** An OpenAI chat completion. Without a model none is named: many servers have one only. */
function completion({ model, prompt = usualPrompt, maxTokens, stream }: MessageFlags): Asked {
  const most = parseCount('--max-tokens', maxTokens, 1, mostTokens) ?? usualTokens;
  const messages = [{ role: 'user', content: prompt }];
  const body = { ...(model !== undefined && { model }), messages, max_tokens: most, ...(stream === true && { stream }) };
  return {
    body: JSON.stringify(body),
    anyJson: false,
    model,
    takesModel: model === undefined,
    asks: `asks ${model === undefined ? 'for' : `${model} for`} at most ${most} tokens`,
  };
}

/** A body of the user's own, sent to the byte: for servers that speak otherwise. */
function fromFile(file: string, { model, prompt, maxTokens, stream }: MessageFlags): Asked {
  const others = Object.entries({ '--model': model, '--prompt': prompt, '--max-tokens': maxTokens, '--stream': stream });
  const given = others.flatMap(([option, value]) => (value === undefined ? [] : [option]));
  const problems: Problem[] = given.map((option) => ({ file: option, message: 'has no place beside --body, whose file says it' }));
  const found = readBytes(file, mostBytes);
  if ('reason' in found) throw new InputError([...problems, { file, message: found.reason }]);
  const body = Buffer.from(found.bytes).toString('utf8');
  try {
    JSON.parse(body);
  } catch {
    problems.push({ file, message: 'expected JSON' });
  }
  if (problems.length > 0) throw new InputError(problems);
  return { body, anyJson: true, model: undefined, takesModel: false, asks: `is ${file}` };
}
