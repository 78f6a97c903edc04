import { afterAll, afterEach, beforeAll, describe } from 'vitest';

import { attendedTransferStories } from './calls/attended-transfer.ts';
import { byPhoneStories } from './calls/by-phone.ts';
import { conferenceStories } from './calls/conference.ts';
import { draftStories } from './calls/drafts.ts';
import { otpStories } from './calls/otp.ts';
import { ownMenuStories } from './calls/own-menu.ts';
import { queueStories } from './calls/queue.ts';
import { supervisionStories } from './calls/supervision.ts';
import { transferStories } from './calls/transfer.ts';
import { trunkStories } from './calls/trunk.ts';
import { voicemailStories } from './calls/voicemail.ts';
import { closeLines } from './support/customer.ts';
import { type Company, openCompany } from './support/office.ts';

// They share one running product and its three browsers: starting those takes longer than most of the stories.
let company: Company;
const here = () => company;

beforeAll(async () => {
  company = await openCompany();
});

afterAll(() => company.close());

/** One story that fails leaves no call to the next. */
afterEach(async () => {
  await closeLines();
  const phones = [company.lan, company.minh, company.hoa];
  for (const phone of phones) await phone.clear();
  for (const phone of phones) await phone.isIdle();
});

describe('a carrier brings a call', () => {
  trunkStories(here);
});
describe('transfers', () => {
  transferStories(here);
});
describe('an attended transfer among colleagues', () => {
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
describe('a one-time password', () => {
  otpStories(here);
});
describe('from a menu to a voicemail box', () => {
  voicemailStories(here);
});
describe('a menu of one’s own', () => {
  ownMenuStories(here);
});
describe('a configuration that is drafted, drawn and taken back', () => {
  draftStories(here);
});

describe('by phone alone', () => {
  byPhoneStories(here);
});
