import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Company, type Office, openCompany, openOffice } from '../e2e/support/office.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { runAsterisk } from './running-asterisk.ts';

/** The product whose calls Asterisk carries, with three people at their browsers. */
export const companyOnAsterisk = (): Promise<Company> => onAsterisk(openCompany);

/** The same with two. */
export const officeOnAsterisk = (): Promise<Office> => onAsterisk(openOffice);

async function onAsterisk<Place extends Office>(
  open: (start: () => Promise<Product>) => Promise<Place>,
): Promise<Place> {
  const asterisk = await runAsterisk();
  const { outside, inside, sipPort, user, password } = asterisk;
  const dataFolder = join(outside, 'data');
  await mkdir(dataFolder);
  // Asterisk sees nothing of ours but this folder.
  await cp(join(import.meta.dirname, '../../apps/server/prompts'), join(outside, 'prompts'), { recursive: true });
  const url = new URL(asterisk.url);
  const environment = {
    ALO_ASTERISK_URL: `${url.protocol}//${user}:${password}@${url.host}`,
    ALO_ASTERISK_PROMPTS: join(inside, 'prompts'),
    ALO_ASTERISK_COMPANY_PROMPTS: join(inside, 'data/prompts'),
    ALO_SIP_PORT: String(sipPort),
  };
  try {
    const place = await open(() => startProduct(environment, dataFolder));
    return {
      ...place,
      async close() {
        await place.close();
        await asterisk.close();
      },
    };
  } catch (error) {
    await asterisk.close();
    throw error;
  }
}
