import { describe } from 'vitest';

import { companyOfFile } from './calls/company.ts';
import { conferenceStories } from './calls/conference.ts';
import { draftStories } from './calls/drafts.ts';
import { ownGreetingStories } from './calls/own-greeting.ts';
import { queueStories } from './calls/queue.ts';
import { supervisionStories } from './calls/supervision.ts';
import { transferStories } from './calls/transfer.ts';
import { trunkStories } from './calls/trunk.ts';
import { whyNoCallsStories } from './calls/why-no-calls.ts';

/** More of them, which are made of what is told here and in `tests/sip/routing`: `npm run test:long`. */
const here = companyOfFile();

describe('a carrier brings a call', () => {
  trunkStories(here);
});
describe('transfers', () => {
  transferStories(here);
});
describe('a conference of four', () => {
  conferenceStories(here);
});
describe('supervision', () => {
  supervisionStories(here);
});
describe('a queue with two agents', () => {
  queueStories(here);
});
describe('why no call comes', () => {
  whyNoCallsStories(here);
});
describe('a greeting of one’s own', () => {
  ownGreetingStories(here);
});
describe('a configuration that is drafted, drawn and taken back', () => {
  draftStories(here);
});
