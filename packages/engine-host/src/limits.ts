import { z } from 'zod';

/** How many calls and contacts an engine of either kind takes. */
export interface EngineLimits {
  /** Calls at a time; further ones get `503 Service Unavailable` and are told as refused. */
  readonly calls: number;
  /** The same for one tenant among others, so that none takes their room. */
  readonly callsPerTenant: number;
  /** And for one that nobody shares the engine with. */
  readonly callsOfOnlyTenant: number;
  /** Calls that one extension has, browsers and desk phones together; the company's own limit may be lower. */
  readonly callsPerExtension: number;
  /** Contacts that one extension may have at a time; a further one is refused. */
  readonly contactsPerExtension: number;
}

export const defaultEngineLimits: EngineLimits = {
  calls: 200,
  callsPerTenant: 200,
  callsOfOnlyTenant: 200,
  callsPerExtension: 20,
  contactsPerExtension: 10,
};

/** Call limits as a process is told of them. */
export const engineLimits = z.object({
  calls: z.number().int().positive(),
  callsPerTenant: z.number().int().positive(),
  callsOfOnlyTenant: z.number().int().positive(),
  callsPerExtension: z.number().int().positive(),
  contactsPerExtension: z.number().int().positive(),
}) satisfies z.ZodType<EngineLimits>;
