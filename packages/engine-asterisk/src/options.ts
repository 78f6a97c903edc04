import { defaultEngineLimits, type EngineLimits, type EngineOptions } from '@alo/engine-host';
import type { AsteriskPlantOptions } from './plant-options.ts';

/** What the server gives the engine; everything that may be absent has a default. */
export interface AsteriskEngineOptions extends EngineOptions {
  /** How the Asterisk is reached that carries the calls. */
  readonly asterisk: AsteriskPlantOptions['asterisk'];
  readonly limits?: Partial<EngineLimits>;
  /** How long a registration lasts, 60 when absent. */
  readonly registrationSeconds?: number;
  /** A phone that asks for less is told to ask for this (RFC 3261 §10.3): 30 when absent. */
  readonly shortestRegistrationSeconds?: number;
}

/** The options as the process gets them, with every default written down. */
export function toAsteriskPlantOptions(options: AsteriskEngineOptions): AsteriskPlantOptions {
  return {
    files: options.files,
    asterisk: options.asterisk,
    limits: { ...defaultEngineLimits, ...options.limits },
    registrationSeconds: options.registrationSeconds ?? 60,
    shortestRegistrationSeconds: options.shortestRegistrationSeconds ?? 30,
  };
}
