import type { WireFacts } from '../../kernel/transport.ts';
import type { Said } from '../said.ts';

/** What a fault does to one attempt. */
export type Effect = LostEffect | RefusingEffect | ServingEffect;

/** The network loses it, before the provider counts anything. */
export interface LostEffect {
  readonly kind: 'lost';
  readonly facts: WireFacts;
}

/** Refused after quota and before capacity. */
export interface RefusingEffect {
  readonly kind: 'refuse';
  readonly facts: WireFacts;
  /** What a server sends. */
  readonly said: Said;
  /** The same to who asks for a stream, where that is told otherwise. */
  readonly inStream?: { readonly facts: WireFacts; readonly said: Said } | undefined;
}

/**
 * What happens while the attempt holds its slot. `after` counts output tokens that still get through; `factor` is how
 * many times longer everything takes, 1 for as long as ever.
 */
export type ServingEffect = { readonly factor: number } & (
  | { readonly kind: 'slow' }
  /** The connection is closed in good order, without an end marker. */
  | { readonly kind: 'cut'; readonly after: number }
  /** Silence of so many milliseconds, then as `cut`. */
  | { readonly kind: 'stall'; readonly after: number; readonly ms: number }
  /** One unreadable line. */
  | { readonly kind: 'malformed'; readonly after: number }
  /** The connection is lost. */
  | { readonly kind: 'reset'; readonly after: number }
  /** A good answer without a single token. */
  | { readonly kind: 'empty' }
  /** No answer ever. */
  | { readonly kind: 'hang' }
  /** The provider's capacity error inside the stream. */
  | { readonly kind: 'stream-overload'; readonly after: number }
);
