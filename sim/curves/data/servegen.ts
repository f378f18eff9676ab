/** What the ServeGen profiles have in common. */
export const servegenLicence = 'Apache-2.0, Alibaba (ServeGen)';

/** Where a ServeGen profile comes from; `what` names the model's folder and the span. */
export function servegenSource(what: string): string {
  return `Derived from data/${what} in github.com/alibaba/ServeGen (commit f891d118): arrival rates of all clients added in windows of 10 minutes and averaged by hour of the day; time 0 is 00:00 in the source, which does not name its days of the week.`;
}
