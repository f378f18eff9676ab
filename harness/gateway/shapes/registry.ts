import type { Shape } from '../shape.ts';
import { chat } from './chat.ts';
import { messages } from './messages.ts';

/** Every interface that the gateway has. */
export const shapes: readonly Shape[] = [chat, messages];
