import { describe } from 'vitest';

import { attendedTransferStories } from '../e2e/calls/attended-transfer.ts';
import { byPhoneStories } from '../e2e/calls/by-phone.ts';
import { companyOfFile } from '../e2e/calls/company.ts';
import { conferenceStories } from '../e2e/calls/conference.ts';
import { draftStories } from '../e2e/calls/drafts.ts';
import { otpStories } from '../e2e/calls/otp.ts';
import { ownGreetingStories } from '../e2e/calls/own-greeting.ts';
import { ownMenuStories } from '../e2e/calls/own-menu.ts';
import { queueStories } from '../e2e/calls/queue.ts';
import { voicemailStories } from '../e2e/calls/voicemail.ts';

/** Calls with much to be said and waited for; each part of them is told by a shorter test in `npm test` as well. */
const here = companyOfFile();

describe('an attended transfer among colleagues', () => {
  attendedTransferStories(here);
});
describe('a one-time password', () => {
  otpStories(here);
});
describe('from a menu to a voicemail box', () => {
  voicemailStories(here);
});
describe('a menu of one’s own', () => {
  ownMenuStories(here);
});
describe('by phone alone', () => {
  byPhoneStories(here);
});
describe('a conference of four', () => {
  conferenceStories(here);
});
describe('a queue with two agents', () => {
  queueStories(here);
});
describe('a greeting of one’s own', () => {
  ownGreetingStories(here);
});
describe('a configuration that is drafted, drawn and taken back', () => {
  draftStories(here);
});
