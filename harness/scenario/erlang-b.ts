/** Slots of a pool beyond which the recursion is not followed to its end. */
const mostSteps = 10_000_000;

/**
 * Share of Poisson arrivals that find all slots busy, by Erlang's loss formula and its recursion B(0) = 1,
 * B(n) = a·B(n−1) / (n + a·B(n−1)). `offered` is the load in Erlang, `slots` a whole number; null where the recursion is
 * too long.
 */
export function erlangB(offered: number, slots: number): number | null {
  if (offered <= 0) return 0;
  let blocked = 1;
  for (let n = 1; n <= slots; n += 1) {
    blocked = (offered * blocked) / (n + offered * blocked);
    // It only falls from here on, below anything that is printed.
    if (n > offered && blocked < 1e-12) return 0;
    if (n > mostSteps) return null;
  }
  return blocked;
}
