import { describe } from 'vitest';

import { companyOfFile } from '../e2e/calls/company.ts';
import { deskPhoneStories } from './conversation/desk-phone.ts';
import { everyZoneStories } from './conversation/every-zone.ts';
import { maskedWayStories } from './conversation/masked-way.ts';
import { rangInVainStories } from './conversation/rang-in-vain.ts';
import { scriptStories } from './conversation/scripts.ts';
import { strangeAnswerStories } from './conversation/strange-answers.ts';
import { twoComputerStories } from './conversation/two-computers.ts';
import { waysInStories } from './conversation/ways-in.ts';

/** Whoever talks with a customer, however they came to it. */
const here = companyOfFile();

describe('each way into a conversation', () => {
  waysInStories(here);
  maskedWayStories(here);
});
describe('mistakes of the console in a call', () => {
  everyZoneStories(here);
});
describe('answers of another version of the server, in a call', () => {
  strangeAnswerStories(here);
});
describe('two computers of one person', () => {
  twoComputerStories(here);
});
describe('what is to be said', () => {
  scriptStories(here);
});
describe('what rang in vain', () => {
  rangInVainStories(here);
});
// The last one: from here on a carrier of the stories' own is called.
describe('a desk phone beside the browser', () => {
  deskPhoneStories(here);
});
