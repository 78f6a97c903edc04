import { groupInDepth } from '@alo/testing/in-depth';
import { describe } from 'vitest';
import { boardActionStories } from './calls/board-actions.ts';
import { calibrationStories } from './calls/calibration.ts';
import { callWaitingStories } from './calls/call-waiting.ts';
import { companyOfFile } from './calls/company.ts';
import { dockedStories } from './calls/docked.ts';
import { listeningLinkStories } from './calls/listening-link.ts';
import { recordingCommentStories } from './calls/recording-comments.ts';
import { recordingNoticeStories } from './calls/recording-notice.ts';
import { recordingWordStories } from './calls/recording-words.ts';
import { supervisionStories } from './calls/supervision.ts';
import { transferStories } from './calls/transfer.ts';
import { trunkStories } from './calls/trunk.ts';
import { whyNoCallsStories } from './calls/why-no-calls.ts';
import { openCompany } from './support/office.ts';
import { startProduct } from './support/product.ts';

/** More of them, which are made of what is told here and in `tests/sip/routing`: `npm run test:long`. */
const here = companyOfFile(() =>
  openCompany(() => startProduct({ ALO_TRANSCRIPTS: 'companies', ALO_WEBHOOK_HOSTS: '127.0.0.1' })),
);

describe('a carrier brings a call', () => {
  trunkStories(here);
});
groupInDepth('the phone beside the page', () => {
  dockedStories(here);
});
describe('transfers', () => {
  transferStories(here);
});
describe('supervision', () => {
  supervisionStories(here);
});
groupInDepth('the board', () => {
  boardActionStories(here);
});
describe('a recording is given away', () => {
  listeningLinkStories(here);
});
describe('a call is scored by several', () => {
  calibrationStories(here);
});
describe('a recording is talked about', () => {
  recordingCommentStories(here);
  recordingWordStories(here);
});
describe('call waiting', () => {
  callWaitingStories(here);
});
describe('why no call comes', () => {
  whyNoCallsStories(here);
});
// The last one: calls out go by a carrier of its own from then on.
describe('who is recorded knows it', () => {
  recordingNoticeStories(here);
});
