import { Command } from 'commander';
import { vi } from 'vitest';
import { fail } from '../../harness/cli/exit.ts';
import { configure } from '../../harness/cli/learn.ts';

/** The command as the program runs it, in this process. */
export async function learnCommand(...args: readonly string[]) {
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      said[name] += String(text);
      return true;
    });
  }
  const command = new Command('learn').argument('[logs...]');
  configure(command);
  process.exitCode = undefined;
  const code = await command.parseAsync([...args], { from: 'user' }).then(
    () => process.exitCode,
    (error) => fail(error, false),
  );
  vi.restoreAllMocks();
  return { ...said, code };
}
