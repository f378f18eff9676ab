import { type Call, plainCall } from '../call.ts';
import { lengthOf } from '../reading/durations.ts';
import { endReader } from '../reading/outcome.ts';
import { countIn, timeReader } from '../reading/times.ts';
import type { Fields, JsonFormat, Read, RowReader, Said } from './format.ts';

/** Operations that ask a model for text; others (tools, agents, embeddings) are no calls of interest. */
const operations = new Set(['chat', 'text_completion', 'generate_content']);

/**
 * Spans of OpenTelemetry's semantic conventions for generative AI (opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans):
 * the operation, gen_ai.request.model, gen_ai.usage.*_tokens, gen_ai.response.time_to_first_chunk in seconds, error.type;
 * and the names of versions before 1.37. As OTLP JSON (resourceSpans), or one span an object with plain attributes.
 */
export const otel: JsonFormat = {
  name: 'otel',
  summary: 'OpenTelemetry spans of generative AI, as OTLP JSON or one span a line; other spans are passed over',
  syntax: 'json',
  recognises: (names) =>
    names.includes('resourceSpans') || (names.includes('attributes') && names.some((name) => /^start_?time/i.test(name))),
  open(said: Said): RowReader<Fields> {
    const times = { start: timeReader(undefined), end: timeReader(undefined), said };
    const end = endReader(said.capacity);
    let passed = 0;
    return {
      read(row): Read {
        const calls: Call[] = [];
        const faults: string[] = [];
        for (const span of spansIn(row)) {
          const attributes = attributesOf(span.attributes);
          if (!asksModel(attributes)) {
            passed += 1;
            continue;
          }
          const call = callOf(span, attributes, times, end);
          if (typeof call === 'string') faults.push(call);
          else calls.push(call);
        }
        return { calls, faults };
      },
      guesses: () => (passed === 0 ? [] : [`${passed} spans of other kinds passed over`]),
    };
  },
};

type Times = Readonly<Record<'start' | 'end', ReturnType<typeof timeReader>>>;

function callOf(span: Fields, attributes: Fields, times: Times, end: ReturnType<typeof endReader>): Call | string {
  const time = times.start.read(span.startTimeUnixNano ?? span.start_time_unix_nano ?? span.start_time ?? span.startTime);
  const ended = times.end.read(span.endTimeUnixNano ?? span.end_time_unix_nano ?? span.end_time ?? span.endTime);
  if (typeof time === 'string') return `start of a span: ${time}`;
  if (typeof ended === 'string') return `end of a span: ${ended}`;
  const inputTokens = countIn(attributes['gen_ai.usage.input_tokens'] ?? attributes['gen_ai.usage.prompt_tokens']);
  const outputTokens = countIn(attributes['gen_ai.usage.output_tokens'] ?? attributes['gen_ai.usage.completion_tokens']);
  if (typeof inputTokens === 'string') return `input tokens of a span: ${inputTokens}`;
  if (typeof outputTokens === 'string') return `output tokens of a span: ${outputTokens}`;
  const latencyMs = lengthOf(time.ms, ended.ms);
  if (typeof latencyMs === 'string') return `a span: ${latencyMs}`;
  const first = attributes['gen_ai.response.time_to_first_chunk'] ?? attributes['gen_ai.server.time_to_first_token'];
  return {
    ...plainCall,
    time,
    latencyMs,
    firstTokenMs: typeof first === 'number' && first >= 0 ? first * 1000 : undefined,
    inputTokens,
    outputTokens,
    model: String(attributes['gen_ai.request.model'] ?? attributes['gen_ai.response.model'] ?? ''),
    end: endOf(span, attributes, end),
  };
}

function endOf(span: Fields, attributes: Fields, end: ReturnType<typeof endReader>): Call['end'] {
  const status = (span.status ?? {}) as Fields;
  const code = status.code ?? status.status_code;
  const failed = code === 2 || /^(?:STATUS_CODE_)?ERROR$/i.test(String(code)) || attributes['error.type'] !== undefined;
  if (!failed) return 'ok';
  const type = String(attributes['error.type'] ?? '');
  const http = attributes['http.response.status_code'] ?? (/^\d{3}$/.test(type) ? type : undefined);
  const text = [status.message, status.description].find((each) => typeof each === 'string');
  return end({ status: http ?? 'error', name: /^\d{3}$/.test(type) ? '' : type, text: typeof text === 'string' ? text : '' }) ?? 'failed';
}

function asksModel(attributes: Fields): boolean {
  const operation = attributes['gen_ai.operation.name'];
  if (operation !== undefined) return operations.has(String(operation));
  return attributes['gen_ai.request.model'] !== undefined;
}

function spansIn(row: Fields): readonly Fields[] {
  if (!Array.isArray(row.resourceSpans)) return [row];
  return list(row.resourceSpans)
    .flatMap((resource) => list(resource.scopeSpans ?? resource.instrumentationLibrarySpans))
    .flatMap((scope) => list(scope.spans));
}

function list(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter((each): each is Fields => typeof each === 'object' && each !== null) : [];
}

/** Attributes as a plain object, from one or from OTLP's list of keys and typed values. */
function attributesOf(value: unknown): Fields {
  if (!Array.isArray(value)) return typeof value === 'object' && value !== null ? (value as Fields) : {};
  return Object.fromEntries(list(value).map(({ key, value: typed }) => [String(key), plain(typed)]));
}

function plain(typed: unknown): unknown {
  const { stringValue, intValue, doubleValue, boolValue } = (typed ?? {}) as Fields;
  if (intValue !== undefined) return Number(intValue);
  return stringValue ?? doubleValue ?? boolValue;
}
