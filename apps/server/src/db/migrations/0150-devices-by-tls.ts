import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** A desk phone may come by TLS, where keys of its audio can be told. */
export const devicesByTls: Migration = {
  name: '0150-devices-by-tls',
  async up(db) {
    await run(
      db,
      `alter table device
        drop constraint device_transport_check,
        add constraint device_transport_check check (transport in ('udp', 'tcp', 'tls', 'wss'))`,
    );
  },
};
