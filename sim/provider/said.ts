import type { Cause, ErrorDetail, ErrorForm } from '../dialects/cause.ts';
import type { ErrorReply } from '../dialects/error-reply.ts';

/** An error to be sent: one that each dialect says in its own words, or the words of a script. */
export type Said = { readonly cause: Cause; readonly form: ErrorForm; readonly detail: ErrorDetail } | { readonly literally: ErrorReply };
