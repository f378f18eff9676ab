import type { IncomingHttpHeaders } from 'node:http';

/** How often a request was sent before, as its sender says: the openai and anthropic clients and those of AWS do. */
export function toldTryOf(headers: IncomingHttpHeaders): number | undefined {
  const stainless = /^\d{1,3}$/.exec(textOf(headers['x-stainless-retry-count']));
  if (stainless !== null) return Number(stainless[0]);
  const aws = /\battempt=(\d{1,3})\b/.exec(textOf(headers['amz-sdk-request']));
  return aws === null ? undefined : Number(aws[1]) - 1;
}

function textOf(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' ? header : '';
}
