import { attemptPieces, attemptsFile, requestPieces, requestsFile } from '../../reports/formats/csv/raw.ts';
import { openPending, type PendingFile } from '../../reports/formats/write.ts';
import type { RawRows } from '../run/options.ts';

/** `requests.csv` and `attempts.csv`, filled while a run goes on: the rows of a day do not fit into memory. */
export interface RawFiles {
  readonly files: readonly PendingFile[];
  add(rows: RawRows): Promise<void>;
}

export async function openRawFiles(folder: string): Promise<RawFiles> {
  const requests = await openPending(folder, requestsFile.name);
  const attempts = await openPending(folder, attemptsFile.name);
  await requests.append(requestsFile.beginning);
  await attempts.append(attemptsFile.beginning);
  return {
    files: [requests, attempts],
    async add({ strategy, requests: ended, attempts: sent }) {
      for (const piece of requestPieces({ strategy, rows: ended })) await requests.append(piece);
      for (const piece of attemptPieces({ strategy, rows: sent })) await attempts.append(piece);
    },
  };
}
