/** `npm run verify`: every row, however long it takes. */
export const verifies = process.env.VERIFY === '1';

/** Figures that take more requests than this for their precision are left to `npm run verify`. */
export const mostRequests = verifies ? Number.POSITIVE_INFINITY : 800_000;
