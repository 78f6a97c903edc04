import { z } from 'zod';

/** `/config.json`: where the console finds its bases, so that one build runs anywhere. `{ma_dn}` is filled in by the console. */
export const consoleConfig = z.object({
  identity: z.string(),
  tenant: z.string(),
  admin: z.string(),
  telephony: z.string(),
  etelecom: z.string(),
  /** Address of the SIP WebSocket. */
  sip: z.string(),
  live: z.string(),
  /** Whether strangers may make a company of their own: the sign-in page leads there. */
  sign_up: z.boolean().default(false),
  /** Shown on the sign-in page of a demo installation; absent elsewhere. */
  demo: z.object({ ma_dn: z.string(), usernames: z.array(z.string()) }).optional(),
});
export type ConsoleConfig = z.output<typeof consoleConfig>;

/** The page that is the phone and nothing else: by itself in a window, or in another system's page (`/alo-phone.js`). */
export const embeddedPhonePath = '/embedded-phone';
