import { groupInDepth } from '@alo/testing/in-depth';
import { afterAll, beforeAll, describe } from 'vitest';
import { administrationStories } from './pages/administration.ts';
import { automationStories } from './pages/automations.ts';
import { callReportStories } from './pages/call-reports.ts';
import { campaignStories } from './pages/campaigns.ts';
import { companyVoiceStories } from './pages/company-voice.ts';
import { consentStories } from './pages/consents.ts';
import { customerStories, openSheets, type Sheets } from './pages/customers.ts';
import { focusStories } from './pages/focus.ts';
import { hotlineStories } from './pages/hotlines.ts';
import { importStories } from './pages/imports.ts';
import { kpiStories } from './pages/kpis.ts';
import { ldapStories } from './pages/ldap.ts';
import { monitorStories } from './pages/monitor.ts';
import { networkSayingStories } from './pages/network-sayings.ts';
import { phoneSetupStories } from './pages/phone-setup.ts';
import { qualityStories } from './pages/quality.ts';
import { resourceStories } from './pages/resources.ts';
import { rosterStories } from './pages/roster.ts';
import { screenStories } from './pages/screens.ts';
import { secondFactorStories } from './pages/second-factor.ts';
import { setUpStories } from './pages/set-ups.ts';
import { settingStories } from './pages/settings.ts';
import { signInStories } from './pages/sign-in.ts';
import { signInProviderStories } from './pages/sign-in-provider.ts';
import { surveyStories } from './pages/surveys.ts';
import { voiceOtpStories } from './pages/voice-otp.ts';
import { weightStories } from './pages/weight.ts';
import { openStage, type Stage } from './support/stage.ts';

// They share one running product and a browser: starting those takes as long as most of the stories.
let stage: Stage;
let sheets: Sheets;
const here = () => stage;

beforeAll(async () => {
  sheets = await openSheets();
  stage = await openStage({
    environment: {
      ALO_SHEETS_URL: sheets.url,
      ALO_WEBHOOK_HOSTS: '127.0.0.1',
      ALO_OIDC_HOSTS: '127.0.0.1',
      ALO_LDAP_HOSTS: 'localhost,127.0.0.1',
    },
  });
});

afterAll(async () => {
  await stage?.close();
  sheets?.close();
});

describe('what pages weigh', () => {
  weightStories(here);
});
describe('how pages look', () => {
  screenStories(here);
});
describe('phones that set themselves up', () => {
  phoneSetupStories(here);
});
describe('signing in', () => {
  signInStories(here);
});
groupInDepth("signing in at the company's provider", () => {
  signInProviderStories(here);
});
describe('a file of rows', () => {
  importStories(here);
});
groupInDepth('what people agreed to and refused', () => {
  consentStories(here);
});
describe('a voice of the company', () => {
  companyVoiceStories(here);
});
groupInDepth('what carriers say instead of an answer', () => {
  networkSayingStories(here);
});
groupInDepth('what has the focus', () => {
  focusStories(here);
});
describe('lists and forms', () => {
  resourceStories(here);
});
groupInDepth('settings of the company', () => {
  settingStories(here);
});
describe('a hotline', () => {
  hotlineStories(here);
});
groupInDepth('set-ups from templates', () => {
  setUpStories(here);
});
groupInDepth('a campaign', () => {
  campaignStories(here);
});
groupInDepth('a survey', () => {
  surveyStories(here);
});
describe('what acts by itself', () => {
  automationStories(here);
});
describe('what calls are worth', () => {
  qualityStories(here);
});
describe('what calls come to', () => {
  callReportStories(here);
});
describe('a roster', () => {
  rosterStories(here);
});
groupInDepth('a one-time password', () => {
  voiceOtpStories(here);
});
groupInDepth('targets', () => {
  kpiStories(here);
});
describe('customers', () => {
  customerStories(here, () => sheets);
});
describe('a supervisor', () => {
  monitorStories(here);
});
describe('administration', () => {
  administrationStories(here);
});
groupInDepth("signing in by the company's directory", () => {
  ldapStories(here);
});
// The last one: whoever has a second factor signs in otherwise from then on.
describe('a second factor', () => {
  secondFactorStories(here);
});
