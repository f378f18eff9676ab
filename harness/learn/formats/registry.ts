import { attempts } from './attempts.ts';
import { csv } from './csv.ts';
import type { LogFormat } from './format.ts';
import { gateway } from './gateway.ts';
import { jsonl } from './jsonl.ts';
import { litellm } from './litellm.ts';
import { otel } from './otel.ts';
import { requests } from './requests.ts';

/** Every format of a log of calls; of those that take a file for theirs the first one reads it. */
export const logFormats = { gateway, attempts, requests, litellm, otel, csv, jsonl } satisfies Readonly<Record<string, LogFormat>>;
