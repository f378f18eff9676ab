/** How every page begins; tells a report of ours from a file of the same name. */
export const beginning = '<!doctype html>\n<!-- made by at-capacity -->\n';
