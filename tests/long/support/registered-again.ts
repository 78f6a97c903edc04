import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** When each of these people had a phone again after `since`, by what the product wrote down; undefined while one has none. */
export async function registeredAgain(
  dataFolder: string,
  extensions: readonly string[],
  since: number,
): Promise<readonly number[] | undefined> {
  const folder = join(dataFolder, 'journal');
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ndjson'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  // A checksum of eight characters, a blank, the entry; the last line may still be under way.
  const lines = texts.flatMap((text) => text.split('\n').slice(0, -1)).map((line) => line.slice(9));
  const events = lines.filter(Boolean).map((json) => (JSON.parse(json) as { readonly event: ContactsEvent }).event);
  const found = extensions.map((wanted) =>
    events.find(
      ({ type, extension, contacts, at }) =>
        type === 'contacts' && extension === wanted && at > since && contacts.length > 0,
    ),
  );
  const times = found.flatMap((event) => event?.at ?? []);
  return times.length === extensions.length ? times : undefined;
}

/** What the journal says of a phone; other events lack most of it. */
interface ContactsEvent {
  readonly type: string;
  readonly extension: string;
  readonly contacts: readonly unknown[];
  readonly at: number;
}
