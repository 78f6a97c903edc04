import { groupInDepth } from '@alo/testing/in-depth';
import { afterAll, beforeAll, describe } from 'vitest';
import { embeddedStories } from './phones/embedded.ts';
import { upgradeStories } from './phones/faults.ts';
import { floatingStories } from './phones/floating.ts';
import { microphoneStories } from './phones/microphone.ts';
import { notifiedStories } from './phones/notified.ts';
import { twoPhoneStories } from './phones/two-phones.ts';
import { voiceModeStories } from './phones/voice-modes.ts';
import { zoneStories } from './phones/zones.ts';
import { type Office, openOffice } from './support/office.ts';

/** Lan and Minh at their browsers, before one running product. */
let office: Office;
const here = () => office;

beforeAll(async () => {
  office = await openOffice();
});

afterAll(() => office?.close());

describe('two phones', () => {
  twoPhoneStories(here);
});
describe('a window of its own', () => {
  floatingStories(here);
});
describe('beside other programs', () => {
  notifiedStories(here);
});
describe('a phone in another system’s page', () => {
  embeddedStories(here);
});
// Before a desk phone is registered beside the browser: that has a microphone of its own.
describe('a microphone', () => {
  microphoneStories(here);
});
describe('voice modes', () => {
  voiceModeStories(here);
});
groupInDepth('mistakes of the console in a call', () => {
  zoneStories(here);
});
// The last one: what it kills is not in the way of anybody. More of them: `npm run test:long`.
describe('an upgrade', () => {
  upgradeStories(here);
});
