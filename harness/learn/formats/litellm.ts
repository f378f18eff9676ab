import { type Call, plainCall } from '../call.ts';
import { lengthOf } from '../reading/durations.ts';
import { endReader } from '../reading/outcome.ts';
import { countIn, timeReader } from '../reading/times.ts';
import type { Fields, JsonFormat, Read, RowReader, Said } from './format.ts';

/**
 * Rows of LiteLLM's table of spend logs, or the payloads of its callbacks: startTime, endTime, completionStartTime, status,
 * model_group, prompt_tokens, completion_tokens, and the error's code and class in error_information (BerriAI/litellm,
 * docs/proxy/logging_spec and schema.prisma). What came from a cache asked no provider.
 */
export const litellm: JsonFormat = {
  name: 'litellm',
  summary: 'spend logs of LiteLLM, as JSON: startTime, endTime, model, status, tokens; what its cache answered is left out',
  syntax: 'json',
  recognises: (names) => names.includes('startTime') && names.includes('endTime') && names.includes('model'),
  open(said: Said): RowReader<Fields> {
    const [starts, ends, firsts] = [timeReader(undefined), timeReader(undefined), timeReader(undefined)];
    const end = endReader(said.capacity);
    let cached = 0;
    return {
      read(row): Read {
        if (String(row.cache_hit).toLowerCase() === 'true') {
          cached += 1;
          return [];
        }
        const time = starts.read(row.startTime);
        const ended = ends.read(row.endTime);
        if (typeof time === 'string') return `startTime: ${time}`;
        if (typeof ended === 'string') return `endTime: ${ended}`;
        const latencyMs = lengthOf(time.ms, ended.ms);
        if (typeof latencyMs === 'string') return latencyMs;
        const [inputTokens, outputTokens] = [countIn(row.prompt_tokens), countIn(row.completion_tokens)];
        if (typeof inputTokens === 'string') return `prompt_tokens: ${inputTokens}`;
        if (typeof outputTokens === 'string') return `completion_tokens: ${outputTokens}`;
        const began = row.completionStartTime === undefined || row.completionStartTime === null ? '' : firsts.read(row.completionStartTime);
        const model = String(row.model_group || row.model || '');
        const call: Call = {
          ...plainCall,
          time,
          model,
          inputTokens,
          outputTokens,
          end: end(endingOf(row)) ?? 'ok',
          latencyMs,
        };
        // Of an answer that was not streamed it is the end.
        const streamed = typeof began !== 'string' && began.ms < ended.ms && began.ms >= time.ms;
        return [streamed ? { ...call, firstTokenMs: began.ms - time.ms } : call];
      },
      guesses: () => (cached === 0 ? [] : [`${cached} answers of LiteLLM's cache left out`]),
    };
  },
};

function endingOf(row: Fields): { readonly status: unknown; readonly name?: string; readonly text?: string } {
  const error = errorIn(row) ?? errorIn(fieldsIn(row.metadata));
  if (error === undefined) return { status: row.status };
  const { error_code: code, error_class: name, error_message: text } = error;
  const shown = (value: unknown): string => (typeof value === 'string' ? value : '');
  const hasCode = code !== undefined && code !== null && code !== '';
  return { status: hasCode ? code : row.status, name: shown(name), text: shown(text) };
}

function errorIn(fields: Fields | undefined): Fields | undefined {
  const error = fieldsIn(fields?.error_information);
  return error === undefined || Object.values(error).every((value) => value === null || value === '') ? undefined : error;
}

/** An object, or the JSON text of one, as database exports have it. */
function fieldsIn(value: unknown): Fields | undefined {
  if (typeof value === 'string' && value.startsWith('{')) {
    try {
      return fieldsIn(JSON.parse(value));
    } catch {
      return undefined;
    }
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}
