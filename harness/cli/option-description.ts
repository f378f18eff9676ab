import type { Option } from 'commander';

/** An option in the help: with its default as somebody would type it. That of an option that can be repeated is nothing. */
export function optionDescription({ description, defaultValue }: Pick<Option, 'description' | 'defaultValue'>): string {
  const hasDefault = typeof defaultValue === 'string' || typeof defaultValue === 'number';
  return hasDefault ? `${description} (default: ${defaultValue})` : description;
}
