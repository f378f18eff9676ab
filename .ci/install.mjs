import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetUpError, tell } from './tell.mjs';

/** True when `node_modules/` is missing, lacks the development packages, or is older than the lock file. */
export function installNeeded(root) {
  const modules = join(root, 'node_modules');
  const installed = join(modules, '.package-lock.json');
  if (!existsSync(installed) || !existsSync(join(modules, 'typescript', 'package.json'))) return true;
  if (statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs) return false;
  // A branch switch touches the lock file without changing it.
  const stamp = join(modules, '.installed-lock');
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== lockHash(root);
}

/**
 * Installs what the lock file says, development packages included whatever NODE_ENV says, without running any
 * package's scripts. `npm ci` starts by deleting `node_modules/`, so it is used only where there is none to lose.
 */
export async function install(root) {
  const fresh = !existsSync(join(root, 'node_modules', '.package-lock.json'));
  tell(fresh ? 'Installing the packages (once) …' : 'The lock file has changed: updating the packages …');
  const command = fresh ? ['ci'] : ['install', '--no-save'];
  const options = [
    '--include=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--fetch-retry-mintimeout=1000',
    '--fetch-retry-maxtimeout=5000',
  ];
  const { code, output } = await npm([...command, ...options], root);
  if (code !== 0) throw new SetUpError(explain(output, root));
  writeFileSync(join(root, 'node_modules', '.installed-lock'), lockHash(root));
}

function lockHash(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

/** Runs the npm that started us, else the one on the PATH; what it prints is kept for the error message. */
function npm(args, cwd) {
  const path = process.env.npm_execpath;
  const ours = path !== undefined && /npm-cli\.c?js$/.test(path);
  const [file, list] = ours ? [process.execPath, [path, ...args]] : ['npm', args];
  return new Promise((resolve) => {
    const child = spawn(file, list, { cwd, stdio: ['ignore', 'pipe', 'pipe'], shell: !ours && process.platform === 'win32' });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-20_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.code}: ${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

function explain(output, root) {
  // Without npm's stack traces and dumps of error objects.
  const said = output.split('\n').filter((line) => line.trim() !== '' && !/^npm error( {2,}|\s*$| \}| .*\{$)/.test(line));
  return `${reason(output, root)}\n\nnpm said:\n${indent(said.slice(-12).join('\n'))}`;
}

function reason(output, root) {
  if (/\b(EACCES|EPERM|EROFS)\b/.test(output)) {
    return `Cannot write to ${root}. Set-up puts node_modules/ there: make the folder writable, or copy it to one that is yours.`;
  }
  if (/\bENOSPC\b/.test(output)) return 'The disk is full: the packages take about 300 MB.';
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|network/i.test(output)) {
    return 'The packages could not be downloaded: npm does not reach its registry. Is there a network, or a proxy to be set (npm config set proxy …)? Try again when there is: only the first start needs it.';
  }
  if (/spawn npm ENOENT|^ENOENT: spawn npm/m.test(output)) return 'npm was not found on the PATH. It comes with Node.';
  return 'The packages could not be installed.';
}

function indent(text) {
  return text.replace(/^/gm, '  ');
}
