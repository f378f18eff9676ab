import type { Shape } from './shape.ts';
import { chat } from './shapes/chat.ts';
import { messages } from './shapes/messages.ts';

/** Every interface that the gateway has. */
export const everyShape: readonly Shape[] = [chat, messages];
