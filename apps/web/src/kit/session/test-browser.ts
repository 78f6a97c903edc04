import type { SessionPage } from './hold-session.ts';
import type { Stores } from './tab-session.ts';

/** Tabs that share a local storage, as a browser has them: each hears of the others' changes, later and in their order. */
export interface TestBrowser {
  shared: Storage;
  openTab(): TestTab;
  /** Delivers every storage event, and those that follow from it. */
  settle(): void;
}

export interface TestTab {
  stores: Stores;
  page: SessionPage;
  /** The browser's "duplicate tab": a copy of the tab's own storage goes along. */
  duplicate(): TestTab;
  /** The page is brought back from the browser's memory. */
  comeBack(): void;
}

export function createTestBrowser(): TestBrowser {
  const values = new Map<string, string>();
  const tabs: { page: EventTarget; browser: Storage }[] = [];
  const queue: (() => void)[] = [];

  const tell = (from: Storage | undefined, key: string | null, newValue: string | null) => {
    for (const { page, browser } of tabs) {
      if (browser === from) continue;
      queue.push(() =>
        page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue, storageArea: browser })),
      );
    }
  };
  const openTab = (own: ReadonlyMap<string, string> = new Map()): TestTab => {
    const page = new EventTarget();
    const kept = new Map(own);
    const browser: Storage = memoryStorage(values, (key, newValue) => tell(browser, key, newValue));
    tabs.push({ page, browser });
    return {
      stores: { browser, tab: memoryStorage(kept) },
      // It is sent no other events than the two that are made here, with what they carry.
      page: page as unknown as SessionPage,
      duplicate: () => openTab(kept),
      comeBack: () => void page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
    };
  };
  return {
    shared: memoryStorage(values),
    openTab,
    settle() {
      for (let event = queue.shift(); event; event = queue.shift()) event();
    },
  };
}

/** A storage as the browser has it. Tells what changes: a key, or null for everything. */
export function memoryStorage(
  values = new Map<string, string>(),
  onChange: (key: string | null, newValue: string | null) => void = () => undefined,
): Storage {
  return {
    get length() {
      return values.size;
    },
    clear() {
      values.clear();
      onChange(null, null);
    },
    getItem: (key) => values.get(key) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem(key) {
      if (values.delete(key)) onChange(key, null);
    },
    setItem(key, value) {
      values.set(key, value);
      onChange(key, value);
    },
  };
}
