import { resourceTable } from '../recipes/resource-table.ts';
import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/**
 * Messages to customers go by a provider that a configuration describes, or by one in the product from which nothing leaves. Each is a
 * row before anybody is asked to carry it, and the provider knows it by its id however often it is asked.
 */
export const messagesToCustomers: Migration = {
  name: '0084-messages-to-customers',
  async up(db) {
    await resourceTable(db, 'message_provider', {
      columns: [
        'name text not null',
        "channel text not null check (channel in ('sms', 'zns', 'mail'))",
        "carrier text not null default 'sandbox' check (carrier in ('sandbox', 'http', 'mail'))",
        ...['sender', 'url', 'headers', 'body', 'taken_at', 'taken_is', 'id_at', 'cost_at'].map(text),
        ...['report_id_at', 'report_state_at', 'report_delivered', 'report_failed', 'note'].map(text),
        "format text not null default 'json' check (format in ('json', 'form'))",
        'active boolean not null default true',
      ],
    });
    await createTenantTable(db, 'message_secret', [
      'message_provider_id uuid not null',
      'sealed_secret bytea',
      'report_digest bytea',
      references('message_secret', 'message_provider_id', 'message_provider', 'cascade'),
    ]);
    await run(db, 'create unique index message_secret_provider on message_secret (tenant_id, message_provider_id)');
    await resourceTable(db, 'message_template', {
      columns: [
        'name text not null',
        "purpose text not null default 'care' check (purpose in ('care', 'advertising'))",
        ...['title', 'link', 'note'].map(text),
        "text text not null check (text <> '')",
        'active boolean not null default true',
      ],
      refersTo: { provider_id: { table: 'message_provider', required: true } },
    });
    await createTenantTable(db, 'message', [
      // What a message was sent with may be gone by now.
      'template_id uuid',
      'provider_id uuid not null',
      'template_name text not null',
      'provider_name text not null',
      "channel text not null check (channel in ('sms', 'zns', 'mail'))",
      "purpose text not null check (purpose in ('care', 'advertising'))",
      'sandbox boolean not null',
      'customer_id uuid',
      'recipient text not null',
      'title text not null',
      'text text not null',
      "fields jsonb not null default '{}'",
      "state text not null check (state in ('waiting', 'sent', 'delivered', 'failed', 'refused'))",
      "answer text not null default ''",
      'attempts integer not null default 0',
      "provider_ref text not null default ''",
      'cost integer',
      "source text not null check (source in ('card', 'campaign', 'automation'))",
      'source_id uuid',
      'call_id uuid',
      // Of what is sent once only: what it follows from.
      'key text not null',
      'sent_at timestamptz',
      'delivered_at timestamptz',
      'next_at timestamptz',
      'constraint message_key unique (tenant_id, key)',
      references('message', 'customer_id', 'customer', 'cascade'),
    ]);
    await run(db, 'create index message_newest on message (tenant_id, created_at desc, id desc)');
    await run(db, 'create index message_of_customer on message (tenant_id, customer_id, created_at desc)');
    await run(db, "create index message_waiting on message (tenant_id, next_at) where state = 'waiting'");
    await run(
      db,
      "create index message_ref on message (tenant_id, provider_id, provider_ref) where provider_ref <> ''",
    );
    await run(
      db,
      `create function queue_message(message_id uuid, run_at timestamptz) returns void
        language plpgsql security definer set search_path = pg_catalog, public as $$
      declare receiver uuid;
      begin
        select provider_id into receiver from public.message
          where tenant_id = public.current_tenant() and id = message_id;
        if not found then raise exception 'There is no such message in this tenant.'; end if;
        perform graphile_worker.add_job('message',
          json_build_object('tenantId', public.current_tenant(), 'messageId', message_id),
          job_key => 'message ' || message_id::text, run_at => run_at,
          flags => array['company:' || public.current_tenant(), 'receiver:' || receiver]);
      end $$;
      revoke all on function queue_message from public;
      grant execute on function queue_message to ${roles.app}`,
    );
    await run(db, 'alter table role no force row level security');
    await run(
      db,
      `update role set permissions = permissions || array['messages.view', 'messages.create']
        || (select array_agg(screen || '.' || action) from unnest(array['message-templates', 'message-providers']) as screen,
            unnest(array['view', 'create', 'update', 'delete', 'export']) as action)
        where permissions @> array['webhooks.create', 'customer.full-phone']`,
    );
    await run(db, 'alter table role force row level security');
  },
};

const text = (column: string) => `${column} text not null default ''`;
