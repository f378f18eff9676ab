/** As a scenario says it: a name, or a name with options. */
export type DialectSpec = string | Readonly<Record<string, unknown>>;
