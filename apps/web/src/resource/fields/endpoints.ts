import type { Endpoint } from '@alo/contract';
import type { z } from 'zod';

/** A call that answers rows with an id and a name, for pickers. */
export type ChoicesEndpoint = Endpoint<
  z.core.$ZodType,
  z.core.$ZodType,
  z.core.$ZodType,
  z.core.$ZodType<{ data: { id: string; name: string; number?: string }[] }>
>;

/** A call that answers one row by its id, with its name. */
export type NameEndpoint = Endpoint<
  z.core.$ZodType,
  z.core.$ZodType,
  z.core.$ZodType,
  z.core.$ZodType<{ id: string; name: string }>
>;
