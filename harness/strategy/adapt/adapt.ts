/**
 * Makes of an answer's text the JSON that its caller reads: text that `JSON.parse` takes, or undefined when none is to be
 * had. Pure, and linear in the length of the text.
 */
export type Adapt = (text: string) => string | undefined;
