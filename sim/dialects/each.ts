import { z } from 'zod';

/** Reads a list up to its first mistake. A body of nothing but mistakes has millions, and one of them is said. */
export function each<Item extends z.ZodType>(item: Item) {
  return (list: readonly unknown[], context: z.core.$RefinementCtx): z.output<Item>[] => {
    const read: z.output<Item>[] = [];
    for (const [index, one] of list.entries()) {
      const { success, data, error } = item.safeParse(one);
      if (!success) {
        const [first] = error.issues;
        if (first !== undefined) context.addIssue({ ...first, path: [index, ...first.path] });
        return z.NEVER;
      }
      read.push(data);
    }
    return read;
  };
}
