import { livePage } from './live-page.ts';
import { sections } from './provider-page.ts';

/** The page of a provider without anything of the provider: for those who have not said the token yet. */
export function lockedPage(): string {
  const parts = Object.values(sections).map((section) => ({ ...section, content: '' }));
  return livePage({ name: 'at-capacity', facts: '', parts, locked: true });
}
