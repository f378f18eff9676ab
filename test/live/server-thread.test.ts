import { expect, test } from 'vitest';
import { startServerThread } from '../../harness/run/live/server-thread.ts';

test('whoever asks a thread that has ended is told so, and does not wait', async () => {
  const thread = startServerThread();
  await thread.stop();
  await expect(thread.books(false)).rejects.toThrow('the thread of the server has ended');
  await expect(thread.close()).rejects.toThrow('the thread of the server has ended');
});
