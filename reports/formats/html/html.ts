import type { Format } from '../format.ts';
import { beginning } from './beginning.ts';

/** The file of the page in an output folder. */
export const pageName = 'report.html';

/** A page for a browser, with every table and chart in one file. The drawing library is loaded only when it is wanted. */
export const html: Format = {
  name: 'html',
  summary: 'report.html, one page with every table and chart that needs no network and no script',
  files: [{ name: pageName, beginning }],
  write: async (report) => [{ name: pageName, content: (await import('./page.ts')).reportHtml(report) }],
  print: async (report) => (await import('./page.ts')).reportHtml(report),
};
