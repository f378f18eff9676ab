/**
 * Does `work` with standard output turned to standard error: modules of the user's may write what they like, and the
 * answer stays readable for programs.
 */
export async function diverted<Value>(work: () => Promise<Value>): Promise<Value> {
  const { write } = process.stdout;
  process.stdout.write = process.stderr.write.bind(process.stderr);
  try {
    return await work();
  } finally {
    process.stdout.write = write;
  }
}
