import type { crmPageFields } from '@alo/contract';

/** What is known for a page of the CRM; undefined where it is hidden from who would open it, '' where there is none. */
export type PageValues = Readonly<Record<keyof typeof crmPageFields, string | undefined>>;

/** The page of the CRM with what is known put in as parts of an address; null where something that is hidden would stand in it. */
export function crmPageOf(template: string, values: PageValues): string | null {
  if (template === '') return null;
  let isHidden = false;
  const known = new Map<string, string | undefined>(Object.entries(values));
  const page = template.replace(/\{([a-z]+)\}/g, (_, name: string) => {
    const value = known.get(name);
    if (value === undefined) isHidden = true;
    return encodeURIComponent(value ?? '');
  });
  return isHidden ? null : page;
}
