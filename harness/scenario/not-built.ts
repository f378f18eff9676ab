import { formatPath, type Path } from './paths.ts';

/** Names of the grammar whose part comes later: refused as such, so that nobody looks for a spelling mistake. */
const laterKeys: ReadonlyArray<readonly [RegExp, readonly string[]]> = [
  [/^$/, ['alarm', 'checkpoint', 'jobs']],
  [/^strategies\.\d+(\.over)*$/, ['breaker', 'budget', 'hedge', 'pace', 'adapt', 'park', 'defer', 'health', 'code', 'submit']],
  [/^strategies\.\d+(\.over)*\.route$/, ['health', 'cooldown', 'hash', 'weighted']],
  [/^providers?(\.[^.]+)?\.models\.[^.]+$/, ['output']],
];

const laterValues: ReadonlyArray<readonly [RegExp, readonly string[]]> = [
  [
    /^providers?(\.[^.]+)?\.dialect$/,
    ['openai-responses', 'azure', 'gemini', 'bedrock', 'mistral', 'groq', 'deepseek', 'openrouter', 'vllm', 'tgi', 'ollama'],
  ],
];

/** True when the grammar will know this key here but does not yet. */
export function isLaterKey(parent: Path, key: string): boolean {
  const at = formatPath(parent);
  return laterKeys.some(([place, keys]) => place.test(at) && keys.includes(key));
}

/** True when the grammar will know this value here but does not yet. */
export function isLaterValue(path: Path, value: unknown): boolean {
  const at = formatPath(path);
  return laterValues.some(([place, values]) => place.test(at) && values.includes(String(value)));
}
