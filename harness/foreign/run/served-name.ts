/** The name of the simulated provider, on every port. */
export const servedName = 'provider.localhost';
