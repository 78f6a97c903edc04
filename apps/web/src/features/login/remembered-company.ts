import { z } from 'zod';

import { keepOnDevice, keptOnDevice } from '../../kit/browser/device-store.ts';

const name = 'company';

/** The company that somebody last signed in to here and wanted remembered; '' for none. */
export const rememberedCompany = async (): Promise<string> => z.string().safeParse(await keptOnDevice(name)).data ?? '';

/** '' forgets it. */
export const rememberCompany = (code: string): Promise<void> => keepOnDevice(name, code);
