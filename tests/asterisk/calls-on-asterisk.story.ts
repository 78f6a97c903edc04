import { describe } from 'vitest';
import { attendedTransferStories } from '../e2e/calls/attended-transfer.ts';
import { companyOfFile } from '../e2e/calls/company.ts';
import { conferenceStories } from '../e2e/calls/conference.ts';
import { queueStories } from '../e2e/calls/queue.ts';
import { supervisionStories } from '../e2e/calls/supervision.ts';
import { transferStories } from '../e2e/calls/transfer.ts';
import { companyOnAsterisk } from './product-on-asterisk.ts';

/** What holds on our own switch holds here. */
const here = companyOfFile(companyOnAsterisk);

describe('transfers', () => {
  transferStories(here);
  attendedTransferStories(here);
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
