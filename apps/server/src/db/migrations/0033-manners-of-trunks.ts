import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * How a carrier wants to be spoken with: its names, its forms of numbers, what it understands of SIP. As before, all is as most want it. And
 * a gateway that registers with us is a trunk, wherever it is.
 */
export const mannersOfTrunks: Migration = {
  name: '0033-manners-of-trunks',
  async up(db) {
    await run(
      db,
      `alter table trunk
        add domain text not null default '',
        add registrar text not null default '',
        add called_form text not null default 'dialled'
          check (called_form in ('dialled', 'national', 'international', 'plus')),
        add account_in_from boolean not null default false,
        add user_is_phone boolean not null default false,
        add keys text not null default 'events' check (keys in ('events', 'info', 'sound')),
        add early_media boolean not null default true,
        add session_timer text not null default 'answered' check (session_timer in ('answered', 'offered', 'off')),
        add session_seconds integer not null default 1800 check (session_seconds between 90 and 86400),
        add provisionals text not null default 'offered' check (provisionals in ('offered', 'reliable', 'plain')),
        add silence_minutes integer check (silence_minutes between 1 and 720)`,
    );
    await run(db, gateways);
  },
};

/** One that comes to us leads nowhere: whose place it is in is nobody's question. */
const gateways = `
alter table trunk drop constraint trunk_kind_check,
  add constraint trunk_kind_check check (kind in ('address', 'registration', 'gateway')),
  add constraint trunk_gateway_check
    check (case kind when 'gateway' then host = '' and backups = '{}' and addresses = '{}' else host <> '' end);
create unique index trunk_gateway_key on trunk (tenant_id, username) where kind = 'gateway';
drop trigger check_trunk_place on trunk;
create trigger check_trunk_place before insert or update on trunk
  for each row when (new.kind <> 'gateway') execute function check_trunk_place();
`;
