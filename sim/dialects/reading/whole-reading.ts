import type { WireFacts } from '../../kernel/transport.ts';
import type { Reading } from '../caller.ts';

/** An answer that came whole, of so many tokens; `text` is what it says, where somebody asks and it says something. */
export function wholeReading(facts: WireFacts, tokens: number, text: string | undefined): Reading {
  return { facts: { ...facts, afterTokens: tokens, ...(text !== undefined && text !== '' && { text }) }, tokens };
}
