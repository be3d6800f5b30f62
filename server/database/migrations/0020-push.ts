import { type Kysely, sql } from 'kysely';

/**
 * Notifications by web push (docs/decisions/0017-push.md): the server's keys, the devices that get notifications, what
 * pushes are due for, and the pushes that are due or shown.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table vapid_keys (
      id boolean primary key default true check (id),
      public_key text not null,
      private_key text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await createDevices(db);
  await createCauses(db);
  await createPushes(db);
  await sql`alter table connections add mood_seen_at timestamptz`.execute(db);
}

/** A device ends with its session. A browser has one endpoint, so an endpoint belongs to one device. */
async function createDevices(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table push_devices (
      session_id uuid primary key references sessions on delete cascade,
      uid uuid not null,
      service text not null,
      endpoint text not null unique,
      p256dh text not null,
      auth text not null,
      support boolean not null default true,
      messages boolean not null default true,
      connections boolean not null default true,
      show_names boolean not null default false,
      show_words boolean not null default false,
      created_at timestamptz not null default now(),
      renewed_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index push_devices_by_person on push_devices (uid)`.execute(db);
}

/** The primary key is the order of work: calls for support are 0, all others 1. */
async function createCauses(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table push_causes (
      priority smallint not null,
      id bigint not null generated always as identity,
      cause text not null check (cause in ('mood', 'message', 'connection')),
      choice uuid,
      ids uuid[],
      created_at timestamptz not null default now(),
      primary key (priority, id)
    )`.execute(db);
}

/** One row for a device, an author and a cause: a newer reason replaces an older one, as it does on the screen. */
async function createPushes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pushes (
      session_id uuid not null references push_devices on delete cascade,
      author uuid not null references users on delete cascade,
      cause text not null check (cause in ('mood', 'message', 'connection')),
      service text not null,
      reason uuid not null,
      reason_at timestamptz not null default now(),
      due_at timestamptz,
      shown_at timestamptz,
      attempts integer not null default 0,
      version integer not null default 0,
      claims integer not null default 0,
      primary key (session_id, author, cause)
    ) with (fillfactor = 80)`.execute(db);
  await sql`
    create index pushes_due on pushes (service, (cause <> 'mood'), due_at) where due_at is not null`.execute(db);
  await sql`create index pushes_by_author on pushes (author)`.execute(db);
}
