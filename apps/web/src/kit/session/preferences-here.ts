import { type Preferences, preferences } from '@alo/contract';
import type { colourSchemeKey } from '@alo/ui';

const key = 'preferences';
/** Apart from the others: it is read before the first paint, by a script that knows nothing else. */
const schemeKey = 'dark_mode' satisfies typeof colourSchemeKey;

/** Of this tab, whose person may be another than the next one's; and of the browser, for tabs that are opened later. */
const both = (): readonly Storage[] => [sessionStorage, localStorage];

/**
 * How somebody had their console when it was last known here, so that a page is drawn so before the server has said it: the person
 * of this tab, or in a new one whoever was here last. Whoever signs in has theirs from then on.
 */
export function preferencesHere(storages = both()): Preferences | undefined {
  const text = storages.map((storage) => storage.getItem(key)).find((found) => found !== null) ?? 'null';
  try {
    return preferences.safeParse(JSON.parse(text)).data;
  } catch {
    // Somebody else wrote there.
    return undefined;
  }
}

export function keepPreferencesHere(chosen: Preferences, storages = both()): void {
  for (const storage of storages) {
    storage.setItem(key, JSON.stringify(chosen));
    storage.setItem(schemeKey, chosen.scheme);
  }
}

/** The tab is nobody's any more. */
export function forgetPreferencesHere(tab: Storage): void {
  tab.removeItem(key);
  tab.removeItem(schemeKey);
}
