/** Hours of the day that follow one another, over midnight too, and the positions that suit all of them. */
export interface Block {
  readonly hours: readonly number[];
  readonly positions: readonly number[];
}

/**
 * The day in as few blocks as have a position in common: from every hour in turn as far as a block goes, which is fewest for a
 * circle, of equals the one that begins first. `suitedAt[h]` are the positions that suit hour h, never none.
 */
export function fewestBlocks(suitedAt: readonly (readonly number[])[]): readonly Block[] {
  let fewest: readonly Block[] | undefined;
  for (const first of suitedAt.keys()) {
    const blocks = blocksFrom(suitedAt, first);
    if (fewest === undefined || blocks.length < fewest.length) fewest = blocks;
  }
  return fewest ?? [];
}

function blocksFrom(suitedAt: readonly (readonly number[])[], first: number): readonly Block[] {
  const blocks: Block[] = [];
  for (const step of suitedAt.keys()) {
    const hour = (first + step) % suitedAt.length;
    const own = suitedAt[hour] ?? [];
    const open = blocks.at(-1);
    const common = open?.positions.filter((position) => own.includes(position)) ?? [];
    if (open === undefined || common.length === 0) blocks.push({ hours: [hour], positions: own });
    else blocks[blocks.length - 1] = { hours: [...open.hours, hour], positions: common };
  }
  return blocks;
}
