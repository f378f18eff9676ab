// Set-up for `npm start` and `npm test`: checks Node, installs the packages and builds when that is needed.
//
//   node .ci/setup.mjs                      set up, nothing more
//   node .ci/setup.mjs --then run -- ARGS   … and then run `at-capacity run ARGS`; when ARGS begins with the
//                                           name of a command, that command takes the place of `run`
//
// This file keeps to what very old versions of Node can read, so that they get the sentence below and no syntax error.

const needed = [20, 19];
const found = process.versions.node.split('.').map(Number);

if (found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1])) {
  console.error(
    'at-capacity needs Node ' + needed.join('.') + ' or newer; this is Node ' + process.versions.node + ' (' + process.execPath + ').',
  );
  process.exitCode = 2;
} else {
  import('./steps.mjs').then((steps) => steps.setUp(process.argv.slice(2)));
}
