/** More sends of one request than this are a livelock. */
export const mostSends = 1000;
