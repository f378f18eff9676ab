/** What is told of an alarm: at the beginning of a spell, and at its end. */
export interface AlarmCall {
  /** `capacity`, `auth` or `quota` of a gateway; of a live run its rule in words. */
  readonly alarm: string;
  readonly state: 'raised' | 'cleared';
  /** ISO 8601, UTC. */
  readonly at: string;
  /** One sentence or two. */
  readonly message: string;
}
