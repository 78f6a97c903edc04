import { z } from 'zod';
import { oneOf } from '../lib/one-of.ts';
import { destinationClasses } from './call-limits.ts';

/** What somebody may call; emergency numbers always may be called. */
export const callRightLabels = { internal: 'Nội bộ', ...destinationClasses } as const;
export type CallRight = keyof typeof callRightLabels;

/** Null: as the company, or the group, has it. */
export const callRights = z
  .array(oneOf(callRightLabels))
  .max(7)
  .overwrite((list) => [...new Set(list)])
  .nullable()
  .default(null);
