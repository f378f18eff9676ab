// Prints "<passed> <failed>" from a vitest JSON report, and names to stderr what failed. A test that was skipped or left to be
// written counts as failed here: in CI every tool is installed, so nothing may be skipped for want of one.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

if (!existsSync(process.argv[2])) {
  console.error('The tests were not begun: types or lint failed, or vitest itself.');
  process.exit(1);
}
const report = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const unstarted = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
const failed = report.testResults.flatMap((file) =>
  file.assertionResults.filter((test) => test.status === 'failed').map((test) => ({ file, test })),
);
const skipped = report.numPendingTests + report.numTodoTests;
const inFile = (file) => relative(process.cwd(), file.name);

for (const file of unstarted) console.error(`${inFile(file)}: was not begun\n${file.message}`);
for (const { file, test } of failed) console.error(`${inFile(file)}: ${test.fullName}\n${test.failureMessages.join('\n')}`);
if (skipped > 0) console.error(`${skipped} tests were skipped; in CI that is a failure.`);
console.log(report.numPassedTests, report.numFailedTests + unstarted.length + skipped);
