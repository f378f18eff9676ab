/** A client that takes longer for its request is dropped, ms. */
export const uploadMs = 60_000;

/**
 * A connection that nothing comes on for so long is closed, ms. Far longer than any client keeps one: a client that sends at
 * the moment at which its connection is closed takes that for a failure of the provider.
 */
export const idleMs = 600_000;
