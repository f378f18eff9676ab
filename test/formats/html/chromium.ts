import { existsSync } from 'node:fs';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser of this machine, if it has one. */
export const chromiumPath: string | undefined = places.find((path) => existsSync(path));

/** What to do where there is none; under CI that is a failure. */
export const noChromium = `no Chromium at ${places.join(', ')}; on Debian: apt-get install chromium`;
