/**
 * What one replication may ask of the machine. A request takes about a hundred bytes until its replication has ended: this
 * many fit into the memory of a usual machine, and a year at one request in two seconds makes fewer.
 */
export const mostRequests = 20_000_000;
/** Of other tenants, per pool: they take no memory, but a third of a microsecond or more each. */
export const mostTenantArrivals = 500_000_000;
/** Clients, users, jobs of a batch: each is an object from the start. */
export const mostActors = 1_000_000;
