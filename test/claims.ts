import { allBusy } from './claims/all-busy.ts';
import { backoff } from './claims/backoff.ts';
import { balancePoint } from './claims/balance-point.ts';
import { batch } from './claims/batch.ts';
import type { Claim } from './claims/claim.ts';
import { classifyFirst } from './claims/classify-first.ts';
import { crashedBatch } from './claims/crashed-batch.ts';
import { dailyLook } from './claims/daily-look.ts';
import { delayQueue } from './claims/delay-queue.ts';
import { denseHours } from './claims/dense-hours.ts';
import { floorModel } from './claims/floor-model.ts';
import { freeModels } from './claims/free-models.ts';
import { hammering } from './claims/hammering.ts';
import { hardAndSoft } from './claims/hard-and-soft.ts';
import { healthScore } from './claims/health-score.ts';
import { ladder } from './claims/ladder.ts';
import { manyRetries } from './claims/many-retries.ts';
import { noNetworkProblem } from './claims/no-network-problem.ts';
import { normalCase } from './claims/normal-case.ts';
import { oneFallback } from './claims/one-fallback.ts';
import { oneLine } from './claims/one-line.ts';
import { orderOfInvestigation } from './claims/order-of-investigation.ts';
import { orderOfTreatment } from './claims/order-of-treatment.ts';
import { otherWords } from './claims/other-words.ts';
import { outsideUsers } from './claims/outside-users.ts';
import { recordedPattern } from './claims/recorded-pattern.ts';
import { semaphoreOfFive } from './claims/semaphore-of-five.ts';
import { sideProject } from './claims/side-project.ts';
import { smallTeam } from './claims/small-team.ts';
import { submitAndPoll } from './claims/submit-and-poll.ts';
import { thousandClients } from './claims/thousand-clients.ts';
import { threeRetries } from './claims/three-retries.ts';
import { whoMeetsIt } from './claims/who-meets-it.ts';

/** What the usual advice against "Selected model is at capacity" says, each statement with the runs that try it. By the name of its file. */
export const claims = {
  'hard-and-soft': hardAndSoft,
  'classify-first': classifyFirst,
  'no-network-problem': noNetworkProblem,
  'who-meets-it': whoMeetsIt,
  hammering,
  backoff,
  'thousand-clients': thousandClients,
  'three-retries': threeRetries,
  'many-retries': manyRetries,
  'dense-hours': denseHours,
  'delay-queue': delayQueue,
  'semaphore-of-five': semaphoreOfFive,
  'balance-point': balancePoint,
  ladder,
  'health-score': healthScore,
  'floor-model': floorModel,
  'all-busy': allBusy,
  'one-line': oneLine,
  'daily-look': dailyLook,
  'submit-and-poll': submitAndPoll,
  'crashed-batch': crashedBatch,
  'other-words': otherWords,
  'free-models': freeModels,
  'recorded-pattern': recordedPattern,
  'side-project': sideProject,
  'small-team': smallTeam,
  'outside-users': outsideUsers,
  batch,
  'normal-case': normalCase,
  'one-fallback': oneFallback,
  'order-of-investigation': orderOfInvestigation,
  'order-of-treatment': orderOfTreatment,
} satisfies Readonly<Record<string, Claim>>;
