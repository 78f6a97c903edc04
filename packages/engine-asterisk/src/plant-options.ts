import { engineFiles, engineLimits } from '@alo/engine-host/process';
import { z } from 'zod';

const asterisk = z.object({
  url: z.string(),
  user: z.string(),
  password: z.string(),
  app: z.string(),
  /** Our folders of sounds as Asterisk sees them. */
  promptsFolder: z.string(),
  companyPromptsFolder: z.string(),
  /** Where phones and carriers reach it. */
  sipPort: z.number().int(),
  tlsPort: z.number().int().nullable(),
  wssPort: z.number().int().nullable(),
  /** What an extension's own name is for; see `PhoneOptions`. */
  browsers: z.enum(['webrtc', 'plain']),
});

/** All that the process must know before it can let Asterisk carry calls. */
export const asteriskPlantOptions = z.object({
  files: engineFiles,
  asterisk,
  limits: engineLimits,
  /** How long a registration lasts, in seconds, whatever the phone asks for above it (RFC 3261 §10.3 step 7). */
  registrationSeconds: z.number().int().positive(),
  shortestRegistrationSeconds: z.number().int().positive(),
});
export type AsteriskPlantOptions = z.infer<typeof asteriskPlantOptions>;
