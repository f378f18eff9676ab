import { type Fields, fieldsOf, firstOf, numberOf, parsedJson, stringOf } from '../../../sim/dialects/reading/fields.ts';
import type { Adapt } from '../../strategy/adapt/adapt.ts';
import { exchangeItems, exchangeMembers } from '../json-members.ts';

/** Whether a JSON object is asked for, of any shape or of a given one. */
export function asksJson({ response_format: format }: Fields): boolean {
  return ['json_object', 'json_schema'].includes(stringOf(fieldsOf(format)?.type) ?? '');
}

/** The text of each choice as `adapt` makes it; a choice that calls a tool stays as it is. */
export function adaptAnswer(text: string, adapt: Adapt): string {
  return inChoices(text, (choice) => {
    const message = fieldsOf(fieldsOf(parsedJson(choice))?.message);
    const content = stringOf(message?.content);
    const adapted = content === undefined || firstOf(message?.tool_calls) !== undefined ? undefined : adapt(content);
    return adapted === undefined || adapted === content ? choice : withContent(choice, 'message', adapted);
  });
}

/** The same for a stream: all of a choice's text comes with its first piece, and events in which nothing is left are left out. */
export function adaptEvents(events: readonly string[], adapt: Adapt): readonly string[] {
  const texts = adaptedTexts(events, adapt);
  if (texts.size === 0) return events;
  const begun = new Set<number>();
  return events.flatMap((event) => {
    if (choicesOf(fieldsOf(parsedJson(event))).length === 0) return [event];
    let spent = false;
    const text = inChoices(event, (choice) => {
      const fields = fieldsOf(parsedJson(choice));
      const index = indexOf(fields);
      const adapted = texts.get(index);
      if (adapted === undefined || contentOf(fields) === '') return choice;
      spent = begun.has(index);
      begun.add(index);
      return withContent(choice, 'delta', spent ? '' : adapted);
    });
    return spent && saysNothing(fieldsOf(parsedJson(text))) ? [] : [text];
  });
}

/** By choice: what its text becomes, where that is another one. */
function adaptedTexts(events: readonly string[], adapt: Adapt): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  const calling = new Set<number>();
  for (const event of events) {
    for (const choice of choicesOf(fieldsOf(parsedJson(event)))) {
      const index = indexOf(choice);
      texts.set(index, (texts.get(index) ?? '') + contentOf(choice));
      if (firstOf(fieldsOf(choice?.delta)?.tool_calls) !== undefined) calling.add(index);
    }
  }
  return new Map(
    [...texts].flatMap(([index, text]) => {
      const adapted = text === '' || calling.has(index) ? undefined : adapt(text);
      return adapted === undefined || adapted === text ? [] : [[index, adapted] as const];
    }),
  );
}

function choicesOf(event: Fields | undefined): readonly (Fields | undefined)[] {
  return Array.isArray(event?.choices) ? event.choices.map(fieldsOf) : [];
}

function indexOf(choice: Fields | undefined): number {
  return numberOf(choice?.index) ?? 0;
}

function contentOf(choice: Fields | undefined): string {
  return stringOf(fieldsOf(choice?.delta)?.content) ?? '';
}

/** One choice, in which there was a piece of text alone. */
function saysNothing(event: Fields | undefined): boolean {
  const [choice, ...more] = choicesOf(event);
  const rest = Object.keys(fieldsOf(choice?.delta) ?? {}).filter((key) => key !== 'content');
  return more.length === 0 && rest.length === 0 && (choice?.finish_reason ?? null) === null && (event?.usage ?? null) === null;
}

function inChoices(text: string, exchange: (choice: string) => string): string {
  return exchangeMembers(text, (key, value) => (key === 'choices' && value.startsWith('[') ? exchangeItems(value, exchange) : value));
}

function withContent(choice: string, where: 'message' | 'delta', content: string): string {
  const inside = (key: string, value: string): string => (key === 'content' ? JSON.stringify(content) : value);
  return exchangeMembers(choice, (key, value) => (key === where ? exchangeMembers(value, inside) : value));
}
