/** What stands before every path of the admin API. */
export const adminPrefix = '/_admin';
