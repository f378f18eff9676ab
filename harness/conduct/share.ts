import { grouped } from '../../sim/kernel/grouped.ts';

/** 12 of 1234 → "12 of 1,234". */
export function share(count: number, of: number): string {
  return `${grouped(count)} of ${grouped(of)}`;
}
