import type { TenantId } from '@alo/call-core';
import {
  type ExtensionProvision,
  type KeptRegistration,
  type ProvisionChange,
  type TelephonyEngine,
  type TrunkProvision,
  WrongRevision,
} from '@alo/engine';

/** Keeps an engine's knowledge of one tenant in order: what was read later is told later, so the newest holds. */
export interface Provisioner {
  /** Everything is read and told anew: at the start, after a new engine, when the configuration was saved. */
  everything(): Promise<void>;
  /** Sessions began or ended: the secrets of their people are read and told, however many others there are. */
  sessions(ids: readonly string[]): Promise<void>;
}

export interface ProvisionerOptions {
  readonly tenant: TenantId;
  readonly domain: string;
  readonly engine: Pick<TelephonyEngine, 'provision' | 'change'>;
  readonly readTrunks: () => Promise<readonly TrunkProvision[]>;
  /** Pages other than the console's whose phones may come. */
  readonly phoneOrigins: () => readonly string[];
  /** Of everybody, or of the people of these sessions: of those also who has none any more. */
  readonly readSecrets: (sessions: readonly string[] | 'all') => Promise<readonly ExtensionProvision[]>;
  /** How desk phones were reached last, for an engine that was born since; nothing where it is absent. */
  readonly readRegistrations?: () => Promise<readonly KeptRegistration[]>;
  readonly now: () => number;
}

export function createProvisioner(options: ProvisionerOptions): Provisioner {
  const { tenant, domain, engine, readTrunks, readSecrets, now } = options;
  let revision = 0;
  let last: Promise<unknown> = Promise.resolve();
  let due: { readonly ids: Set<string>; readonly told: Promise<void> } | null = null;

  /** One after the other: reading and telling belong together. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  }

  /** Above what any earlier process has used. */
  function nextRevision(): number {
    revision = Math.max(revision + 1, now());
    return revision;
  }

  async function tellAll(): Promise<void> {
    const [trunks, extensions, registrations] = await Promise.all([
      readTrunks(),
      readSecrets('all'),
      options.readRegistrations?.() ?? [],
    ]);
    const phoneOrigins = options.phoneOrigins();
    await engine.provision({
      tenant,
      revision: nextRevision(),
      domain,
      extensions,
      trunks,
      phoneOrigins,
      registrations,
    });
  }

  async function tellSome(ids: readonly string[]): Promise<void> {
    if (revision === 0) return tellAll();
    const changes = (await readSecrets(ids)).map(
      (provision): ProvisionChange =>
        provision.secrets.length === 0 && (provision.devices ?? []).length === 0
          ? { type: 'extension-gone', extension: provision.extension }
          : { type: 'secrets', ...provision },
    );
    if (changes.length === 0) return;
    // Changes count by ones: the engine takes one only on what it builds on.
    revision++;
    try {
      await engine.change(tenant, revision, changes);
    } catch (error) {
      if (!(error instanceof WrongRevision)) throw error;
      await tellAll();
    }
  }

  return {
    everything: () => inTurn(tellAll),
    sessions(ids) {
      if (due === null) {
        const gathered = new Set<string>();
        const told = inTurn(() => {
          due = null;
          return tellSome([...gathered]);
        });
        due = { ids: gathered, told };
      }
      for (const id of ids) due.ids.add(id);
      return due.told;
    },
  };
}
