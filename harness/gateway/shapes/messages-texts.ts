import { type Fields, fieldsOf, parsedJson, stringOf } from '../../../sim/dialects/reading/fields.ts';
import type { Adapt } from '../../strategy/adapt/adapt.ts';
import { exchangeItems, exchangeMembers } from '../json-members.ts';

/** Whether an answer in a JSON Schema is asked for. */
export function asksJson({ output_config: config, output_format: old }: Fields): boolean {
  return fieldsOf(fieldsOf(config)?.format ?? old)?.type === 'json_schema';
}

/** The text of all blocks together as `adapt` makes it, in the first of them; an answer that calls a tool stays as it is. */
export function adaptAnswer(text: string, adapt: Adapt): string {
  const { content } = fieldsOf(parsedJson(text)) ?? {};
  const blocks = Array.isArray(content) ? content.map(fieldsOf) : [];
  const said = blocks.map((block) => stringOf(block?.text) ?? '').join('');
  const adapted = adaptedTo(said, blocks.some(isCall), adapt);
  if (adapted === undefined) return text;
  let spent = false;
  return exchangeMembers(text, (key, value) => {
    if (key !== 'content') return value;
    return exchangeItems(value, (block) => {
      if (fieldsOf(parsedJson(block))?.text === undefined) return block;
      const whole = spent ? '' : adapted;
      spent = true;
      return withText(block, whole);
    });
  });
}

/** The same for a stream: all text comes with the first piece, and the other pieces are left out. */
export function adaptEvents(events: readonly string[], adapt: Adapt): readonly string[] {
  const parts = events.map((event) => fieldsOf(parsedJson(event)));
  const said = parts.map(textOf).join('');
  const calls = parts.some((part) => isCall(fieldsOf(part?.content_block)));
  const adapted = adaptedTo(said, calls, adapt);
  if (adapted === undefined) return events;
  const first = parts.findIndex((part) => part?.type === 'content_block_delta' && textOf(part) !== '');
  return events.flatMap((event, at) => {
    const part = parts[at];
    if (textOf(part) === '') return [event];
    if (part?.type === 'content_block_start') return [inMember(event, 'content_block', first < 0 ? adapted : '')];
    return at === first ? [inMember(event, 'delta', adapted)] : [];
  });
}

function textOf(part: Fields | undefined): string {
  const held = part?.type === 'content_block_start' ? part.content_block : part?.type === 'content_block_delta' ? part.delta : undefined;
  return stringOf(fieldsOf(held)?.text) ?? '';
}

function isCall(block: Fields | undefined): boolean {
  return block?.type === 'tool_use';
}

/** Undefined where the text stays. */
function adaptedTo(text: string, calls: boolean, adapt: Adapt): string | undefined {
  const adapted = text === '' || calls ? undefined : adapt(text);
  return adapted === text ? undefined : adapted;
}

function inMember(event: string, name: string, text: string): string {
  return exchangeMembers(event, (key, value) => (key === name ? withText(value, text) : value));
}

function withText(block: string, text: string): string {
  return exchangeMembers(block, (key, value) => (key === 'text' ? JSON.stringify(text) : value));
}
